package eval

// Engine is the version of all that can change a case's outcome without any
// change of its project: prompts, checks, the rehearsal model, the router. It is
// part of every run key; raise it whenever one of them changes.
const Engine = "2"
