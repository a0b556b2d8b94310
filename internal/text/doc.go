// Package text cuts what people write into words that can be compared: folding,
// words, light English stems and a list of function words.
//
// It knows no messages, candidates or documents; packages that match text by its
// words (routing, knowledge search) build on it, so that both read a message
// alike. Everything in it is pure and deterministic.
package text
