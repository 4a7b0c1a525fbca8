//go:build linux

// Command piece measures whether a judge of late turns would do better if it timed a known piece of work on the bot's
// core. It tells how slow a bot is that computes beside timers of 20 µs, and how slow the piece says it is. It counts
// for how many questions with a limit of 100 ms the bot would be blamed without the piece and with it.
// docs/sandbox.md has the result.
//
//	go run ./tools/blame/piece
package main

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"blastyard/bots/testbot"
)

// What runs, as the first argument of this program.
const (
	theBot   = "bot"   // computes for about 30 ms, and rests; further threads wait for timers
	thePiece = "piece" // computes for about 0.2 ms in each 40 ms
	theStorm = "storm" // only threads that wait for timers
)

// Steps of a computation, of which the bot and the piece need about a nanosecond for each.
const (
	botSteps   = 30_000_000
	pieceSteps = 200_000
)

// length is how long each case is measured.
const length = 25 * time.Second

func main() {
	if len(os.Args) != 3 {
		for _, c := range []struct{ others, own int }{{0, 0}, {3, 0}, {9, 0}, {60, 0}, {0, 9}} {
			if err := measure(c.others, c.own); err != nil {
				fmt.Fprintln(os.Stderr, "piece:", err)
				os.Exit(1)
			}
		}
		return
	}
	onOneCore()
	threads, _ := strconv.Atoi(os.Args[2])
	for range threads {
		go waitForTimers()
	}
	switch os.Args[1] {
	case theBot:
		compute(botSteps, 10*time.Millisecond)
	case thePiece:
		compute(pieceSteps, 40*time.Millisecond)
	case theStorm:
		time.Sleep(2 * length)
	}
}

// onOneCore binds this thread, and those that it will start, to a processor.
func onOneCore() {
	runtime.LockOSThread()
	core, err := testbot.Processor()
	var set unix.CPUSet
	set.Set(core)
	if err == nil {
		err = unix.SchedSetaffinity(0, &set)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "piece:", err)
		os.Exit(1)
	}
}

func waitForTimers() {
	onOneCore()
	_ = unix.Prctl(unix.PR_SET_TIMERSLACK, 1, 0, 0, 0)
	for wait := unix.NsecToTimespec(20_000); ; {
		_ = unix.Nanosleep(&wait, nil)
	}
}

// compute computes again and again, and prints when and for how many nanoseconds of this thread.
func compute(steps int, rest time.Duration) {
	clock := func() int64 {
		var t unix.Timespec
		_ = unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t)
		return t.Nano()
	}
	for end := time.Now().Add(length); time.Now().Before(end); {
		before, x := clock(), uint64(1)
		for range steps {
			x = x*6364136223846793005 + 1442695040888963407
		}
		runtime.KeepAlive(x)
		fmt.Println(time.Now().UnixMilli(), clock()-before)
		time.Sleep(rest)
	}
}

// sample is a computation: when it ended, and what it took.
type sample struct {
	at   int64 // ms
	took time.Duration
}

func run(mode string, threads int) (*exec.Cmd, *strings.Builder, error) {
	var out strings.Builder
	c := exec.Command(os.Args[0], mode, strconv.Itoa(threads))
	c.Stdout, c.Stderr = &out, os.Stderr
	return c, &out, c.Start()
}

// quiet is how long the bot and the piece need when nothing is beside them.
var quiet [2]time.Duration

// measure measures a bot and a piece beside threads of others and of the bot itself.
func measure(others, own int) error {
	storm, _, err := run(theStorm, others)
	if err != nil {
		return err
	}
	defer func() {
		_ = storm.Process.Kill()
		_ = storm.Wait()
	}()
	bot, said, err := run(theBot, own)
	if err != nil {
		return err
	}
	piece, told, err := run(thePiece, 0)
	if err != nil {
		return err
	}
	if err = bot.Wait(); err == nil {
		err = piece.Wait()
	}
	works, pieces := samples(said.String()), samples(told.String())
	if err != nil || len(works) == 0 || len(pieces) == 0 {
		return fmt.Errorf("%d works, %d pieces: %w", len(works), len(pieces), err)
	}
	if others+own == 0 {
		quiet = [2]time.Duration{mean(works), mean(pieces)}
	}
	fmt.Printf("timers of others: %d, of the bot: %d; the bot is %.2f times as slow, the piece %.2f\n", others, own,
		float64(mean(works))/float64(quiet[0]), float64(mean(pieces))/float64(quiet[1]))
	for _, n := range []int{1, 2, 4} {
		without, with := blamed(works, pieces, n)
		fmt.Printf("\tneeds %3d ms: of %d questions blamed for %d, with the piece for %d\n",
			(time.Duration(n) * quiet[0]).Milliseconds(), len(works)/n, without, with)
	}
	return nil
}

// blamed returns for how many questions of n works each a bot is blamed.
func blamed(works, pieces []sample, n int) (without, with int) {
	const limit = 95 * time.Millisecond // as the judge has it for 100 ms
	for i := 0; i+n <= len(works); i += n {
		var took time.Duration
		for _, w := range works[i : i+n] {
			took += w.took
		}
		var within []sample
		for _, p := range pieces {
			if p.at > works[max(0, i-1)].at && p.at <= works[i+n-1].at {
				within = append(within, p)
			}
		}
		if took >= limit {
			without++
		}
		if slow := float64(mean(within)) / float64(quiet[1]); float64(took)/max(1, slow) >= float64(limit) {
			with++
		}
	}
	return without, with
}

func samples(text string) (list []sample) {
	for line := range strings.Lines(text) {
		var s sample
		if _, err := fmt.Sscan(line, &s.at, (*int64)(&s.took)); err == nil {
			list = append(list, s)
		}
	}
	return list
}

func mean(list []sample) (d time.Duration) {
	for _, s := range list {
		d += s.took
	}
	return d / time.Duration(max(1, len(list)))
}
