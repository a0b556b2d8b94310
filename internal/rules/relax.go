package rules

// relaxed is a schema that demands no member: what an example names has to fit,
// and what it leaves out matches anything. v is a decoded schema; it stays as it
// is.
func relaxed(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := make(map[string]any, len(v))
		for key, sub := range v {
			switch key {
			case "required", "dependentRequired", "minProperties":
			case "enum", "const", "default", "examples":
				out[key] = sub
			case "properties", "patternProperties", "$defs", "definitions", "dependentSchemas":
				out[key] = relaxedMembers(sub)
			default:
				out[key] = relaxed(sub)
			}
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = relaxed(v[i])
		}
		return out
	}
	return v
}

// relaxedMembers relaxes schemas that stand under names of the user's own, one
// of which may be "required".
func relaxedMembers(v any) any {
	m, ok := v.(map[string]any)
	if !ok {
		return v
	}
	out := make(map[string]any, len(m))
	for name, sub := range m {
		out[name] = relaxed(sub)
	}
	return out
}
