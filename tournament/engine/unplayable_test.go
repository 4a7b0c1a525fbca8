package engine

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"blastyard/arena/entrant"
	"blastyard/tournament"
	"blastyard/tournament/internal/worker"
)

// lacking is a player without the programs that some bots need.
type lacking struct{ fakePlayer }

func (*lacking) Missing(n worker.Need) string {
	if len(n.Tools) > 0 {
		return "the program " + n.Tools[0]
	}
	return ""
}

// TestUnplayable: while a bot's program is missing all others play, however many matches wait for it; then the run ends
// with an error that names it. With the program the same event goes on to its end.
func TestUnplayable(t *testing.T) {
	e, dir := testEvent(4, 150), t.TempDir()
	bot := t.TempDir()
	if err := os.WriteFile(filepath.Join(bot, "bot.toml"), []byte("command = \"nopython bot.py\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	e.Bots[3].Entrant = entrant.Entrant{Kind: entrant.Program, Protocol: entrant.Netorcai, Bot: bot, Dir: bot, Folder: true,
		Command: "nopython bot.py"}
	for i, p := range []Player{&lacking{}, &fakePlayer{}} {
		en, err := Open(t.Context(), Options{Dir: dir, Event: e, Player: p, Jobs: 2, GivesUp: true})
		if err != nil {
			t.Fatal(err)
		}
		err = en.Run(t.Context())
		var left *UnplayableError
		switch named := errors.As(err, &left); {
		case i == 1 && err != nil:
			t.Error(err)
		case i == 0 && (!named || !slices.Equal(left.Why, []string{"bot03 needs the program nopython, which is not there"}) ||
			left.Left*2 != left.Planned || en.Progress().Played != left.Left):
			t.Errorf("%v; played %d", err, en.Progress().Played)
		}
		en.State(func(s *tournament.Schedule) {
			if done, _ := s.Done(); done != (i == 1) {
				t.Errorf("run %d: done is %v", i, done)
			}
		})
		if err := en.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
