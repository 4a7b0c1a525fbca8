package replay

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestDrawings: drawings are read as they were written. A drawing of an unknown player is refused.
func TestDrawings(t *testing.T) {
	h := Header{Game: "chess", State: RawState(`{}`), Players: []Player{{Name: "ann"}}}
	want := []Drawing{{Player: 0, Layer: `a "layer" <b>`, Shapes: "text 0 0 #ffffff é\"\\\ncell 1 1 #000000"}, {Player: 0, Layer: "main", Shapes: "line 0 0 1 1 #123456"}}
	var file bytes.Buffer
	w, err := NewWriter(&file, &h)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Turn(&Turn{Turn: 1, State: RawState(`{}`), Drawings: want}); err != nil {
		t.Fatal(err)
	}
	if err := w.Turn(&Turn{Turn: 2, State: RawState(`{}`), Drawings: []Drawing{{Player: 1}}}); err == nil || !strings.Contains(err.Error(), "drawings[0].p is 1") {
		t.Errorf("a drawing of nobody: %v", err)
	}
	if err := w.Close(&Result{Turns: 1, Winner: -1}); err != nil {
		t.Fatal(err)
	}
	r, err := Read(&file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, r.Turns[0].Drawings); diff != "" {
		t.Error(diff)
	}
}
