package live

import (
	"slices"
	"testing"

	"blastyard/game/viewer"
	"blastyard/show/serve"
)

// TestPersonsInTheLobby: while a match waits for persons to open their addresses, the page says who is missing. The
// lobby ends when the match begins or is broken off.
func TestPersonsInTheLobby(t *testing.T) {
	p, err := Open(Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	begin := func() *Match {
		return p.Begin(&viewer.Header{Players: []viewer.HeaderPlayer{
			{Name: "ann", Goal: "Have the most cells."}, {Name: "greedy"}, {Name: "bob"},
		}})
	}
	m := begin()
	lobby := func() *serve.Lobby { return p.Matches().Lobby() }
	m.Await(nil, []int{0, 2})
	want := []serve.LobbySeat{{Name: "ann", Person: true}, {Name: "greedy", Joined: true}, {Name: "bob", Person: true}}
	if l := lobby(); l == nil || !slices.Equal(l.Seats, want) || len(l.Addresses) != 0 || l.Page[0] != p.URL {
		t.Errorf("two are missing: %+v", l)
	}
	m.Await(nil, []int{2})
	want[0].Joined = true
	if l := lobby(); l == nil || !slices.Equal(l.Seats, want) {
		t.Errorf("one is missing: %+v", l)
	}
	m.Await([]int{0, 2}, nil)
	if l := lobby(); l != nil {
		t.Errorf("everybody is there: %+v", l)
	}
	m = begin()
	m.Await(nil, []int{0})
	m.End(&viewer.End{Winner: -1, Why: "interrupted"})
	if l := lobby(); l != nil {
		t.Errorf("the match has ended: %+v", l)
	}
}
