package arena_test

import (
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
		hog := exec.Command("testbot", "on", strconv.Itoa(processor), "hog")
		if err := hog.Start(); err != nil {
			t.Fatal(err)
		}
		hogs = append(hogs, hog)
	}
	return fmt.Sprintf("taskset -c %d ", processor), stop
}

// TestWhoseFault: beside programs that keep its processor busy, a bot that computes or sleeps for ever is late by its
// own fault, however little of the processor it gets, and one that needs little of it is late by the machine's.
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
			turns, limit, hogs := 25, 60*time.Millisecond, 3
			if !c.own {
				turns, limit, hogs = 100, 40*time.Millisecond, 9
			}
			bound, stop := crowd(t, hogs)
			cfg := arena.Config{Game: c.game, Turns: turns, Seed: 5, TurnTime: arena.Duration(limit),
				IDs: []int{0, 1}, Seats: []arena.Seat{{Bot: bound + c.command}, {Bot: "builtin:idle"}}}
			if c.script != "" {
				cfg.Seats[0] = talker(t, c.script)
				cfg.Seats[0].Bot = "stdio:" + bound + cfg.Seats[0].Bot[len("stdio:"):]
			}
			if c.game == "hexabomb" {
				cfg.Map = "tiny"
			}
			s := play(t, ownArena(), cfg, &witness{onTurn: func(turn int) {
				if turn == turns-1 {
					stop()
				}
			}}).Seats[0]
			t.Logf("late %d, by the machine %d: %+v", s.Late, s.Host, s.First.Late)
			if c.own && (s.Late < 15 || s.Host > 0) {
				t.Errorf("late in %d turns, in %d by the machine's fault; expected its own", s.Late, s.Host)
			}
			if !c.own && s.Late > s.Host {
				t.Errorf("late in %d turns, in %d by the machine's fault; expected all", s.Late, s.Host)
			}
		})
	}
}
