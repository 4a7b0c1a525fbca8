package arena_test

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"blastyard/arena"
	"blastyard/arena/internal/cores"
)

// TestOwnProcessors: each program of a match has a processor of its own if the arena keeps one, or else none has. What a
// match has is given back.
func TestOwnProcessors(t *testing.T) {
	cores.Claims = fmt.Sprintf("@blastyard-test-%d-core-", os.Getpid())
	var set unix.CPUSet
	if err := unix.SchedGetaffinity(0, &set); err != nil || cores.Fair() != set.Count()-1 {
		t.Skipf("%d processors, of which %d programs can have their own, %v", set.Count(), cores.Fair(), err)
	}
	const list = "grep Cpus_allowed_list /proc/self/status >&2\n"
	for _, c := range []struct {
		game, answer string
		programs     int
		endless      bool
	}{
		{"hexabomb", "[]", 1, false}, {"hexabomb", "[]", 1, true}, {"hexabomb", "[]", 2, false}, {"bomberman", "{}", 1, false},
	} {
		cfg := arena.Config{Game: c.game, Turns: 3, Seed: 5, TurnTime: arena.Duration(time.Minute), IDs: []int{0, 1}}
		if c.endless {
			cfg.TurnTime, cfg.NoTimeout = 0, true
		}
		for range c.programs {
			cfg.Seats = append(cfg.Seats, talker(t, list+every(c.answer)))
		}
		for len(cfg.Seats) < 2 {
			cfg.Seats = append(cfg.Seats, arena.Seat{Bot: "builtin:random"})
		}
		w := &witness{}
		play(t, ownArena(), cfg, w)
		var lists []string
		for _, o := range w.output {
			if _, text, found := strings.Cut(o.Line.Text, "Cpus_allowed_list:"); found {
				lists = append(lists, strings.TrimSpace(text))
			}
		}
		slices.Sort(lists)
		own := set.Count() > c.programs && !c.endless
		if len(lists) != c.programs || len(slices.Compact(slices.Clone(lists))) != 1 && !own {
			t.Fatalf("%+v: the programs were on %q", c, lists)
		}
		for _, text := range lists {
			if n, err := strconv.Atoi(text); (err == nil) != own || own && !set.IsSet(n) {
				t.Errorf("%+v: a program was on %q of %d processors", c, text, set.Count())
			}
		}
		if own && len(slices.Compact(lists)) != c.programs {
			t.Errorf("%+v: programs share: %q", c, lists)
		}
	}
}
