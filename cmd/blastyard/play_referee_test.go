package main

import (
	"io"
	"testing"

	"blastyard/netorcai"
)

// TestBuiltinPlayerKeepsItsLastAnswer: the server may still read an answer while the bot gives the next one, also where turns
// between them were missed.
func TestBuiltinPlayerKeepsItsLastAnswer(t *testing.T) {
	p := testPlan(t, playOptions{seed: 1, bots: []string{"builtin:random", "builtin:random"}})
	r := newReferee(p.game.(*hexabombContest), p, 0, &screen{plan: p, out: io.Discard, err: io.Discard})
	if _, err := r.Init(2, 0, 60); err != nil {
		t.Fatal(err)
	}
	player := r.builtinPlayer(0)
	player.Start(netorcai.GameStarts{PlayerID: 0})
	for _, step := range []int{1, 2, 3} {
		turn := 0
		last := player.Act(t.Context(), turn, nil)
		for range 10 {
			kept := string(last)
			turn += step
			next := player.Act(t.Context(), turn, nil)
			if string(last) != kept {
				t.Fatalf("every %d turns: the answer before turn %d became another one", step, turn)
			}
			last = next
		}
	}
}
