package searching

import (
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"blastyard/bots/hexabots"
	"blastyard/game/match"
	"blastyard/internal/stage"
	"blastyard/rules/hexabomb"
	"blastyard/rules/maps"
)

// TestBeamBeatsGreedy: the beam search wins most of some short matches on a small map, from both seats.
func TestBeamBeatsGreedy(t *testing.T) {
	stage.Only(t, "plays whole matches by search")
	const games, turns = 16, 60
	m, err := maps.Load("duel")
	if err != nil {
		t.Fatal(err)
	}
	wins, losses := 0, 0
	for game := range uint64(games) {
		b, err := hexabomb.NewBoard(m, 2, 0)
		if err != nil {
			t.Fatal(err)
		}
		me := int(game % 2)
		greedy, err := hexabots.New("greedy", b, 1-me, game)
		if err != nil {
			t.Fatal(err)
		}
		s, chance, orders := hexabomb.NewState(b), rand.New(rand.NewPCG(game, 1)), match.Draws{Seed: game}.Orders(match.Seeded, 2)
		for range turns {
			var both [2][]hexabomb.Action
			both[me], both[1-me] = Beam(s, me, chance), greedy.Act(nil, s)
			first := orders.Next()[0]
			s.Step(append(both[first], both[1-first]...), nil)
		}
		switch s.Winner() {
		case me:
			wins++
		case 1 - me:
			losses++
		}
	}
	t.Logf("%d wins, %d losses of %d", wins, losses, games)
	if wins < games*2/3 {
		t.Errorf("the beam search wins %d of %d matches", wins, games)
	}
}

// TestThePageHasTheExample: the manual's page contains the file unchanged, which has at most 60 lines of code.
func TestThePageHasTheExample(t *testing.T) {
	source, err := os.ReadFile("beam.go")
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("../../../docs/searching.md")
	if err != nil {
		t.Fatal(err)
	}
	_, code, found := strings.Cut(string(source), "\nimport")
	if !found || !strings.Contains(string(page), "```go\nimport"+code+"```") {
		t.Error("docs/searching.md does not show game/internal/beam/beam.go from its imports on")
	}
	lines := 0
	for line := range strings.Lines(string(source)) {
		if text := strings.TrimSpace(line); text != "" && !strings.HasPrefix(text, "//") {
			lines++
		}
	}
	if lines > 60 {
		t.Errorf("the example has %d lines of code, expected 60 at most", lines)
	}
}
