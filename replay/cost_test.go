package replay

import (
	"path/filepath"
	"strconv"
	"testing"

	"blastyard/bots/hexabots"
	"blastyard/game/games"
	"blastyard/rules/hexabomb/wire"
)

// BenchmarkMatch plays a match of 100 turns on 415 cells with 4 built-in bots of 7 characters each, in this process,
// with and without a replay file.
func BenchmarkMatch(b *testing.B) {
	for _, bot := range []string{"hunter", "greedy"} {
		m := bigMatch
		m.bots = []string{bot, bot, bot, bot}
		m.turns = 1
		h := m.play(b).Header
		for _, kept := range []bool{false, true} {
			name := bot + "/without"
			if kept {
				name = bot + "/with"
			}
			b.Run(name, func(b *testing.B) {
				dir, n := b.TempDir(), 0
				for b.Loop() {
					file := ""
					if n++; kept {
						file = filepath.Join(dir, strconv.Itoa(n)+Ending)
					}
					playOnce(b, &m, h, file)
				}
			})
		}
	}
}

func playOnce(b *testing.B, m *sample, h Header, file string) {
	g, err := NewMatch(&h, games.All())
	if err != nil {
		b.Fatal(err)
	}
	var w *Writer
	if file != "" {
		if w, err = Create(file, &h); err != nil {
			b.Fatal(err)
		}
	}
	var bots []hexabots.Bot
	for i, name := range m.bots {
		bot, err := hexabots.New(name, hexabombOf(g).Board(), i, uint64(i+1))
		if err != nil {
			b.Fatal(err)
		}
		bots = append(bots, bot)
	}
	for n := 1; n <= 100; n++ {
		t := Turn{Turn: n}
		for p := range bots {
			t.Moves = append(t.Moves, Move{Player: p, Micros: 100 + n, Actions: wire.AppendActionsJSON(nil, bots[p].Act(nil, hexabombOf(g)))})
		}
		if err := Play(g, &t, true); err != nil {
			b.Fatal(err)
		}
		if w == nil {
			continue
		}
		hash := g.Hash()
		if t.Hash = &hash; w.Turn(&t) != nil {
			b.Fatal(w.failure())
		}
	}
	if w != nil {
		if err := w.Close(&Result{Turns: 100, Winner: g.Winner()}); err != nil {
			b.Fatal(err)
		}
	}
}
