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

// thousandEvent has matches of two out of 1,000 entrants, each of whom meets all others once or more often.
func thousandEvent(matches int) *event.Event {
	const n = 1000
	return testEvent(n, max(1, matches/(n*(n-1)/2)/2))
}

// TestManyResults: the coordinator of an event with 1,000,000 results needs less than 200 MB, and with 1,000 entrants
// less than 350 MB, both while it plays and when it restarts. The race detector would change the memory use.
func TestManyResults(t *testing.T) {
	stage.Only(t, "fills a log with many results")
	if stage.Raced {
		t.Skip("it needs several times the memory; make memory runs this without it")
	}
	t.Run("24 entrants", func(t *testing.T) { manyResults(t, false, 200<<20) })
	t.Run("1000 entrants", func(t *testing.T) { manyResults(t, true, 350<<20) })
}

// manyResults plays an event of a million results and starts it again, and measures that.
func manyResults(t *testing.T, thousand bool, most int) {
	const matches = 1_000_000
	if _, err := os.Stat("/proc/self/status"); err != nil {
		t.Skip("this system does not tell how much memory a process has")
	}
	ps := newProcesses(t)
	for _, what := range []string{"plays", "starts again"} {
		began := time.Now()
		p := ps.add(role{Kind: "many", Name: "coordinator", Dir: ps.dir, Rounds: matches, Thousand: thousand})
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
	cpu := cpuTime()
	var t *tournament.Tally // not Refresh, which would return the snapshot that is there
	e.State(func(s *tournament.Schedule) { t = s.Tally(0, true) })
	t.Tables(tournament.StandingsOptions{})
	fmt.Println("used", highWater(), "bytes;", counted, "matches; opened and played in",
		began.Sub(t0).Round(time.Millisecond), "with", cpu.Round(time.Millisecond), "of the processors",
		"; standings in", time.Since(began).Round(time.Millisecond), "with", (cpuTime() - cpu).Round(time.Millisecond))
}

// cpuTime returns the processor time that this process has used.
func cpuTime() time.Duration {
	text, err := os.ReadFile("/proc/self/stat")
	if err != nil {
		return 0
	}
	_, fields, _ := strings.Cut(string(text), ") ")
	ticks := 0
	for _, field := range strings.Fields(fields)[11:13] { // in user mode, and in the kernel
		n, _ := strconv.Atoi(field)
		ticks += n
	}
	return time.Duration(ticks) * 10 * time.Millisecond
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
