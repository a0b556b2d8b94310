// Package rules holds every rule about what people write: the schemas, and all
// that no schema can say.
//
// It judges resources as raw JSON, an agent's cases under /evals, and points
// into them by JSON pointer. It knows no files and no YAML, so that the project
// and the workspace judge alike. It is the only importer of jsonschema, which
// checks the input schemas of tools; caplo's own schemas are walked by this
// package itself, which is faster and can say what is wrong in one sentence.
package rules
