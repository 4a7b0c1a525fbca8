package event

import (
	"slices"
	"testing"

	"blastyard/arena/entrant"
	"blastyard/tournament"
)

func TestKeepNames(t *testing.T) {
	for _, c := range []struct {
		was, now string
		keeps    bool
	}{
		{"dirwithspace", "dir with space", true}, {"LUpM", "L'Up M", true}, {"チム", "チーム", true}, {"हनद", "हिन्दी", true}, {"dirwithspace2", "dir with space", true},
		{"abcdefghijklmnopqrstuvwx", "abcdefghijklmnopqrstuvwxyz", true}, {"abcdefghijklmnopqrstuvw2", "abcdefghijklmnopqrstuvwxyz", true},
		{"ann", "ann", true}, {"ann", "anna", false}, {"anna", "ann", false}, {"bob", "ann", false}, {"", "ann", false}, {"an", "a n n", false},
		{"abcdefghijklmnopqrstuvw", "abcdefghijklmnopqrstuvwxyz", false},
	} {
		event := func(name string) *Event {
			return &Event{Schedule: tournament.Config{Entrants: []string{"first", name}},
				Bots: []Bot{{Name: "first", Entrant: entrant.Entrant{Name: "first"}}, {Name: name}}}
		}
		e := event(c.now)
		e.KeepNames(event(c.was))
		want := c.now
		if c.keeps {
			want = c.was
		}
		if got := e.Bots[1].Name; got != want || !slices.Equal(e.Schedule.Entrants, []string{"first", want}) {
			t.Errorf("%q that was %q is called %q, in the schedule %q", c.now, c.was, got, e.Schedule.Entrants)
		}
		e = event(c.now)
		e.Bots[1].Entrant.Name = c.now
		if e.KeepNames(event(c.was)); e.Bots[1].Name != c.now {
			t.Errorf("%q that the file gives is called %q", c.now, e.Bots[1].Name)
		}
	}
}
