package harness

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

func TestHostTimeLeavesOutWhatABotTakesFromItself(t *testing.T) {
	const s = time.Second
	type look struct {
		threads map[string]threadTime
		total   time.Duration
	}
	for what, c := range map[string]struct {
		looks []look
		want  time.Duration
	}{
		"nothing yet":                      {nil, 0},
		"one thread that waits":            {[]look{{map[string]threadTime{"1": {1 * s, 3 * s}}, 1 * s}}, 3 * s},
		"two that take it from each other": {[]look{{map[string]threadTime{"1": {5 * s, 5 * s}, "2": {5 * s, 5 * s}}, 10 * s}}, 0},
		"a helper that hardly runs":        {[]look{{map[string]threadTime{"1": {1 * s, 4 * s}, "2": {1 * s, 0}}, 2 * s}}, 3 * s},
		"a flood of children":              {[]look{{map[string]threadTime{"1": {1 * s, 4 * s}}, 9 * s}}, 0},
		"a quiet time after a busy one": {[]look{
			{map[string]threadTime{"1": {5 * s, 5 * s}, "2": {5 * s, 5 * s}}, 10 * s},
			{map[string]threadTime{"1": {5 * s, 7 * s}, "2": {5 * s, 5 * s}}, 10 * s},
		}, 2 * s},
		"a busy time after a quiet one": {[]look{
			{map[string]threadTime{"1": {0, 2 * s}}, 0},
			{map[string]threadTime{"1": {1 * s, 3 * s}}, 9 * s},
		}, 2 * s},
	} {
		var h hostTime
		for _, l := range c.looks {
			h.add(l.threads, l.total)
		}
		if h.sum != c.want {
			t.Errorf("%s: %v, want %v", what, h.sum, c.want)
		}
	}
}

// lastProcessor returns the highest number of a processor that this process may use.
func lastProcessor() (last int) {
	var usable unix.CPUSet
	if err := unix.SchedGetaffinity(0, &usable); err != nil {
		fmt.Println(err)
	}
	for n, left := 0, usable.Count(); left > 0; n++ {
		if usable.IsSet(n) {
			last, left = n, left-1
		}
	}
	return last
}

// TestHostTimeTellsOthersFromTheBot: a bot that must share a processor with others has waited for them, also according
// to its Exit.
func TestHostTimeTellsOthersFromTheBot(t *testing.T) {
	processor := strconv.Itoa(lastProcessor())
	if _, err := exec.LookPath("taskset"); err != nil {
		t.Skip(err)
	}
	p := begin(t, "eat processor", func(c *Command) { c.Words = append([]string{"taskset", "-c", processor}, c.Words...) })
	var others []*Process
	for range 3 {
		others = append(others, begin(t, "eat processor", func(c *Command) {
			c.Words = append([]string{"taskset", "-c", processor}, c.Words...)
		}))
	}
	const enough = 100 * time.Millisecond
	waitUntil(t, "the bot waits for a processor", func() bool { return p.HostTime() > enough })
	if err := StopAll(append(others, p), 0); err != nil {
		t.Fatal(err)
	}
	// Exit.Host is computed over the whole life: times in which the bot did not wait reduce it, but not HostTime's sum.
	if e := ended(t, p); e.Host < enough/2 || p.HostTime() < enough {
		t.Errorf("at its end it has waited for %v, %v", e.Host, p.HostTime())
	}
}

// TestABotCannotExcuseItself: processor time that a bot's own children use does not count as waiting for others.
func TestABotCannotExcuseItself(t *testing.T) {
	p := begin(t, "crowd one processor")
	ready(t, p)
	before := p.HostTime()
	waitUntil(t, "its children have run", func() bool {
		return childrenTime(p.body.(*supervised).cmd.Process.Pid) > 2*time.Second
	})
	// Other processes use some time too, but the two seconds that the children used must not be counted.
	host, all := p.HostTime()-before, time.Duration(0)
	threads := map[string]threadTime{}
	threadTimes(p.body.(*supervised).cmd.Process.Pid, threads)
	for _, thread := range threads {
		all = max(all, thread.waited)
	}
	if host > max(0, all-time.Second) {
		t.Errorf("it waited for %v, of which %v is said to be the machine's", all, host)
	}
}

// TestHelpersThatABotAbandonsAreItsOwn: the same holds for processes that the bot has started and that have lost
// their parent, also in its Exit.
func TestHelpersThatABotAbandonsAreItsOwn(t *testing.T) {
	p := begin(t, "abandon helpers")
	e := ended(t, p)
	if !e.Clean() {
		t.Fatalf("%v: %q", e, p.Tail(9))
	}
	// They shared one processor, so the bot cannot have waited for others longer than what is left of its life.
	const helped, ticks = helpers * helperTime, helpers * tick
	if left := e.Wall - e.User - e.System - helped; e.Host > max(0, left)+ticks {
		t.Errorf("it ran for %v with helpers, and %v of it are said to be the machine's: %+v", e.Wall, e.Host, e)
	}
}

const (
	helpers    = 6
	helperTime = 200 * time.Millisecond
)

// oneProcessor binds this process to one of its processors.
func oneProcessor() {
	var may, one unix.CPUSet
	err := unix.SchedGetaffinity(0, &may)
	for cpu := 0; err == nil && one.Count() == 0; cpu++ {
		if may.IsSet(cpu) {
			one.Set(cpu)
		}
	}
	if err = errors.Join(err, unix.SchedSetaffinity(0, &one)); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}

// usedProcessor returns the processor time of this process.
func usedProcessor() time.Duration {
	var t unix.Timespec
	_ = unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &t)
	return time.Duration(t.Nano())
}

func init() {
	if os.Getenv(botVariable) == "abandon helpers" {
		runtime.LockOSThread() // to the first thread of the process, whose waiting counts
	}
	misbehaviour["help"] = func() {
		for usedProcessor() < helperTime {
		}
	}
	misbehaviour["start help"] = func() { // the bot ends, so the helpers lose their parent
		for range helpers {
			cmd := exec.Command(os.Args[0])
			cmd.Env, cmd.Stdout = botEnv("help"), os.Stdout
			try("a helper", cmd.Start())
		}
	}
	misbehaviour["abandon helpers"] = func() {
		oneProcessor()
		r, w, err := os.Pipe()
		if err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		cmd := exec.Command(os.Args[0])
		cmd.Env, cmd.Stdout = botEnv("start help"), w
		if err := cmd.Run(); err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		w.Close()
		fd := int(r.Fd()) // to be called once: it makes the pipe blocking
		_ = unix.SetNonblock(fd, true)
		for { // until all helpers have ended, which hold the other end of the pipe
			if n, err := unix.Read(fd, make([]byte, 1000)); n == 0 && err == nil {
				runtime.KeepAlive(r) // so that it is not closed before
				return
			}
		}
	}
	misbehaviour["crowd one processor"] = func() {
		var one unix.CPUSet
		one.Set(lastProcessor())
		if err := unix.SchedSetaffinity(0, &one); err != nil {
			fmt.Println(err)
		}
		for range 6 {
			cmd := exec.Command(os.Args[0])
			cmd.Env = botEnv("eat processor")
			if err := cmd.Start(); err != nil {
				fmt.Println(err)
			}
		}
		fmt.Println("ready")
		misbehaviour["eat processor"]()
	}
}

// TestWaitsOfOneThread: what a thread that is ready may have waited, look by look, in milliseconds.
func TestWaitsOfOneThread(t *testing.T) {
	type look struct{ since, ran, waited, want int } // since the last look
	for what, looks := range map[string][]look{
		"waits all the time":                      {{40, 0, 0, 40}, {40, 0, 0, 80}, {40, 0, 0, 120}},
		"runs, then waits":                        {{40, 0, 0, 40}, {40, 3, 60, 17}, {40, 0, 0, 57}},
		"runs twice, then waits":                  {{40, 0, 0, 40}, {40, 6, 70, 4}},
		"runs all the time":                       {{40, 40, 0, 0}, {40, 40, 0, 0}},
		"has slept before it waited":              {{40, 0, 0, 40}, {40, 2, 1, 38}},
		"waits for less than the kernel says now": {{40, 0, 0, 40}, {40, 1, 90, 0}},
	} {
		h := &hostTime{threads: map[string]threadTime{"t": {}}}
		var ran, waited time.Duration
		for i, l := range looks {
			ms := func(n int) time.Duration { return time.Duration(n) * time.Millisecond }
			ran, waited = ran+ms(l.ran), waited+ms(l.waited)
			now := map[string]threadTime{"t": {ran, waited}}
			h.unknown = h.idle(now, ms(l.since), ms(l.ran))
			if got := h.unknown["t"]; got != ms(l.want) {
				t.Errorf("%s: look %d: %v, expected %d ms", what, i, got, l.want)
			}
			h.threads = now
		}
	}
}
