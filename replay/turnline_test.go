package replay

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"blastyard/internal/jsonerror"
)

// FuzzTurnLine: what is read in place is what encoding/json reads.
func FuzzTurnLine(f *testing.F) {
	for _, line := range []string{
		`{"turn":2,"moves":[{"p":5,"us":1,"a":[{"direction":"z-","id":5,"movement":"move"}]},{"p":3,"a":3},{"p":1}],` +
			`"late":[2,4],"host":[4],"refused":[{"p":0,"action":"character 0: move y-","reason":"the cell is occupied"}],` +
			`"hash":"ae7a1ac4f727e1a2-70d2-facf-0000-0000-92d7"}` + "\n",
		`{"turn":1,"hash":"ae7a1ac4f727e1a2-70d2-facf-0000-0000-92d7"}`,
		`{"turn":1.0}`, `{"turn":-0}`, `{"turn":1e1}`, `{"turn":99999999999999999999}`, `{"turn":4294967296}`,
		`{"turn":1,"turn":2}`, `{"Turn":3}`, `{"turn":null}`, `{"turn":1,"moves":[],"late":null}`, `{"turn":1,"moves":null}`,
		`{"moves":[{"p":1,"a":null}],"turn":4}`, `{"turn":1,"moves":[{"a":[ ] ,"p":1}]}`, `{"turn":1,"moves":[{"p":1,"p":2}]}`,
		`{"turn":1,"refused":[{"p":1,"action":"é","reason":"\u00e9"}]}`, "{\"turn\":1,\"refused\":[{\"p\":1,\"action\":\"\xff\"}]}",
		`{"turn":1,"refused":[{"p":1,"action":"a` + "\t" + `"}]}`, `{"turn":1}x`, `{"turn":1,}`, `{`, ``, `[]`, `{"turn":1,"hash":"ae"}`,
		`{"turn":1,"moves":[{"p":1,"a":[1}]}`, `{"turn":01}`, `{"turn":1,"gone":[{"p":0,"reason":"crashed"}]}`, `{"turn":1,"moves":[3]}`,
	} {
		f.Add([]byte(line))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		var got, want Turn
		if !readTurn(line, &got) {
			return
		}
		if err := jsonerror.Decode(line, &want); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%q (- encoding/json, + in place):\n%s", line, d)
		}
	})
}

// TestTurnLineIsPlain: the turns of matches of both games are lines in the plain form.
func TestTurnLineIsPlain(t *testing.T) {
	m := bigMatch
	r := m.play(t)
	for i := range r.Turns {
		var turn Turn
		if line := appendTurn(nil, &r.Turns[i]); !readTurn(line, &turn) || turn.Turn != i+1 {
			t.Fatalf("%s", line)
		}
	}
}
