// Package knowledge finds the passages of documents that a question is about:
// it cuts documents at their headings and paragraphs and ranks the passages by
// BM25 over stemmed words.
//
// It reads no files and knows no agents: what the documents are, and which of
// them an agent may see, is the caller's. The same documents and question give
// the same passages in the same order, whatever order the documents come in.
package knowledge

// Document is one text of a knowledge base, Markdown or plain.
type Document struct {
	Base string // the knowledge base's key
	Path string // within the base, with slashes
	Text string
}

// Passage is a part of a document short enough to be quoted to a model.
type Passage struct {
	Base string
	Path string
	// Headings are those that the passage stands under, outermost first.
	Headings []string
	// Line is where the passage begins in its document, counted from 1.
	Line int
	// Text is at most maxRunes characters of the document, as written but for
	// line ends and the white space around it.
	Text string
	// Score is how well the passage answers the question; it compares passages
	// of one search only.
	Score float64
}
