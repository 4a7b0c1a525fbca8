package arena_test

import (
	"context"
	"fmt"
	"os/exec"
	"strconv"
	"sync"
	"testing"
	"time"

	"blastyard/arena"
	"blastyard/bots/testbot"
	"blastyard/internal/stage"
)

// crowd keeps a processor busy until stop is called, or the test ends. bound binds a command to that processor.
func crowd(t *testing.T, programs int) (bound string, stop func()) {
	t.Helper()
	if _, err := exec.LookPath("taskset"); err != nil {
		t.Skip(err)
	}
	processor, err := testbot.Processor() // the other processors stay free for other tests
	if err != nil {
		t.Fatal(err)
	}
	var hogs []*exec.Cmd
	stop = sync.OnceFunc(func() {
		for _, hog := range hogs {
			_ = hog.Process.Kill()
			_ = hog.Wait()
		}
	})
	t.Cleanup(stop)
	for range programs {
		hog := exec.Command("testbot", "on", strconv.Itoa(processor), "load", "loop")
		if err := hog.Start(); err != nil {
			t.Fatal(err)
		}
		hogs = append(hogs, hog)
	}
	return fmt.Sprintf("taskset -c %d ", processor), stop
}

// faultSink is a sink that waits for a late turn that is a bot's own fault, and for a last turn.
type faultSink struct {
	arena.NopSink
	last         int
	over, blamed func()
}

func (f *faultSink) Turn(t *arena.Turn) {
	if len(t.Late) > len(t.Host) {
		f.blamed()
	}
	if t.Number == f.last {
		f.over()
	}
}

// TestWhoseFault: beside programs that keep its processor busy, a bot that computes or sleeps for ever is late by its
// own fault, however little of the processor it gets, and one that needs little of it is late by the machine's. For many
// more turns, and other kinds of load, tools/blame measures that.
func TestWhoseFault(t *testing.T) {
	const loop, sleep = "while :; do :; done", "exec sleep 60"
	for name, c := range map[string]struct {
		game, script string // over stdio
		command      string // over netorcai
		often        bool   // in every run of the tests
		own          bool
	}{
		"a loop":                 {game: "hexabomb", script: third("[]", loop), often: true, own: true},
		"a sleeper":              {game: "hexabomb", script: third("[]", sleep), own: true},
		"well":                   {game: "hexabomb", script: every("[]")},
		"a loop in a child":      {game: "hexabomb", script: third("[]", "sh -c '"+loop+"'; :"), own: true},
		"a loop over netorcai":   {game: "hexabomb", command: "testbot loop", own: true},
		"well over netorcai":     {game: "hexabomb", command: "testbot thinker"},
		"a loop in Bomberman":    {game: "bomberman", script: third(`{"command":6}`, loop), own: true},
		"a sleeper in Bomberman": {game: "bomberman", script: third(`{"command":6}`, sleep), own: true},
		"well in Bomberman":      {game: "bomberman", script: every(`{"command":6}`)},
	} {
		t.Run(name, func(t *testing.T) {
			if !c.often {
				stage.Only(t, "keeps a processor busy for some seconds")
			}
			// In so many turns a loop that gets a hundredth of the processor has run for the limit.
			turns, limit, hogs := 600, 60*time.Millisecond, 3
			if !c.own {
				turns, limit, hogs = 100, 40*time.Millisecond, 9
			}
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			bound, stop := crowd(t, hogs)
			cfg := arena.Config{Game: c.game, Turns: turns, Seed: 5, TurnTime: arena.Duration(limit),
				IDs: []int{0, 1}, Seats: []arena.Seat{{Bot: bound + c.command}, {Bot: "builtin:idle"}}}
			if c.script != "" {
				cfg.Seats[0] = bind(talker(t, c.script), bound)
			}
			if c.game == "hexabomb" {
				cfg.Map = "tiny"
			}
			r, err := ownArena().Play(ctx, cfg, &faultSink{last: turns - 1, over: stop, blamed: func() {
				if c.own {
					stop()
					cancel()
				}
			}})
			if r == nil {
				t.Fatal(err)
			}
			s := r.Seats[0]
			if c.own && (ctx.Err() == nil || s.Late <= s.Host) {
				t.Errorf("late in %d of %d turns, in %d by the machine's fault; expected its own", s.Late, r.Turns, s.Host)
			}
			if own := s.Late - s.Host; !c.own && own > 1+s.Late/20 {
				t.Errorf("late in %d turns, in %d by the machine's fault; expected nearly all", s.Late, s.Host)
			}
		})
	}
}

// bind binds a bot over stdio to a processor, as bound does for a command.
func bind(s arena.Seat, bound string) arena.Seat {
	s.Bot = "stdio:" + bound + s.Bot[len("stdio:"):]
	return s
}
