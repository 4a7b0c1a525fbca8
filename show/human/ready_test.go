package human_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"blastyard/arena"
	"blastyard/game/viewer"
	"blastyard/show/human"
)

// ready calls Ready and returns when that waits. The channel is closed when the match may begin.
func ready(ctx context.Context, p *human.Persons, after time.Duration) <-chan struct{} {
	begun := make(chan struct{})
	go func() {
		defer close(begun)
		p.Ready(ctx, after)
	}()
	synctest.Wait()
	return begun
}

func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// TestReadyWhenAllHaveCome: the match waits until all persons have opened their addresses. The page says who is
// missing.
func TestReadyWhenAllHaveCome(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, ann, bob := seated(t)
		page := &board{}
		p.ShownAt(page)
		begun := ready(t.Context(), p, 0)
		want := []human.Seat{{Name: "ann"}, {Name: "bob"}}
		if isClosed(begun) || !slices.Equal(p.Waiting(), want) {
			t.Fatalf("begun %t, waiting for %v", isClosed(begun), p.Waiting())
		}
		bob.Join()
		bob.Join()
		want[1].Joined = true
		if got := fmt.Sprint(p.Absent()); got != "[ann]" {
			t.Errorf("%s are absent", got)
		}
		time.Sleep(24 * time.Hour) // the clock is the test's own
		if isClosed(begun) || !slices.Equal(p.Waiting(), want) {
			t.Fatalf("begun %t, waiting for %v", isClosed(begun), p.Waiting())
		}
		ann.Join()
		<-begun
		if p.Waiting() != nil {
			t.Errorf("still waiting for %v", p.Waiting())
		}
		if got, want := fmt.Sprint(page.absent), "[[0 1] [1] [] []]"; got != want {
			t.Errorf("the page was told that %s are absent, want %s", got, want)
		}
	})
}

// TestStartWithoutThoseWhoAreMissing: the match begins after the given time. A missing person does nothing until it
// joins.
func TestStartWithoutThoseWhoAreMissing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, ann, bob := seated(t)
		began := time.Now()
		begun := ready(t.Context(), p, 30*time.Second)
		time.Sleep(40 * time.Second) // the clock is the test's own
		if isClosed(begun) {
			t.Error("the match begins though nobody is there")
		}
		ann.Join()
		<-begun
		if waited := time.Since(began); waited != 40*time.Second {
			t.Errorf("it waited %v", waited)
		}
		if got := <-asks(t.Context(), bob, 1); got != nil {
			t.Errorf("bob is absent, and asks for %v", got)
		}
		answer := asks(t.Context(), ann, 1)
		if err := ann.Play(1, nil); err != nil {
			t.Error(err)
		}
		<-answer
		bob.Join()
		answer = asks(t.Context(), bob, 2)
		up := []viewer.Wish{{Token: 3, Do: "up"}}
		if err := bob.Play(2, up); err != nil {
			t.Error(err)
		}
		if got := <-answer; !slices.Equal(got, up) {
			t.Errorf("bob came, and the match got %v", got)
		}
	})
}

// TestReadyEnds: Ready ends with the context, and at once if nobody plays or the only person is at the terminal.
func TestReadyEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, _, _ := seated(t)
		ctx, cancel := context.WithCancel(t.Context())
		begun := ready(ctx, p, 0)
		cancel()
		<-begun
		one, err := human.New(arena.Config{Seats: []arena.Seat{{Bot: "human"}}}, false)
		if err != nil {
			t.Fatal(err)
		}
		one.SitAtTerminal()
		<-ready(t.Context(), one, 0)
		<-ready(t.Context(), &human.Persons{}, 0)
	})
}

// TestMissedTurn: a person with a time limit sees the remaining time, and which turn it missed.
func TestMissedTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := arena.Config{Seats: []arena.Seat{{Bot: "human:ann"}}, TurnTime: arena.Duration(20 * time.Second)}
		p, err := human.New(c, true)
		if err != nil {
			t.Fatal(err)
		}
		ann := first(p)
		ctx, cancel := context.WithCancel(t.Context())
		answer := asks(ctx, ann, 4)
		time.Sleep(5 * time.Second)
		if v := ann.Look(); v.Left != 15_000 || v.Limit != 20_000 || v.Missed != 0 {
			t.Errorf("after 5 s: %+v", v)
		}
		cancel()
		<-answer
		if v := ann.Look(); v.Left != 0 || v.Missed != 5 {
			t.Errorf("after the turn: %+v", v)
		}
	})
}
