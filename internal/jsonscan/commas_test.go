package jsonscan

import (
	"bytes"
	"encoding/json"
	"slices"
	"testing"
)

func TestWithoutLastCommas(t *testing.T) {
	for in, want := range map[string]string{
		`{"a":[1,2,],}`: `{"a":[1,2 ] }`, "[{},\n]": "[{} \n]", `[[],[],]`: `[[],[] ]`, `["a,]",]`: `["a,]" ]`,
		`{"a\",}":1 , }`: `{"a\",}":1   }`, `[true,null,]`: `[true,null ]`,
		// These stay as they are: no reader takes them.
		`[,]`: `[,]`, `[1,,]`: `[1,,]`, `{,}`: `{,}`, `{"a":,}`: `{"a":,}`, `[1,`: `[1,`, `,`: `,`, `"a`: `"a`, `"\`: `"\`, ``: ``,
		`{"a":[1,2]}`: `{"a":[1,2]}`,
	} {
		before := []byte(in)
		got, commas := WithoutLastCommas(before)
		if string(got) != want || string(before) != in || (len(commas) > 0) != (in != want) {
			t.Errorf("%s: %s, %v, want %s", in, got, commas, want)
		}
	}
	if _, commas := WithoutLastCommas([]byte(`[1,[2,],]`)); !slices.Equal(commas, []int{5, 7}) {
		t.Errorf("%v", commas)
	}
}

func FuzzWithoutLastCommas(f *testing.F) {
	f.Add([]byte(`{"a":[1,"x\"",],}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		text, commas := WithoutLastCommas(data)
		if len(text) != len(data) || json.Valid(data) && (len(commas) > 0 || !bytes.Equal(text, data)) {
			t.Errorf("%q becomes %q, %v", data, text, commas)
		}
	})
}
