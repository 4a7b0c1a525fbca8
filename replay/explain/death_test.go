package explain

import (
	"testing"

	"blastyard/game/games"
	"blastyard/replay"
	"blastyard/rules/bomberman"
	"blastyard/rules/hexabomb"
)

// TestEveryDeathIsTold: in games of all kinds, the lessons contain as many deaths as the rules caused.
func TestEveryDeathIsTold(t *testing.T) {
	kinds := map[Kind]int{}
	for seed := range uint64(4) {
		for _, r := range []*replay.Replay{
			playHexabomb(t, "yard", seed, 80, 0, "random", "random", "greedy", "hunter"),
			playHexabomb(t, "tiny", seed, 60, 0, "random", "random", "random", "random"),
			playHexabomb(t, "maze4", seed, 80, 1, "ghost", "random", "random"),
			playBomberman(t, seed, 150, "random", "random", "reference", "random"),
		} {
			lessons, err := Match(r, games.All())
			if err != nil {
				t.Fatal(err)
			}
			told := make([]int, len(r.Header.Players))
			for _, l := range lessons {
				told[l.Player] += l.dead
				if l.dead > 0 {
					kinds[l.Kind] += l.dead
				}
			}
			for p, want := range deathsIn(t, r) {
				if told[p] != want {
					t.Errorf("%s, seed %d, player %d: the lessons tell of %d deaths, there were %d", r.Header.Game, seed, p, told[p], want)
				}
			}
		}
	}
	for _, k := range []Kind{Blast, OwnBomb, Death} {
		if kinds[k] == 0 {
			t.Errorf("no death is told by a lesson of kind %v", k)
		}
	}
	t.Log(kinds)
}

// deathsIn counts the deaths of each player, turn by turn.
func deathsIn(t *testing.T, r *replay.Replay) []int {
	t.Helper()
	m, err := replay.NewMatch(&r.Header, games.All())
	if err != nil {
		t.Fatal(err)
	}
	deaths := make([]int, m.Players())
	alive := func() (list []bool, owners []int) {
		switch s := m.State().(type) {
		case *hexabomb.State:
			b := s.Board()
			for x := range b.NumCharacters() {
				list, owners = append(list, s.Character(x).Alive), append(owners, b.Owner(x))
			}
		case *bomberman.State:
			for p := range m.Players() {
				list, owners = append(list, s.Player(p).Alive), append(owners, p)
			}
		}
		return list, owners
	}
	for i := range r.Turns {
		before, owners := alive()
		if err := replay.Play(m, &r.Turns[i], false); err != nil {
			t.Fatal(err)
		}
		after, _ := alive()
		for x := range before {
			if before[x] && !after[x] {
				deaths[owners[x]]++
			}
		}
	}
	return deaths
}
