// Package machine checks a machine: what matches and their page need, and what isolates bots.
package machine

import (
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"runtime"
	"strings"
	"time"

	"blastyard/arena/doctor"
	"blastyard/arena/harness"
	"blastyard/show/serve"
	"blastyard/show/terminal"
)

// Checks returns the checks of what matches and their page need. play plays a short match of built-in bots over a
// server, as bots do; out is where matches are shown, which may be a terminal.
func Checks(play func(context.Context) error, out io.Writer) []doctor.Check {
	return []doctor.Check{
		{Name: "match", Look: func(ctx context.Context) doctor.Finding { return lookMatch(ctx, play) }},
		{Name: "ports", Look: lookLoopback},
		{Name: "port 4242", Look: func(ctx context.Context) doctor.Finding {
			return lookPort(ctx, 4242, "blastyard netorcai cannot use its usual port", "name another one with --port")
		}},
		portOriginal,
		{Name: "browser", Look: lookBrowser},
		{Name: "terminal", Look: func(context.Context) doctor.Finding { return lookTerminal(out) }},
		{Name: "folder", Look: func(context.Context) doctor.Finding {
			return lookFolder(".", "no replays are kept here",
				"go to a folder of your own, or name a place with --replay")
		}},
		{Name: "temp folder", Look: func(context.Context) doctor.Finding {
			f := lookFolder(os.TempDir(), "no match whose bots are started each round, and no bot check",
				"make room there, or set TMPDIR (Windows: TEMP)")
			if f.Verdict != doctor.OK {
				f.Verdict = doctor.Fault
			}
			return f
		}},
		{Name: "programs", Look: func(context.Context) doctor.Finding {
			return lookProcesses(runtime.GOOS, "/proc/self/exe")
		}},
		{Name: "sandbox", Look: lookSandbox},
		{Name: "cores", Look: lookCores},
		{Name: "memory", Look: lookMemory},
		{Name: "clock", Look: lookClock},
	}
}

func lookMatch(ctx context.Context, play func(context.Context) error) doctor.Finding {
	err := play(ctx)
	switch {
	case ctx.Err() != nil:
		return doctor.Finding{Verdict: doctor.Note,
			Detail: fmt.Sprintf("a short one took more than %v", doctor.TimeLimit),
			Means:  "this machine is busy",
			Fix:    "give bots more time with --turn-time"}
	case err != nil:
		return doctor.Finding{Verdict: doctor.Fault, Detail: err.Error(), Means: "no match can be played",
			Fix: "see the line about ports"}
	}
	return doctor.Finding{Verdict: doctor.OK, Detail: "a short one was played"}
}

// lookLoopback checks that it can open a port and connect to it.
func lookLoopback(ctx context.Context) doctor.Finding {
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err == nil {
		defer l.Close()
		var c net.Conn
		if c, err = (&net.Dialer{}).DialContext(ctx, "tcp", l.Addr().String()); err == nil {
			c.Close()
		}
	}
	if err != nil {
		return doctor.Finding{Verdict: doctor.Fault, Detail: err.Error(),
			Means: "neither bots nor the page can be reached",
			Fix:   "let programs use 127.0.0.1 (a firewall, a container without loopback?)"}
	}
	return doctor.Finding{Verdict: doctor.OK, Detail: "free ones on 127.0.0.1"}
}

func lookPort(ctx context.Context, port int, means, fix string) doctor.Finding {
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", fmt.Sprintf("127.0.0.1:%d", port))
	if err != nil {
		return doctor.Finding{Verdict: doctor.Note, Detail: "not free", Means: means, Fix: fix}
	}
	l.Close()
	return doctor.Finding{Verdict: doctor.OK, Detail: "free"}
}

func lookBrowser(context.Context) doctor.Finding {
	path, err := serve.FindBrowser()
	if err != nil {
		return doctor.Finding{Verdict: doctor.Note, Detail: "no browser found",
			Means: "matches are shown in the terminal",
			Fix:   "set BROWSER to a browser, or open the address that play --listen prints from another machine"}
	}
	return doctor.Finding{Verdict: doctor.OK, Detail: path}
}

func lookTerminal(out io.Writer) doctor.Finding {
	f, ok := out.(*os.File)
	if !ok || !terminal.IsTerminal(f) {
		return doctor.Finding{Verdict: doctor.Note, Detail: "standard output is not a terminal",
			Means: "matches are shown as lines of text"}
	}
	o := terminal.OptionsFor(f, os.Environ())
	found := doctor.Finding{
		Verdict: doctor.OK,
		Detail:  fmt.Sprintf("%d columns, %d lines, colours: %v", o.Width, o.Height, o.Profile),
	}
	if o.Width < 80 || o.Height > 0 && o.Height < 24 {
		found.Verdict, found.Means = doctor.Note, "large boards do not fit"
		found.Fix = "make it 80 columns and 24 lines or larger"
	}
	return found
}

// lookFolder checks that it can write a file into a folder.
func lookFolder(dir, means, fix string) doctor.Finding {
	f, err := os.CreateTemp(dir, ".blastyard-doctor-*")
	if err == nil {
		_, err = f.WriteString("a line\n")
		f.Close()
		os.Remove(f.Name())
	}
	if err != nil {
		return doctor.Finding{Verdict: doctor.Note, Detail: "cannot be written to: " + err.Error(), Means: means,
			Fix: fix}
	}
	return doctor.Finding{Verdict: doctor.OK, Detail: "can be written to"}
}

// lookProcesses checks that programs can be started as bots. On Linux this needs a file that names this program.
func lookProcesses(system, itself string) doctor.Finding {
	if system != "linux" {
		return doctor.Finding{Verdict: doctor.OK, Detail: "can be started"}
	}
	if _, err := os.Stat(itself); err != nil {
		return doctor.Finding{Verdict: doctor.Fault, Detail: "cannot be started: " + err.Error(),
			Means: "only built-in bots can play", Fix: "mount -t proc proc /proc"}
	}
	return doctor.Finding{Verdict: doctor.OK, Detail: "can be started"}
}

func lookSandbox(context.Context) doctor.Finding {
	box, err := harness.NewSandbox(harness.SandboxAuto)
	if err != nil {
		return doctor.Finding{Verdict: doctor.Note, Detail: err.Error(),
			Means: "bots cannot be isolated from each other",
			Fix:   "run bots of others in a virtual machine"}
	}
	_, why := harness.Reachable()
	return sandbox(runtime.GOOS, box.Level, why)
}

// sandbox says how far a system isolates bots, and why not further.
func sandbox(system string, level harness.SandboxLevel, why string) doctor.Finding {
	f := doctor.Finding{Verdict: doctor.Note, Detail: level.String() + ": " + level.Describe()}
	switch level {
	case harness.SandboxNamespaces:
		f.Verdict = doctor.OK
		return f
	case harness.SandboxNone:
		f.Means = "bots are not isolated from each other: " + why
	default:
		f.Means = "bots are isolated only in part: " + why
	}
	f.Fix = "run bots of others in a virtual machine"
	if system == "linux" {
		f.Fix = "allow user namespaces, or " + f.Fix
	}
	return f
}

func lookCores(context.Context) doctor.Finding {
	n, usable := runtime.NumCPU(), runtime.GOMAXPROCS(0)
	f := doctor.Finding{Verdict: doctor.OK, Detail: fmt.Sprint(n)}
	if usable != n {
		f.Detail = fmt.Sprintf("%d, of which %d can be used", n, usable)
	}
	if fair := doctor.FairText(doctor.Fair()); fair != "" {
		f.Detail += "; " + fair
	}
	if usable < 2 {
		f.Verdict, f.Means = doctor.Note, "bots hold each other up, and may be late"
		f.Fix = "give bots more time with --turn-time"
	}
	return f
}

// littleMemory is what a match with a few bots of large languages can need, in bytes.
const littleMemory = 1 << 30

func lookMemory(context.Context) doctor.Finding {
	total := totalMemory()
	switch {
	case total == 0:
		return doctor.Finding{Verdict: doctor.Note, Detail: "not known on this system"}
	case total < littleMemory:
		return doctor.Finding{Verdict: doctor.Note, Detail: fmt.Sprintf("%.1f GB", float64(total)/1e9),
			Means: "a few bots in Java may be too much",
			Fix:   "play with fewer at a time"}
	}
	return doctor.Finding{Verdict: doctor.OK, Detail: fmt.Sprintf("%.1f GB", float64(total)/1e9)}
}

// coarseClock is a step of the clock at which times of turns are useless.
const coarseClock = 2 * time.Millisecond

// lookClock measures the smallest step of the clock.
func lookClock(context.Context) doctor.Finding {
	start := time.Now()
	step := time.Duration(0)
	for last := start; last.Sub(start) < 50*time.Millisecond; {
		now := time.Now()
		if d := now.Sub(last); d > 0 && (step == 0 || d < step) {
			step = d
		}
		last = now
	}
	monotonic := strings.Contains(start.String(), " m=")
	f := doctor.Finding{Verdict: doctor.OK, Detail: fmt.Sprintf("steps of %v", step)}
	switch {
	case !monotonic:
		f.Verdict, f.Means = doctor.Note, "it is not monotonic: bots may seem late when the time of day is set"
	case step > coarseClock:
		f.Verdict, f.Means = doctor.Note, "times of turns are rough"
	}
	return f
}
