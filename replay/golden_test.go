package replay

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"blastyard/game/games"
	"blastyard/game/match"
)

// update writes missing golden replays. Existing ones stay, to show that old replays can be read.
var update = flag.Bool("update", false, "write golden replays that are missing")

// goldenSecret is the secret of the golden replays of version 2.
var goldenSecret = match.Secret{0xb1, 0xa5, 7}

// golden are replays with the content that they must always have: of version 2 those with a secret, else of version 1.
var golden = []struct {
	name   string
	make   func(tb testing.TB) *Replay
	game   string
	turns  int
	winner int
	scores []int
	last   string // the hash of the last turn; "" if states are recorded
}{
	{"hexabomb-classical", func(tb testing.TB) *Replay {
		return (&sample{mapName: "arena4", bots: []string{"hunter", "greedy", "hunter", "random"}, turns: 60, noise: true}).play(tb)
	}, Hexabomb, 60, 2, []int{6534, 4304, 6783, 3173}, "0b36ee7efe33a336-6f77-0a47-fde2-10cd-2805"},
	{"hexabomb-sudden-death", func(tb testing.TB) *Replay {
		return (&sample{mapName: "arena4", bots: []string{"ghost", "hunter", "greedy", "hunter", "greedy"}, specials: 1, turns: 80}).play(tb)
	}, Hexabomb, 80, -1, []int{0, 80, 27, 80, 33}, "90d7c9b672ab13a5-5025-e2d1-7bce-0000-7483"},
	{"hexabomb-over-the-wire", func(tb testing.TB) *Replay { // as the original played it
		replays, _ := overTheWire(tb)
		return replays[8]
	}, Hexabomb, 37, 1, nil, ""},
	{"bomberman", func(tb testing.TB) *Replay {
		return playBombers(tb, 2016, 442, "reference", "random", "reference", "random")
	}, Bomberman, 442, 0, []int{674, -289, 551, -299}, "331ae1762e7a57c2-8048-5e52-0000-0000-12e7"},
	{"secret/hexabomb", func(tb testing.TB) *Replay {
		return (&sample{mapName: "tiny", bots: []string{"hunter", "greedy"}, turns: 30, secret: goldenSecret}).play(tb)
	}, Hexabomb, 30, 0, []int{523, 321}, "c3fa2c5938c55133-7976-a2fc-0000-0000-208b"},
	{"secret/bomberman", func(tb testing.TB) *Replay {
		return playSecretBombers(tb, 2016, goldenSecret, 200, "reference", "random", "reference", "random")
	}, Bomberman, 200, 0, []int{572, -289, 503, -299}, "0a14c2d439019dfc-2919-7b06-0000-0000-7e98"},
}

func TestGoldenReplays(t *testing.T) {
	for _, g := range golden {
		file := filepath.Join("testdata", "golden", g.name+Ending)
		version, secret := 1, match.Secret{}
		if strings.HasPrefix(g.name, "secret/") { // of version 2
			version, secret, file = 2, goldenSecret, filepath.Join("testdata", g.name+Ending)
		}
		if *update {
			writeGolden(t, file, g.make(t))
		}
		r, err := Open(file)
		if err != nil {
			t.Errorf("%s: %v", g.name, err)
			continue
		}
		if err := Verify(r, games.All()); err != nil {
			t.Errorf("%s: %v", g.name, err)
		}
		if r.Header.Version != version || r.Header.Secret != secret || r.Header.Game != g.game || len(r.Turns) != g.turns || r.Result.Winner != g.winner || !slices.Equal(r.Result.Scores, g.scores) {
			t.Errorf("%s: version %d, %s, %d turns, winner %d, scores %#v; want version %d, %s, %d, %d, %v", g.name,
				r.Header.Version, r.Header.Game, len(r.Turns), r.Result.Winner, r.Result.Scores, version, g.game, g.turns, g.winner, g.scores)
		}
		last := ""
		if h := r.Turns[len(r.Turns)-1].Hash; h != nil {
			last = h.String()
		}
		if last != g.last {
			t.Errorf("%s: the last turn has the hash %q, want %q", g.name, last, g.last)
		}
	}
}

func writeGolden(t *testing.T, file string, r *Replay) {
	t.Helper()
	if _, err := os.Lstat(file); err == nil {
		return
	}
	w, err := Create(file, &r.Header)
	if err != nil {
		t.Fatal(err)
	}
	for i := range r.Turns {
		if err := w.Turn(&r.Turns[i]); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(r.Result); err != nil {
		t.Fatal(err)
	}
}
