package replay

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
)

// compareJSON finds the first difference in value between two JSON texts: its path, and the text of either.
func compareJSON(want, got []byte) (path, wantText, gotText string, differ bool) {
	w, wantErr := decodeAny(want)
	g, gotErr := decodeAny(got)
	if wantErr != nil || gotErr != nil {
		return "state", fmt.Sprint(wantErr), fmt.Sprint(gotErr), wantErr != nil
	}
	return compareValues("", w, g)
}

func decodeAny(text []byte) (any, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var v any
	err := d.Decode(&v)
	return v, err
}

func compareValues(path string, want, got any) (at, wantText, gotText string, differ bool) {
	switch w := want.(type) {
	case map[string]any:
		if g, ok := got.(map[string]any); ok {
			return compareObjects(path, w, g)
		}
	case []any:
		if g, ok := got.([]any); ok {
			return compareArrays(path, w, g)
		}
	case json.Number:
		if g, ok := got.(json.Number); ok && sameNumber(w, g) {
			return "", "", "", false
		}
	default:
		if want == got {
			return "", "", "", false
		}
	}
	path = cmp.Or(path, "state")
	return path, describe(want), describe(got), true
}

func compareObjects(path string, want, got map[string]any) (at, wantText, gotText string, differ bool) {
	prefix := path
	if prefix != "" {
		prefix += "."
	}
	keys := slices.Collect(maps.Keys(want))
	for k := range got { //nolint:revive // sorted below
		if _, both := want[k]; !both {
			keys = append(keys, k)
		}
	}
	slices.Sort(keys)
	for _, k := range keys {
		w, inWant := want[k]
		g, inGot := got[k]
		switch {
		case !inGot:
			return prefix + k, describe(w), "none", true
		case !inWant:
			return prefix + k, "none", describe(g), true
		}
		if at, wantText, gotText, differ = compareValues(prefix+k, w, g); differ {
			return at, wantText, gotText, differ
		}
	}
	return "", "", "", false
}

func compareArrays(path string, want, got []any) (at, wantText, gotText string, differ bool) {
	for i := range max(len(want), len(got)) {
		element := path + "[" + strconv.Itoa(i) + "]"
		switch {
		case i >= len(got):
			return element, describe(want[i]), "none", true
		case i >= len(want):
			return element, "none", describe(got[i]), true
		}
		if at, wantText, gotText, differ = compareValues(element, want[i], got[i]); differ {
			return at, wantText, gotText, differ
		}
	}
	return "", "", "", false
}

func sameNumber(a, b json.Number) bool {
	if a == b {
		return true
	}
	x, errX := a.Float64()
	y, errY := b.Float64()
	return errX == nil && errY == nil && x == y
}

func describe(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return shorten(text)
}
