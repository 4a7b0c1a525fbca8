package viewer

import (
	"reflect"
	"testing"
)

// swapped returns a board on which player 0 is the third entrant and player 1 the first.
func swapped() *Frame {
	return &Frame{
		Cells:      []Cell{{Owner: OwnerOf(0)}, {Owner: OwnerOf(1)}, {}},
		Tokens:     []Token{{ID: 4, Player: 0}, {ID: OnlyToken, Player: 1, Cell: 1}},
		Bombs:      []Bomb{{Owner: OwnerOf(1)}, {Owner: Neutral}},
		Explosions: []Explosion{{Owner: OwnerOf(0)}, {Cell: 1}},
		Players:    []Player{{ID: 0, Entrant: 3}, {ID: 1, Entrant: 1}},
	}
}

func TestLookIsThatOfTheEntrant(t *testing.T) {
	f := swapped()
	if got := f.Mark(0) + f.Mark(1) + f.Mark(2) + f.Mark(-1); got != "CAC?" {
		t.Errorf("marks are %q, expected CAC?: the third player is not known, so it goes by its id", got)
	}
	if got := f.Label(&f.Tokens[0]) + " " + f.Label(&f.Tokens[1]); got != "C4 A" {
		t.Errorf("labels are %q, expected C4 A", got)
	}
	if got := f.Looks(); got != 3 {
		t.Errorf("%d looks, expected 3", got)
	}
}

func TestByLookReplacesAllOwnersOfTheBoard(t *testing.T) {
	f := swapped()
	got := f.ByLook()
	want := swapped()
	want.Cells = []Cell{{Owner: OwnerOf(2)}, {Owner: OwnerOf(0)}, {}}
	want.Tokens[0].Player, want.Tokens[1].Player = 2, 0
	want.Bombs = []Bomb{{Owner: OwnerOf(0)}, {Owner: Neutral}}
	want.Explosions = []Explosion{{Owner: OwnerOf(2)}, {Cell: 1}}
	if c := got.Clone(); !reflect.DeepEqual(c, want.Clone()) {
		t.Errorf("got %+v, expected %+v", c, want)
	}
	if !reflect.DeepEqual(f, swapped()) {
		t.Error("ByLook changed its frame")
	}
	plain := &Frame{Cells: []Cell{{Owner: 1}}, Players: []Player{{ID: 0}, {ID: 1, Entrant: 2}}}
	if plain.ByLook() != plain {
		t.Error("a frame whose looks are its ids was copied")
	}
}

func TestEventsNameTheEntrants(t *testing.T) {
	before, after := swapped(), swapped()
	for _, f := range []*Frame{before, after} {
		for i := range f.Tokens {
			f.Tokens[i].Alive = true
		}
		f.Players[0].Connected, f.Players[1].Connected = true, true
	}
	after.Tokens[1].Alive, after.Players[0].Score, after.Players[0].Note = false, 5, "late"
	after.Tokens[1].Cell = 0 // in the blast of player 0
	after.AddEvents(before)
	var got []string
	for _, e := range after.Events {
		got = append(got, e.Text)
	}
	want := []string{"2 bombs blew up 2 cells", "C killed A", "C was late", "C leads"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("events are %q, expected %q", got, want)
	}
}

func TestSeatsGiveTheirEntrant(t *testing.T) {
	seats := []Seat{{Name: "ann", Entrant: 2}, {Name: "bob", Entrant: 1}}
	var f Frame
	if err := FromTree(&f, []byte("{}"), 0, 0, seats); err != nil {
		t.Fatal(err)
	}
	if f.Players[0].Entrant != 2 || f.Players[1].Entrant != 1 {
		t.Errorf("players are %+v, expected entrants 2 and 1", f.Players)
	}
}

func TestEntrantsOfAHeader(t *testing.T) {
	h := Header{Players: []HeaderPlayer{{Name: "ann"}, {Name: "bob", Entrant: 7}}}
	if got := h.Entrants(); !reflect.DeepEqual(got, []int{0, 7}) {
		t.Errorf("entrants are %v, expected [0 7]", got)
	}
	if got := (&Header{Players: []HeaderPlayer{{}, {}}}).Entrants(); got != nil {
		t.Errorf("entrants are %v, expected none", got)
	}
}
