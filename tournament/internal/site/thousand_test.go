package site

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"blastyard/internal/stage"
	"blastyard/tournament"
	"blastyard/tournament/engine"
	"blastyard/tournament/event"
	"blastyard/tournament/internal/heap"
	"blastyard/tournament/internal/web"
	"blastyard/tournament/internal/worker"
)

// thousandVariable makes the test binary a process of TestMemoryOfThousand. It holds the folder and what to do there.
const thousandVariable = "BLASTYARD_SITE_THOUSAND"

// pagesOfThousand are the pages that are measured, the first page first.
var pagesOfThousand = []string{"/", "/standings", "/standings?find=bot0777", "/cross-table",
	"/cross-table?from=500&against=300", "/matches", "/entrants/1", "/api/standings", "/api/cross-table",
	"/csv/cross-table.csv", "/"}

// TestMemoryOfThousand measures an event of 1,000 entrants and 1,000,000 results: the first page after a start, other
// pages, the processor time of a start, and memory, which is at most 250 MB after a start and all these pages.
func TestMemoryOfThousand(t *testing.T) {
	stage.Only(t, "plays a million matches")
	if stage.Raced {
		t.Skip("it needs several times the memory; make memory runs this without it")
	}
	if _, err := os.Stat("/proc/self/status"); err != nil {
		t.Skip("this system does not tell how much memory a process has")
	}
	dir := t.TempDir()
	for _, what := range []string{"play", "show"} {
		cmd := exec.CommandContext(t.Context(), os.Args[0])
		cmd.Env = append(os.Environ(), thousandVariable+"="+what+" "+dir)
		cmd.Stderr = os.Stderr
		out, err := cmd.Output()
		t.Logf("%s:\n%s", what, out)
		if err != nil {
			t.Fatal(err)
		}
		_, used, _ := strings.Cut(string(out), "MB at most: ")
		most, err := strconv.Atoi(strings.TrimSpace(used))
		if err != nil || what == "show" && most > 250 {
			t.Errorf("%s needs %d MB, want at most 250; error %v", what, most, err)
		}
	}
}

// beThousand is a process of TestMemoryOfThousand.
func beThousand(task string) int {
	what, dir, _ := strings.Cut(task, " ")
	heap.KeepSmall() // as tournament run does
	run := playThousand
	if what == "show" {
		run = showThousand
	}
	if err := run(dir); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	kilobytes, _ := strconv.Atoi(fieldOf("/proc/self/status", "VmHWM:"))
	fmt.Println("MB at most:", kilobytes>>10)
	return 0
}

// fieldOf returns the word after a name at the beginning of a line.
func fieldOf(path, name string) string {
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		if rest, is := strings.CutPrefix(s.Text(), name); is {
			return strings.Fields(rest)[0]
		}
	}
	return ""
}

// used returns the processor time that this process has used.
func used() time.Duration {
	text, _ := os.ReadFile("/proc/self/stat")
	_, fields, _ := strings.Cut(string(text), ") ")
	ticks := 0
	for i, field := range strings.Fields(fields) {
		if n, _ := strconv.Atoi(field); i == 11 || i == 12 { // in user mode, and in the kernel
			ticks += n
		}
	}
	return time.Duration(ticks) * 10 * time.Millisecond
}

// openThousand opens an event in which each of 1,000 entrants meets each other twice.
func openThousand(dir string) (*engine.Engine, *event.Event, error) {
	var text strings.Builder
	text.WriteString("name = \"Thousand\"\ngame = \"hexabomb\"\nmaps = [\"tiny\"]\nturns = 20\nseed = 7\n" +
		"format = \"round-robin\"\nrounds = 1\nplayers = 2\nkeep = \"failures\"\nmax_matches = 1000000\n")
	for i := range 1000 {
		fmt.Fprintf(&text, "[[bot]]\nname = \"bot%04d\"\ncommand = \"builtin:idle\"\n", i)
	}
	ev, err := event.Parse([]byte(text.String()), dir)
	if err != nil {
		return nil, nil, err
	}
	e, err := engine.Open(context.Background(), engine.Options{Dir: filepath.Join(dir, "store"), Event: ev, Jobs: 2,
		Player: lottery{}})
	return e, ev, err
}

func playThousand(dir string) error {
	e, _, err := openThousand(dir)
	if err != nil {
		return err
	}
	if err := e.Run(context.Background()); err != nil {
		return err
	}
	return e.Close()
}

// showThousand starts an event that is played, and asks for its pages.
func showThousand(dir string) error {
	began := time.Now()
	e, ev, err := openThousand(dir)
	if err != nil {
		return err
	}
	defer e.Close()
	source := Of(e, ev, nil)
	defer source.Close()
	site, err := web.New(web.Options{Source: source, About: About(ev, "http://localhost/"), AnyHost: true})
	if err != nil {
		return err
	}
	defer site.Close()
	fmt.Printf("ready after %v, with %v of the processors\n", time.Since(began).Round(time.Millisecond), used())
	for _, path := range pagesOfThousand {
		before, cpu := time.Now(), used()
		w := &counter{header: http.Header{}, code: http.StatusOK}
		site.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
		fmt.Printf("%s: %d, %d kB in %v, with %v of the processors\n", path, w.code, w.bytes>>10,
			time.Since(before).Round(time.Millisecond/10), used()-cpu)
		if w.code != http.StatusOK {
			return fmt.Errorf("%s: status %d", path, w.code)
		}
	}
	return askMeanwhile(e, site)
}

// askMeanwhile asks for the standings while they are computed anew, again and again, and prints the longest time that a
// reader has waited.
func askMeanwhile(e *engine.Engine, site http.Handler) error {
	computing, computed := make(chan struct{}), 0
	ctx, stop := context.WithCancel(context.Background())
	go func() {
		defer close(computing)
		for ctx.Err() == nil { // each time with other options, for else nothing is computed
			e.Refresh(tournament.StandingsOptions{NoFingerprint: computed%2 == 0})
			computed++
		}
	}()
	longest := time.Duration(0)
	for range 50 {
		before, w := time.Now(), &counter{header: http.Header{}, code: http.StatusOK}
		site.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/standings", nil))
		longest = max(longest, time.Since(before))
		time.Sleep(20 * time.Millisecond) // readers do not come at once
	}
	stop()
	<-computing
	fmt.Printf("/standings while they were computed %d times: %v at most\n", computed, longest.Round(time.Millisecond/10))
	if computed == 0 {
		return errors.New("the standings were not computed meanwhile")
	}
	return nil
}

// counter counts an answer, and keeps none of it.
type counter struct {
	header http.Header
	code   int
	bytes  int
}

func (c *counter) Header() http.Header            { return c.header }
func (c *counter) WriteHeader(code int)           { c.code = code }
func (c *counter) Write(text []byte) (int, error) { c.bytes += len(text); return len(text), nil }

// lottery plays matches without a game: the entrant with the larger number wins more often.
type lottery struct{}

func (lottery) Missing(worker.Need) string                { return "" }
func (lottery) Abilities(context.Context) event.Abilities { return event.Abilities{} }

func (lottery) Play(_ context.Context, job *worker.Job, _ func(worker.Progress)) ([]tournament.Result, error) {
	var results []tournament.Result
	for i := range job.Fixtures {
		f := &job.Fixtures[i]
		r := tournament.Result{ID: f.ID, Try: f.Try, Entrants: f.Entrants, Turns: 20, Ended: time.Now().UnixMilli(),
			Ranks: []int{1, 2}, Scores: make([]int, 2), State: fmt.Sprintf("%016x", f.Seed)}
		for i, e := range f.Entrants {
			r.Scores[i] = e/20 + int(f.Seed>>(8*i+8*f.ID.Match))&63
		}
		switch {
		case r.Scores[0] < r.Scores[1]:
			r.Ranks = []int{2, 1}
		case r.Scores[0] == r.Scores[1]:
			r.Ranks = []int{1, 1}
		}
		results = append(results, r)
	}
	return results, nil
}
