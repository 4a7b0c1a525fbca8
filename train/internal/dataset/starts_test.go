package dataset

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"blastyard/game"
	"blastyard/game/games"
	"blastyard/replay"
)

// playRandom plays a match with random commands and writes its replay.
func playRandom(t *testing.T, seed uint64) string {
	t.Helper()
	m, err := games.Bomberman().New(game.Setup{Players: 2, Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	hash := m.Hash()
	h := replay.Header{Game: games.Bomberman().Name, Rules: replay.Rules(games.Bomberman().Rules), Seed: seed,
		Players: make([]replay.Player, 2), Hash: &hash}
	file := filepath.Join(t.TempDir(), "x"+replay.Ending)
	w, err := replay.Create(file, &h)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(seed, 1))
	turns := 0
	for ; !m.Over() && turns < 30; turns++ {
		turn := replay.Turn{Turn: turns + 1}
		for k := range 2 {
			turn.Moves = append(turn.Moves, replay.Move{Player: k, Actions: json.RawMessage(fmt.Sprint(rng.IntN(5)))})
		}
		if err := replay.Play(m, &turn, true); err != nil {
			t.Fatal(err)
		}
		hash := m.Hash()
		turn.Hash, turn.Refused = &hash, m.AppendRefused(nil)
		if err := w.Turn(&turn); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(&replay.Result{Turns: turns, Winner: m.Winner()}); err != nil {
		t.Fatal(err)
	}
	return file
}

// TestEachReplayHasItsOwnMap: the cache does not reuse the map of a match if the map comes from the seed.
func TestEachReplayHasItsOwnMap(t *testing.T) {
	one, two := playRandom(t, 1), playRandom(t, 2)
	got, faults := all(t, open(t, Options{}, one, two, one), 16)
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	d := open(t, Options{}, one)
	first, _ := all(t, d, 16)
	second, _ := all(t, open(t, Options{}, two), 16)
	size := d.Spec.ViewBytes()
	want := bytes.Join([][]byte{first.Channels, second.Channels, first.Channels}, nil)
	if !bytes.Equal(got.Channels, want) {
		t.Errorf("%d rows of three replays are not those of %d, %d and %d", got.Rows, first.Rows, second.Rows, first.Rows)
	}
	if bytes.Equal(first.Channels[:size], second.Channels[:size]) {
		t.Error("two seeds have the same map")
	}
}
