// Package yamltree reads one YAML file into a small tree that keeps what
// caplo needs to speak about it: kinds, text, and the exact range of every key
// and value.
//
// The library below it (goccy/go-yaml) lexes and parses; everything else is
// done here, because the library changes some values, misplaces some tokens
// and can be made to run for minutes. In order: limits counted on the bytes,
// the library's lexer, each token found again in the source, guards on the
// tokens, the library's parser, the tree. Scalars are decoded from the source
// text and typed by the core schema of YAML 1.2.
//
// A syntax error costs the block of lines that it stands in, not the file: the
// block is found by indentation alone, made a comment, and the library reads
// the rest.
package yamltree
