package workspace

import (
	"reflect"
	"testing"

	"github.com/caplo/caplo/internal/trace"
)

// TestRunKeyCoversEveryTerm sets each field of the terms in turn, those that are
// added later too: none may leave the key as it was.
func TestRunKeyCoversEveryTerm(t *testing.T) {
	t.Parallel()
	d := draft{digest: "d"}
	seen := map[string]string{}
	add := func(name string, terms trace.Terms) {
		key, err := runKey(d, terms)
		if err != nil {
			t.Fatal(err)
		}
		if other, taken := seen[key]; taken {
			t.Errorf("%s and %s have one key", name, other)
		}
		seen[key] = name
	}
	add("nothing set", trace.Terms{})
	var walk func(path string, v reflect.Value, terms *trace.Terms)
	walk = func(path string, v reflect.Value, terms *trace.Terms) {
		switch v.Kind() {
		case reflect.Struct:
			for i := range v.NumField() {
				walk(path+"."+v.Type().Field(i).Name, v.Field(i), terms)
			}
			return
		case reflect.String:
			v.SetString("x")
		case reflect.Int:
			v.SetInt(7)
		case reflect.Bool:
			v.SetBool(true)
		case reflect.Map:
			v.Set(reflect.ValueOf(map[string]trace.Model{"a": {Name: "y"}}))
		default:
			t.Fatalf("%s is a %s: teach this test", path, v.Kind())
		}
		add(path, *terms)
		v.SetZero()
	}
	terms := &trace.Terms{}
	walk("terms", reflect.ValueOf(terms).Elem(), terms)
	other, err := runKey(draft{digest: "d", suite: Head{Digest: "s"}}, trace.Terms{})
	if err != nil || seen[other] != "" {
		t.Errorf("another suite has the key of %s, %v", seen[other], err)
	}
}
