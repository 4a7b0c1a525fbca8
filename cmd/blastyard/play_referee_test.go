package main

import (
	"io"
	"testing"

	"blastyard/harness"
	"blastyard/match"
	"blastyard/netorcai"
	"blastyard/netorcai/server"
)

// TestBuiltinPlayerKeepsItsLastAnswer: the server may still read an answer while the bot gives the next one, also where turns
// between them were missed.
func TestBuiltinPlayerKeepsItsLastAnswer(t *testing.T) {
	p := testPlan(t, playOptions{seed: 1, bots: []string{"builtin:random", "builtin:random"}})
	r := newReferee(p.game.(*hexabombContest), p, 0, make([]*harness.Process, 2), &screen{plan: p, out: io.Discard, err: io.Discard})
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

// TestLeftOutcomeIsACopy: who waits for a bot to leave may look at how it left while the match still counts what it did before.
func TestLeftOutcomeIsACopy(t *testing.T) {
	p := testPlan(t, playOptions{seed: 1, bots: []string{"builtin:random", "builtin:random"}})
	r := newReferee(p.game.(*hexabombContest), p, 0, make([]*harness.Process, 2), &screen{plan: p, out: io.Discard, err: io.Discard})
	if _, err := r.Init(2, 0, 60); err != nil {
		t.Fatal(err)
	}
	players := []server.Seat{
		{Index: 0, PlayerID: 0, Nickname: "random", Role: netorcai.RolePlayer},
		{Index: 1, PlayerID: 1, Nickname: "random2", Role: netorcai.RolePlayer},
	}
	for _, s := range players {
		s.PlayerID = -1
		r.LoggedIn(s)
	}
	r.Started(players, nil)
	seen := make(chan seatOutcome)
	go func() { // as servedMatch.watch does
		o := <-r.left[0]
		for range 1000 {
			if o.refused != 0 || o.reason != match.Disconnected || o.note != "gone" {
				t.Errorf("left with %+v", o)
				break
			}
		}
		seen <- o
	}()
	r.Left(players[0], "gone")
	for range 1000 {
		r.countsRefused(0)
	}
	<-seen
	if got := r.outcome.seats[0].refused; got != 1000 {
		t.Errorf("%d actions refused, want 1000", got)
	}
}
