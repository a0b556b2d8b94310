package project

// names are the keys whose values name something that is looked up, or compared
// with other names, wherever they stand.
var names = map[string]bool{
	"name": true, "agent": true, "tool": true, "tools": true, "subAgent": true, "avoidSubAgent": true,
	"knowledgeBases": true, "provider": true, "model": true, "routedBy": true, "mode": true,
}

func isName(key string) bool { return names[key] }
