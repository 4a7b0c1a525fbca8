package viewer

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func compare(t *testing.T, want, got any) {
	t.Helper()
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestFromTree(t *testing.T) {
	f := Frame{Shape: Hexagon, Legend: &Legend{}, Death: 1, Cells: make([]Cell, 1), Tokens: make([]Token, 1), Bombs: make([]Bomb, 1),
		Explosions: make([]Explosion, 1), Players: []Player{{Name: "bob", Score: 5}}, Events: make([]Event, 1),
		Caption: Caption{Text: "told"}, Drawings: make([]Drawing, 1)}
	if err := FromTree(&f, []byte("{\"a\":\n \"<b>\"}"), 3, 9, []Seat{{Name: "ann", Micros: 5}}); err != nil {
		t.Fatal(err)
	}
	compare(t, Frame{Shape: Tree, Turn: 3, Turns: 9, Tree: []byte(`{"a":"\u003cb\u003e"}`), Players: []Player{{Name: "ann", Micros: 5}}}, f)
	if err := FromTree(&f, []byte(`{"a"`), 3, 9, nil); !errors.Is(err, ErrState) {
		t.Error(err)
	}
}
