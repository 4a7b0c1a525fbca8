package human_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"blastyard"
	"blastyard/arena"
	"blastyard/arena/record"
	"blastyard/game/match"
	"blastyard/game/viewer"
	"blastyard/replay"
	"blastyard/show/human"
)

// bell is a page that wakes the people whenever the match waits for somebody else.
type bell []chan struct{}

func (bell) ID() string { return "1" }

func (b bell) Await(_, _ []int) {
	for _, wake := range b {
		select {
		case wake <- struct{}{}:
		default: // it is already awake
		}
	}
}

// playAtRandom answers every turn with a random possible choice, until ctx ends. It returns how many wishes it sent,
// by turn.
func playAtRandom(
	ctx context.Context, t *testing.T, h *human.Person, wake <-chan struct{}, random *rand.Rand,
) map[int]int {
	sent := map[int]int{}
	for ctx.Err() == nil {
		select {
		case <-wake:
		case <-ctx.Done():
		}
		v := h.Look()
		if v.Choices == nil {
			continue
		}
		var wishes []viewer.Wish
		for _, piece := range v.Choices.Pieces {
			allowed := slices.DeleteFunc(slices.Clone(piece.Choices), func(c viewer.Choice) bool {
				return c.Refused != "" || c.Note != "" || c.Do == viewer.DoBomb // avoid early deaths
			})
			if len(allowed) > 0 && random.IntN(10) > 0 {
				wishes = append(wishes, viewer.Wish{Token: piece.Token, Do: allowed[random.IntN(len(allowed))].Do})
			}
		}
		if err := h.Play(v.Choices.Turn, wishes); err == nil {
			sent[v.Choices.Turn] = len(wishes)
		} else if !errors.Is(err, viewer.ErrLate) || ctx.Err() == nil {
			t.Errorf("%s in turn %d: %v", v.Name, v.Choices.Turn, err)
			return sent
		}
	}
	return sent
}

// TestMatchByHand: two people and a bot play a match, and its replay contains their choices.
func TestMatchByHand(t *testing.T) {
	for _, c := range []arena.Config{{Game: "bomberman", Turns: 30}, {Game: "hexabomb", Map: "yard", Turns: 30}} {
		t.Run(c.Game, func(t *testing.T) {
			c.Seed, c.Seats = 5, []arena.Seat{{Bot: "human:ann"}, {Bot: "human:bob"}, {Bot: "builtin:random"}}
			matchByHand(t, c)
		})
	}
}

func matchByHand(t *testing.T, c arena.Config) {
	p, err := human.New(c, false)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "hand.blast")
	ctx, over := context.WithCancel(t.Context())
	defer over()
	type person struct {
		seat int
		sent map[int]int
	}
	played := make(chan person, 2)
	var wakes bell
	p.Sit(&c)
	for k := range c.Seats {
		h, ok := c.Seats[k].Player.(*human.Person)
		if !ok {
			continue
		}
		wake := make(chan struct{}, 1)
		wakes = append(wakes, wake)
		go func() {
			played <- person{k, playAtRandom(ctx, t, h, wake, rand.New(rand.NewPCG(1, uint64(k))))}
		}()
	}
	p.ShownAt(wakes)
	r, err := blastyard.Play(t.Context(), c, record.New(record.Options{Path: file}))
	over()
	if err != nil {
		t.Fatal(err)
	}
	recorded, err := replay.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		x := <-played
		if s := r.Seats[x.seat]; s.Reason != match.Finished || s.Late > 0 || len(x.sent) < 5 {
			t.Errorf("%+v after %d turns", s, len(x.sent))
		}
		for turn, wishes := range x.sent {
			moves := recorded.Turns[turn].Moves
			i := slices.IndexFunc(moves, func(m replay.Move) bool { return m.Player == r.Seats[x.seat].Player })
			if i < 0 || wishesIn(string(moves[i].Actions)) != wishes {
				t.Errorf("turn %d: seat %d sent %d wishes, the replay has %v", turn+1, x.seat, wishes, moves)
			}
		}
	}
}

// wishesIn returns the number of actions of a recorded move: the length of an array, or the number of a command.
func wishesIn(actions string) int {
	switch {
	case strings.HasPrefix(actions, "["):
		return strings.Count(actions, "{")
	case actions == "0":
		return 0
	}
	return 1
}
