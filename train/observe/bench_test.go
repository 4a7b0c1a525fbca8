package observe

import (
	"math/rand/v2"
	"testing"

	"blastyard/rules/bomberman"
	"blastyard/rules/hexabomb"
)

// BenchmarkObserve measures Next and the Write of all seats on many matches in turn. Each match has its own memory, so
// that the memory is as cold as in training. The states are from recorded games of random legal actions.
func BenchmarkObserve(b *testing.B) {
	for _, size := range []struct {
		name string
		hexKind
		matches int
	}{
		{"37cells6", hexKind{radius: 3, players: 6, characters: 1}, 512},
		{"397cells4x7", hexKind{radius: 11, players: 4, characters: 7}, 32},
	} {
		for _, form := range []string{"planes", "cells", "none"} {
			b.Run(size.name+"/"+form, func(b *testing.B) {
				bench(b, size.matches, hexabombTurns(b, size.hexKind, forms[form], size.matches))
			})
		}
	}
	for _, form := range []string{"planes", "cells", "none"} {
		b.Run("bomberman2/"+form, func(b *testing.B) { bench(b, 512, bombermanTurns(b, 2, forms[form], 512)) })
	}
	b.Run("bomberman12/planes", func(b *testing.B) { bench(b, 8, bombermanTurns(b, 12, Planes, 8)) })
}

// bench measures turn, which shows one turn of each of this many matches.
func bench(b *testing.B, matches int, turn func()) {
	b.ReportAllocs()
	for b.Loop() {
		turn()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*matches), "ns/turn")
}

const benchTurns = 100

func hexabombTurns(b testing.TB, k hexKind, form Form, matches int) (turn func()) {
	board := hexBoard(b, k)
	p, err := NewHexabombBoard(board, form, benchTurns)
	if err != nil {
		b.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(7, 8))
	games := make([][]*hexabomb.State, 16) // by game, then turn
	var actions []hexabomb.Action
	for g := range games {
		s := hexabomb.NewState(board)
		games[g] = append(games[g], s.Clone())
		for range benchTurns {
			actions = hexDrawIndexed(p, s, rng, actions)
			s.Step(actions, nil)
			games[g] = append(games[g], s.Clone())
		}
	}
	observers := make([]*Hexabomb, matches)
	views := make([]*HexabombView, matches)
	seats := allSeats(p.Spec())
	for i := range observers {
		observers[i] = p.Observer()
		views[i] = observers[i].View(seats, p.Spec().Memory(len(seats)))
	}
	turns := 0
	return func() {
		at := turns % (benchTurns + 1)
		turns++
		for i, o := range observers {
			if s := games[i%len(games)][at]; at == 0 {
				o.Look(s)
			} else {
				o.Next(s)
			}
			views[i].Write()
		}
	}
}

// allSeats returns all players.
func allSeats(s *Spec) (players []int) {
	for player := range s.Players {
		players = append(players, player)
	}
	return players
}

// hexDrawIndexed draws actions uniformly from the mask, as a program that learns does at first.
func hexDrawIndexed(p *HexabombBoard, s *hexabomb.State, rng *rand.Rand, turn []hexabomb.Action) []hexabomb.Action {
	o := p.Observer()
	o.Look(s)
	turn = turn[:0]
	for _, player := range rng.Perm(p.spec.Players) {
		for id := p.starts[player]; id < p.starts[player+1]; id++ {
			var legal []uint8
			for a := range uint8(numHexActions) {
				if hexMasks[o.keys[id]]>>a&1 != 0 {
					legal = append(legal, a)
				}
			}
			a, ok := HexabombAction(s.Board(), player, id-p.starts[player], legal[rng.IntN(len(legal))])
			if ok {
				turn = append(turn, a)
			}
		}
	}
	return turn
}

func bombermanTurns(b testing.TB, players int, form Form, matches int) (turn func()) {
	rng := rand.New(rand.NewPCG(7, 8))
	var p *BombermanBoard
	games := make([][]*bomberman.State, 16)
	for g := range games {
		m, err := bomberman.Generate(bomberman.DefaultSettings(), players, int32(g))
		if err != nil {
			b.Fatal(err)
		}
		if p == nil {
			if p, err = NewBombermanBoard(m, form, 0); err != nil {
				b.Fatal(err)
			}
		}
		s := bomberman.NewState(m)
		games[g] = append(games[g], s.Clone())
		commands := make([]bomberman.Command, players)
		for len(games[g]) <= benchTurns && !s.Over() {
			for k := range commands {
				legal := []bomberman.Command{bomberman.Nothing}
				for c := range s.Legal(k) {
					if c.Refused == bomberman.NotRefused {
						legal = append(legal, c.Command)
					}
				}
				commands[k] = legal[rng.IntN(len(legal))]
			}
			s.Step(commands, nil)
			games[g] = append(games[g], s.Clone())
		}
	}
	observers := make([]*Bomberman, matches)
	views := make([]*BombermanView, matches)
	seats := allSeats(p.Spec())
	for i := range observers {
		observers[i] = p.Observer()
		views[i] = observers[i].View(seats, p.Spec().Memory(len(seats)))
	}
	game, at := make([]int, matches), make([]int, matches)
	for i := range game {
		game[i] = i % len(games)
	}
	return func() {
		for i, o := range observers {
			list := games[game[i]]
			if at[i] == 0 {
				o.Look(list[0])
			} else {
				o.Next(list[at[i]])
			}
			if at[i]++; at[i] == len(list) {
				game[i], at[i] = (game[i]+1)%len(games), 0
			}
			views[i].Write()
		}
	}
}

// TestNothingIsAllocated: once its lists have grown, an observer allocates no memory, not even for new maps.
func TestNothingIsAllocated(t *testing.T) {
	for form, f := range forms {
		for name, turn := range map[string]func(){
			"hexabomb":  hexabombTurns(t, hexKinds[2], f, 2),
			"bomberman": bombermanTurns(t, 4, f, 2),
		} {
			for range 2500 {
				turn()
			}
			if n := testing.AllocsPerRun(200, turn); n != 0 {
				t.Errorf("%s, %s: %v allocations a turn", name, form, n)
			}
		}
	}
}
