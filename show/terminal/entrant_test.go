package terminal

import (
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"

	"blastyard/game/viewer"
)

// TestLettersAndColoursGoByTheEntrant: if two players have exchanged their ids, as in the next match of a series,
// everything else in the picture stays the same.
func TestLettersAndColoursGoByTheEntrant(t *testing.T) {
	first := &viewer.Frame{
		Cells:   []viewer.Cell{{Owner: 1}, {X: 1, Owner: 2}, {X: 2, Owner: 2}, {X: 3}},
		Tokens:  []viewer.Token{{ID: 5, Player: 0, Alive: true}, {ID: 5, Player: 1, Cell: 1, Revival: 2}},
		Bombs:   []viewer.Bomb{{Cell: 3, Owner: 2, Timer: 3, Range: 2}},
		Players: []viewer.Player{{ID: 0, Entrant: 1, Name: "ann", Score: 9}, {ID: 1, Entrant: 2, Name: "bob", Score: 7}},
	}
	second := first.Clone()
	second.Cells = []viewer.Cell{{Owner: 2}, {X: 1, Owner: 1}, {X: 2, Owner: 1}, {X: 3}}
	second.Tokens[0].Player, second.Tokens[1].Player, second.Bombs[0].Owner = 1, 0, 1
	second.Players = []viewer.Player{first.Players[1], first.Players[0]}
	second.Players[0].ID, second.Players[1].ID = 0, 1
	for _, profile := range []colorprofile.Profile{colorprofile.NoTTY, colorprofile.ANSI, colorprofile.TrueColor} {
		opt := Options{Profile: profile, Letters: true, Width: 100}
		want := Draw(first, opt) + Standings(first, opt) + Progress(first, 100)
		if got := Draw(&second, opt) + Standings(&second, opt) + Progress(&second, 100); got != want {
			t.Errorf("profile %v: got\n%s\nexpected\n%s", profile, got, want)
		}
		unknown := second.Clone()
		for i := range unknown.Players {
			unknown.Players[i].Entrant = 0
		}
		if got := Standings(&unknown, Options{}); !strings.Contains(got, "B  ann") && !strings.Contains(got, " B ann") {
			t.Errorf("without entrants letters go by the id: got\n%s", got)
		}
	}
}
