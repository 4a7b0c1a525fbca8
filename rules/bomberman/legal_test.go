package bomberman

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestLegal plays games on crowded maps and compares the choices of every player with Step: a refused one is refused
// whatever the others do. Any other is executed if nobody else acts, unless its blocker stays.
func TestLegal(t *testing.T) {
	seen := map[Reason]int{}
	blocked, chained := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 3))
		s := NewState(crowdedMap(rng, rapid.IntRange(MinPlayers, MaxPlayers).Draw(t, "players")))
		for range rapid.IntRange(1, 10).Draw(t, "rounds") {
			var others []Command
			for range s.Map().Players() {
				others = append(others, []Command{Up, Left, Right, Down, PlaceBomb, PlaceBomb, TriggerBomb}[rng.IntN(7)])
			}
			for k := range s.Map().Players() {
				var given []Command
				before := pictureOf(s, nil)
				for c := range s.Legal(k) {
					given = append(given, c.Command)
					seen[c.Refused]++
					if c.Blocker != NoPlayer {
						blocked++
					}
					if c.Refused == NothingToTrigger && s.Player(k).OnMap > 0 {
						chained++
					}
					checkChoice(t, s, k, c, others)
				}
				if !slices.Equal(given, []Command{Up, Left, Right, Down, PlaceBomb, TriggerBomb}) {
					t.Fatalf("choices of %v", given)
				}
				if after := pictureOf(s, nil); !reflect.DeepEqual(before, after) {
					t.Fatal("to ask for the choices changed the state")
				}
			}
			s.Step(others, nil)
		}
	})
	for r := range numReasons {
		if seen[r] == 0 {
			t.Errorf("no choice was %q in %v", r, seen)
		}
	}
	if blocked == 0 || chained == 0 {
		t.Errorf("%d choices had a blocker, %d no trigger though there was a bomb", blocked, chained)
	}
}

func checkChoice(t *rapid.T, s *State, k int, c Choice, others []Command) {
	commands, failed := slices.Clone(others), make([]bool, len(others))
	commands[k] = c.Command
	among := s.Clone()
	among.Step(commands, failed)
	diedBefore := !among.Player(k).Alive && among.Player(k).At == s.Player(k).At
	if (c.Refused == Dead) != !s.Player(k).Alive {
		t.Fatalf("player %c, alive %v: %+v", Key(k), s.Player(k).Alive, c)
	}
	if c.Refused != NotRefused && !failed[k] && !diedBefore {
		t.Fatalf("player %c: %+v is not refused with %v\n%s", Key(k), c, commands, draw(s))
	}

	clear(commands)
	alone := s.Clone()
	alone.Step(commands, nil)
	if !alone.Player(k).Alive {
		return // dead, or in a blast of the coming round
	}
	commands[k] = c.Command
	alone.CopyFrom(s)
	alone.Step(commands, failed)
	if failed[k] != (c.Refused != NotRefused) {
		t.Fatalf("player %c: %+v; refused alone: %v\n%s", Key(k), c, failed[k], draw(s))
	}
	if c.Refused != NotRefused {
		return
	}
	switch c.Command {
	case PlaceBomb:
		if !alone.At(c.At).Bomb || c.At != s.Player(k).At {
			t.Fatalf("player %c: %+v, and no bomb is there\n%s", Key(k), c, draw(alone))
		}
	case TriggerBomb:
		if b := bombOn(alone, c.At); b.Owner != k || b.Timer != 1 {
			t.Fatalf("player %c: %+v triggers %+v\n%s", Key(k), c, b, draw(s))
		}
	default:
		if moved := alone.Player(k).At == c.At; moved != (c.Blocker == NoPlayer) {
			t.Fatalf("player %c: %+v, moved: %v\n%s", Key(k), c, moved, draw(s))
		}
		if c.Blocker != NoPlayer && s.At(c.At).Player != c.Blocker {
			t.Fatalf("player %c: %+v, and %+v is there", Key(k), c, s.At(c.At))
		}
	}
}

func bombOn(s *State, at Pos) Bomb {
	for i := range s.NumBombs() {
		if b := s.Bomb(i); b.At == at {
			return b
		}
	}
	return Bomb{Owner: NoPlayer}
}

func TestLegalAllocatesNothing(t *testing.T) {
	b := parseBoard(t, "A a9 . a1 B")
	s := b.state(t, b.newMap(t))
	if n := testing.AllocsPerRun(10, func() {
		for c := range s.Legal(0) {
			if c.Command == TriggerBomb && c.At != (Pos{3, 2}) {
				t.Errorf("%+v", c)
			}
		}
	}); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestWinner(t *testing.T) {
	for _, c := range []struct {
		name, board string
		want        int
	}{
		{"by points", "A: points=5|B: points=7|A B", 1},
		{"only by key", "A: points=5|B: points=5|A B", NoPlayer},
		{"a tie behind the first", "A: points=5|B: points=5|C: points=6|A B C", 2},
		{"a tie of the last two", "A: points=7|B: points=5|C: points=5|A B C", 0},
		{"the living first", "A: points=100 dead=3|B: points=-7|B", 1},
		{"all dead: who died first", "A: points=1 dead=9|B: points=1 dead=3|.", 1},
		{"all dead in one round", "A: points=1 dead=3|B: points=1 dead=3|.", NoPlayer},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := parseBoard(t, c.board)
			if got := b.state(t, b.newMap(t)).Winner(); got != c.want {
				t.Errorf("%d, want %d", got, c.want)
			}
		})
	}
}

// TestBlast compares Blast with the rules: the blocks that the explosion of a bomb covers.
func TestBlast(t *testing.T) {
	for _, c := range []struct{ name, board, want string }{
		{"free", ". . . a9r2 . . .", "5,2=0 6,2=1 7,2=2 4,2=1 3,2=2"},
		{"walls", "+ + a9r3 . # .", "4,2=0 5,2=1 3,2=1"},
		{"down and up", ".|.|a9r2|.|+", "2,4=0 2,5=1 2,6=2 2,3=1 2,2=2"},
		{"a bomb stops it", "a9r3 . b9 .", "2,2=0 3,2=1 4,2=2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := parseBoard(t, c.board)
			got := ""
			for at, distance := range b.state(t, b.newMap(t)).Blast(0) {
				got += fmt.Sprintf(" %d,%d=%d", at.X, at.Y, distance)
			}
			if got != " "+c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

// TestArms: a radius of 32 bits that has overflowed reaches left and up only.
func TestArms(t *testing.T) {
	if got, want := Arms(21, 3), [4]Arm{{1, 3}, {-1, 3}, {21, 3}, {-21, 3}}; got != want {
		t.Errorf("%v, want %v", got, want)
	}
	const far = 1<<31 - 1
	if got, want := Arms(21, -1<<31), [4]Arm{{1, 0}, {-1, far}, {21, 0}, {-21, far}}; got != want {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestWords(t *testing.T) {
	for got, want := range map[string]string{
		PlaceBomb.String():        "place bomb",
		Nothing.String():          "nothing",
		TriggerBomb.String():      "trigger",
		Command(200).String():     "nothing",
		BagEmpty.String():         "no bomb is left in the bag",
		NothingToTrigger.String(): "no bomb waits to be triggered",
		Reason(200).String():      "Reason(200)",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
