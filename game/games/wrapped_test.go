package games_test

import (
	"testing"

	"blastyard/game"
	"blastyard/game/match"
)

// wrapped is a match that wraps another one, as a program that uses the library may define it.
type wrapped struct{ game.Match }

// TestWrappedMatch: a wrapped match plays like the bare one with built-in bots of either, and has the optional
// interfaces of the bare one.
func TestWrappedMatch(t *testing.T) {
	for name, s := range suites(t) {
		t.Run(name, func(t *testing.T) {
			bare, again := start(t, s.Kind, s.Setup), start(t, s.Kind, s.Setup)
			outer := wrapped{wrapped{again}}
			var bots, outerBots []game.Bot
			order := make([]int, bare.Players())
			for p, name := range s.Bots {
				order[p] = p
				bots = append(bots, bot(t, bare, name, p))
				outerBots = append(outerBots, bot(t, outer, name, p))
			}
			for bare.Turn() < s.Turns && !bare.Over() {
				for p := range order {
					bots[p].Act(bare)
					outerBots[p].Act(outer)
				}
				clone := wrapped{outer.Clone()} // including all players' actions
				for _, m := range []game.Match{bare, outer, clone} {
					m.Play(order, true)
				}
				if bare.Hash() != outer.Hash() || bare.Hash() != clone.Hash() {
					t.Fatalf("after turn %d the hash is %v, wrapped %v, of a clone %v", bare.Turn(), bare.Hash(),
						outer.Hash(), clone.Hash())
				}
			}
			_, has := bare.(game.StateLoader)
			if _, as := game.As[game.StateLoader](outer); as != has {
				t.Errorf("the match loads states: %v, wrapped: %v", has, as)
			}
			_, has = bare.(game.WithChance)
			if _, as := game.As[game.WithChance](outer); as != has {
				t.Errorf("the match has chance: %v, wrapped: %v", has, as)
			}
			if outer.Bare() != again || outer.State() != again.State() {
				t.Error("the wrapped match is not the one that was wrapped")
			}
		})
	}
}

// start returns a match at its start.
func start(tb testing.TB, k *game.Kind, s game.Setup) game.Match {
	tb.Helper()
	m, err := k.New(s)
	if err != nil {
		tb.Fatal(err)
	}
	return m
}

func bot(tb testing.TB, m game.Match, name string, player int) game.Bot {
	tb.Helper()
	b, err := m.Bot(name, player, match.Draws{Seed: 7}.PlayerSeed(player))
	if err != nil {
		tb.Fatal(err)
	}
	return b
}
