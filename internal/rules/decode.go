package rules

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// decode reads JSON with its numbers as they are written. A number beyond what
// a float64 holds is an error: to compare it, the library would write it out.
func decode(data []byte) (any, error) {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		return nil, err
	}
	if dec.More() {
		return nil, errors.New("there is more than one value")
	}
	if n := unfit(v); n != "" {
		return nil, fmt.Errorf("the number %s is out of range", short(n))
	}
	return v, nil
}

// maxDigits is the length of the longest number that is read.
const maxDigits = 400

// unfit finds a number that is out of range; empty if there is none.
func unfit(v any) string {
	switch v := v.(type) {
	case json.Number:
		if _, err := v.Float64(); err != nil || len(v) > maxDigits || strings.Contains(strings.ToLower(string(v)), "e-") && tiny(string(v)) {
			return string(v)
		}
	case []any:
		for _, e := range v {
			if n := unfit(e); n != "" {
				return n
			}
		}
	case map[string]any:
		for _, e := range v {
			if n := unfit(e); n != "" {
				return n
			}
		}
	}
	return ""
}

// tiny reports whether a number's negative exponent is beyond what a float64
// holds.
func tiny(s string) bool {
	_, exponent, _ := strings.Cut(strings.ToLower(s), "e-")
	n, err := strconv.Atoi(exponent)
	return err != nil || n > maxDigits
}
