package games

import (
	"encoding/json"
	"slices"
	"testing"

	"blastyard/game"
	"blastyard/game/match"
	"blastyard/rules/bomberman"
)

// secretBomberman returns a match of a seed and a secret, and its map.
func secretBomberman(tb testing.TB, players int, seed uint64, secret match.Secret) (game.Match, *bomberman.Map) {
	tb.Helper()
	m, err := Bomberman().New(game.Setup{Players: players, Seed: seed, Secret: secret})
	if err != nil {
		tb.Fatal(err)
	}
	return m, m.State().(*bomberman.State).Map()
}

// hidden returns the blocks with power-ups under walls.
func hidden(m *bomberman.Map) (list []int) {
	for i, b := range m.Blocks {
		if b.Wall == bomberman.SoftWall && b.PowerUp != bomberman.NoPowerUp {
			list = append(list, i)
		}
	}
	return list
}

// shown returns the walls of a map, as players see them.
func shown(m *bomberman.Map) (walls []bomberman.Wall) {
	for _, b := range m.Blocks {
		walls = append(walls, b.Wall)
	}
	return walls
}

// An attack gets a match as a bot sees it, and says under which walls it expects power-ups.
type attack struct {
	name  string
	guess func(t *testing.T, players int, state []byte, walls []bomberman.Wall) *bomberman.Map
}

const guessedSeeds = 150 // in so few seeds the second attack looks for that of the match

var attacks = []attack{
	{"simulate with MapSeed", func(t *testing.T, players int, state []byte, _ []bomberman.Wall) *bomberman.Map {
		var seen struct{ MapSeed int32 }
		if err := json.Unmarshal(state, &seen); err != nil {
			t.Fatal(err)
		}
		m, err := bomberman.Generate(bomberman.DefaultSettings(), players, seen.MapSeed)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}},
	{"find the seed by the walls", func(t *testing.T, players int, _ []byte, w []bomberman.Wall) *bomberman.Map {
		for seed := range int32(guessedSeeds) {
			m, err := bomberman.Generate(bomberman.DefaultSettings(), players, seed)
			if err == nil && slices.Equal(shown(m), w) {
				return m
			}
		}
		t.Fatal("no seed has these walls")
		return nil
	}},
}

// TestXRay: who knows the seed of a map finds all that it hides, unless the match has a secret. Then the seed tells
// as much as a guess by the rules for the same walls.
func TestXRay(t *testing.T) {
	for _, players := range []int{2, 4, 8} {
		for _, a := range attacks {
			var found, open, blind, all int
			for seed := range uint64(60) {
				count := func(secret match.Secret) (n int) {
					m, board := secretBomberman(t, players, seed, secret)
					guess := hidden(a.guess(t, players, m.AppendState(nil), shown(board)))
					for _, block := range hidden(board) {
						if slices.Contains(guess, block) {
							n++
						}
					}
					return n
				}
				_, played := secretBomberman(t, players, seed, match.Secret{1, byte(seed)})
				_, other := secretBomberman(t, players, seed, match.Secret{2, byte(seed)})
				open += count(match.Secret{})
				found += count(match.Secret{1, byte(seed)})
				for _, block := range hidden(played) {
					if slices.Contains(hidden(other), block) {
						blind++
					}
				}
				all += len(hidden(played))
			}
			if open != all {
				t.Errorf("%s, %d players: without a secret it finds %d of %d", a.name, players, open, all)
			}
			if slack := all / 25; found > blind+slack {
				t.Errorf("%s, %d players: with a secret it finds %d of %d, a blind guess %d", a.name, players, found, all,
					blind)
			}
			t.Logf("%s, %d players: %d of %d, blind %d", a.name, players, found, all, blind)
		}
	}
}

// TestRestartSecret: a match that is started again is as a new one, with and without a secret.
func TestRestartSecret(t *testing.T) {
	m, _ := secretBomberman(t, 4, 1, match.Secret{})
	for seed, secret := range []match.Secret{{5}, {}, {6}, {5}, {}} {
		if err := m.(game.WithSecret).RestartSecret(uint64(seed), secret); err != nil {
			t.Fatal(err)
		}
		want, _ := secretBomberman(t, 4, uint64(seed), secret)
		if m.Hash() != want.Hash() {
			t.Errorf("seed %d, secret %v: another match", seed, secret)
		}
	}
}
