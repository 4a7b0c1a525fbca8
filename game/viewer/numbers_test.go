package viewer

import (
	"encoding/json"
	"testing"
)

// TestTreeForScripts: what a page reads as a number is the number of the state; what it would round is a text.
func TestTreeForScripts(t *testing.T) {
	for in, want := range map[string]string{
		`{"seed":18446744073709551615,"a":[9007199254740993,9007199254740992,-9007199254740993]}`: `{"seed":"18446744073709551615","a":["9007199254740993",9007199254740992,"-9007199254740993"]}`,
		`{"9007199254740993":"9007199254740993","b\"9007199254740993":1}`:                         `{"9007199254740993":"9007199254740993","b\"9007199254740993":1}`,
		`[0,-7,1.5,1e3,2E-400,123456789012345,1e400,-1e999,0.12345678901234567]`:                  `[0,-7,1.5,1e3,2E-400,123456789012345,"1e400","-1e999",0.12345678901234567]`,
		`[true,null,"",{}]`: `[true,null,"",{}]`, `7`: `7`, `18446744073709551616`: `18446744073709551616`, `18446744073709551617`: `"18446744073709551617"`,
	} {
		if got := string(appendTree(nil, []byte(in))); got != want || !json.Valid([]byte(got)) {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
	var f Frame
	if err := FromTree(&f, []byte(`{"seed":18446744073709551615}`), 1, 0, nil); err != nil {
		t.Fatal(err)
	}
	if string(f.Tree) != `{"seed":18446744073709551615}` || string(f.AppendJSON(nil)) == "" {
		t.Errorf("the state itself is %s", f.Tree)
	}
	var frame struct{ Tree struct{ Seed string } }
	if err := json.Unmarshal(f.AppendJSON(nil), &frame); err != nil || frame.Tree.Seed != "18446744073709551615" {
		t.Errorf("%v, %s", err, f.AppendJSON(nil))
	}
}
