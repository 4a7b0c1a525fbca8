package tournament

import (
	"encoding/json"
	"os"
	"testing"

	"blastyard/game/match"
)

// TestBlockSecrets: testdata/secrets.json was computed by the formula of docs/replay-format.md with the standard library
// of Python. It never changes.
func TestBlockSecrets(t *testing.T) {
	text, err := os.ReadFile("testdata/secrets.json")
	if err != nil {
		t.Fatal(err)
	}
	var rows []struct {
		Event, Secret match.Secret
		Match         ID
		Try           int
	}
	if err := json.Unmarshal(text, &rows); err != nil || len(rows) < 15 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	for _, r := range rows {
		if got := BlockSecret(r.Event, r.Match, r.Try); got != r.Secret {
			t.Errorf("event %v, match %v: %v, want %v", r.Event, r.Match, got, r.Secret)
		}
	}
	if got := BlockSecret(match.Secret{}, ID{}, 1); !got.IsZero() {
		t.Errorf("without a secret of the event: %v", got)
	}
}

// TestOver: a block is over when all its rotations are, or its stage is. A match that is taken back opens it again.
func TestOver(t *testing.T) {
	s, err := New(Config{Format: RoundRobin, Entrants: []string{"a", "b", "c"}, Players: 2, Rounds: 1})
	if err != nil {
		t.Fatal(err)
	}
	check := func(what string, id ID, want bool) {
		t.Helper()
		if over, matches := s.Over(id); over != want || matches != 2 {
			t.Errorf("%s: match %v over: %v, of %d matches; want %v, 2", what, id, over, matches, want)
		}
	}
	add := func(id ID) {
		t.Helper()
		f, _ := s.Fixture(id)
		if added, err := s.Add(&Result{ID: id, Try: f.Try, Entrants: f.Entrants, Ranks: []int{1, 2}, Scores: []int{1, 0}}); !added || err != nil {
			t.Fatal(added, err)
		}
	}
	check("at the start", ID{}, false)
	add(ID{})
	check("half", ID{}, false)
	add(ID{Match: 1})
	check("whole", ID{}, true)
	check("whole", ID{Match: 1}, true)
	check("not begun", ID{Block: 1}, false)
	if _, err := s.Void(ID{Match: 1}, 0); err != nil {
		t.Fatal(err)
	}
	check("taken back", ID{}, false)
	add(ID{Match: 1})
	add(ID{Block: 1})
	if err := s.Close(0, "rain"); err != nil {
		t.Fatal(err)
	}
	check("closed", ID{Block: 1}, true)
	if over, _ := s.Over(ID{Stage: 1}); over {
		t.Error("a stage that the event does not have is over")
	}
}
