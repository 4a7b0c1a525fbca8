package engine

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"blastyard/internal/stage"
	"blastyard/tournament"
	"blastyard/tournament/event"
)

// manyEvent has matches of six out of 24 entrants.
func manyEvent(matches int) *event.Event {
	e := testEvent(24, matches/24)
	e.Schedule.Players = 6
	return e
}

// TestManyResults: the coordinator of an event with 1,000,000 results needs less than 200 MB, both while it plays and
// when it restarts. The race detector would change the memory use.
func TestManyResults(t *testing.T) {
	stage.Only(t, "fills a log with many results")
	if stage.Raced {
		t.Skip("it needs several times the memory; make memory runs this without it")
	}
	const matches = 1_000_000
	const most = 200 << 20
	if _, err := os.Stat("/proc/self/status"); err != nil {
		t.Skip("this system does not tell how much memory a process has")
	}
	ps := newProcesses(t)
	for _, what := range []string{"plays", "starts again"} {
		began := time.Now()
		p := ps.add(role{Kind: "many", Name: "coordinator", Dir: ps.dir, Rounds: matches})
		<-p.exited
		var used int
		var said string
		for used == 0 {
			select {
			case said = <-ps.lines:
			default:
				t.Fatalf("the coordinator ends with %q, %v", said, p.exitErr)
			}
			if text, is := strings.CutPrefix(said, "used "); is {
				used, _ = strconv.Atoi(strings.Fields(text)[0])
			}
		}
		t.Logf("%d matches: the coordinator %s in %v, and says: %s", matches, what, time.Since(began), said)
		if used > most {
			t.Errorf("the coordinator that %s used %d MB, want %d at most", what, used>>20, most>>20)
		}
	}
}

// many plays an event with many results and reports its maximum memory use.
func (r *role) many(t0 time.Time, e *Engine) {
	var counted int
	e.State(func(s *tournament.Schedule) { counted, _, _ = s.Count() })
	began := time.Now()
	e.Refresh(tournament.StandingsOptions{})
	fmt.Println("used", highWater(), "bytes;", counted, "matches; opened and played in",
		time.Since(t0).Round(time.Millisecond),
		"; standings in", time.Since(began).Round(time.Millisecond))
}

// highWater returns the maximum memory use of this process in bytes.
func highWater() int {
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return -1
	}
	for line := range strings.Lines(string(text)) {
		if f := strings.Fields(line); len(f) == 3 && f[0] == "VmHWM:" {
			n, _ := strconv.Atoi(f[1])
			return n << 10
		}
	}
	return -1
}
