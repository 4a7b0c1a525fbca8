package replay

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

// hostileTurns are turns that bots or game logics could bring about.
func hostileTurns() map[string]Turn {
	state := RawState(`{}`)
	actions := func(text string) []Move { return []Move{{Player: 1, Actions: json.RawMessage(text)}} }
	deep := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	return map[string]Turn{
		"5 MB of actions":          {Turn: 2, State: state, Moves: actions(`["` + strings.Repeat("x", 5<<20) + `"]`)},
		"3 MB of actions":          {Turn: 2, State: state, Moves: actions(`["` + strings.Repeat("x", 3<<20) + `"]`)},
		"1.5 M tiny actions":       {Turn: 2, State: state, Moves: actions(`[0` + strings.Repeat(",0", 3<<19) + `]`)},
		"3 M tiny actions":         {Turn: 2, State: state, Moves: actions(`[0` + strings.Repeat(",0", 3<<20) + `]`)},
		"actions nested deeply":    {Turn: 2, State: state, Moves: actions(deep(9_990))},
		"actions nested too deep":  {Turn: 2, State: state, Moves: actions(deep(9_999))},
		"actions that are no JSON": {Turn: 2, State: state, Moves: actions(`[1`)},
		"a state of 31 MB":         {Turn: 2, State: RawState(`"` + strings.Repeat("x", 31<<20) + `"`)},
		"a state of 33 MB":         {Turn: 2, State: RawState(`"` + strings.Repeat("x", 33<<20) + `"`)},
		"a state nested too deep":  {Turn: 2, State: RawState(deep(10_000))},
		"many notes":               {Turn: 2, State: state, Notes: make([]string, 1<<20)},
		"too many notes":           {Turn: 2, State: state, Notes: make([]string, 2<<20)},
		"a note of control bytes":  {Turn: 2, State: state, Notes: []string{strings.Repeat("\x01", 1<<20)}},
		"no such player":           {Turn: 2, State: state, Late: []int{2}},
		"host without late":        {Turn: 2, State: state, Late: []int{1}, Host: []int{0}},
		"moves twice":              {Turn: 2, State: state, Moves: []Move{{Player: 1}, {Player: 1}}},
		"no state":                 {Turn: 2},
	}
}

// TestReaderTakesWhatWriterTakes: the reader accepts all that the writer accepts, and the writer reports what it
// refuses at once or at the end.
func TestReaderTakesWhatWriterTakes(t *testing.T) {
	refused := 0
	for name, hostile := range hostileTurns() {
		var file bytes.Buffer
		w, err := NewWriter(&file, &Header{Game: "other", State: RawState(`{}`), Players: make([]Player, 2), Started: sampleStart})
		if err != nil {
			t.Fatal(err)
		}
		err = w.Turn(&Turn{Turn: 1, State: RawState(`{}`)})
		turns := 1
		for _, x := range []Turn{hostile, {Turn: 3, State: RawState(`{}`)}} {
			if err == nil {
				err = w.Turn(&x)
			}
			if err == nil {
				turns++
			}
		}
		err = errors.Join(err, w.Close(&Result{Turns: turns, Winner: -1}))
		got, readErr := Read(&file)
		switch {
		case err == nil && (readErr != nil || len(got.Turns) != 3):
			t.Errorf("%s: written, but read as %v", name, readErr)
		case err != nil && (got == nil || len(got.Turns) < 1 || errors.Is(readErr, ErrTooBig) || errors.Is(readErr, ErrFormat)):
			t.Errorf("%s: refused with %v, but what stands before is read as %v", name, err, readErr)
		case err != nil:
			refused++
		}
	}
	if want := len(hostileTurns()) - 5; refused != want {
		t.Errorf("%d hostile turns were refused, want %d", refused, want)
	}
}

// TestHostileHeaderAndResult: a header and a result that the reader would refuse are not written.
func TestHostileHeaderAndResult(t *testing.T) {
	for name, h := range map[string]Header{
		"a name of 5 MB":    {Game: "other", State: RawState(`{}`), Players: []Player{{Name: strings.Repeat("x", 5<<20)}}},
		"a state of 33 MB":  {Game: "other", State: RawState(`"` + strings.Repeat("x", 33<<20) + `"`)},
		"a state, not JSON": {Game: "other", State: RawState(`{`)},
	} {
		if _, err := NewWriter(new(bytes.Buffer), &h); err == nil {
			t.Errorf("%s: written", name)
		}
	}
	for name, r := range map[string]*Result{
		"a note of 5 MB":   {Turns: 0, Winner: -1, Players: []Fate{{Note: strings.Repeat("x", 5<<20)}}},
		"turns not played": {Turns: 1, Winner: -1},
		"no such winner":   {Turns: 0, Winner: 1},
	} {
		var file bytes.Buffer
		w, err := NewWriter(&file, &Header{Game: "other", State: RawState(`{}`), Players: make([]Player, 1), Started: sampleStart})
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Close(r); err == nil {
			t.Errorf("%s: written", name)
		}
		if _, err := Read(&file); !errors.Is(err, ErrCut) {
			t.Errorf("%s: %v, want ErrCut", name, err)
		}
	}
}
