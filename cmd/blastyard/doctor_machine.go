package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"runtime"
	"strings"
	"time"

	"blastyard/harness"
	"blastyard/viewer/serve"
	"blastyard/viewer/terminal"
)

func machineProbes(out io.Writer) []probe {
	return []probe{
		{"match", lookMatch},
		{"ports", lookLoopback},
		{"port 4242", func(ctx context.Context) finding {
			return lookPort(ctx, 4242, "blastyard netorcai cannot use its usual port", "name another one with --port")
		}},
		{"port 19010", func(ctx context.Context) finding {
			return lookPort(ctx, 19010, "blastyard bomberman host cannot use its usual port", "end what listens there")
		}},
		{"browser", lookBrowser},
		{"terminal", func(context.Context) finding { return lookTerminal(out) }},
		{"folder", func(context.Context) finding {
			return lookFolder(".", "no replays are kept here", "go to a folder of your own, or name a place with --replay")
		}},
		{"temp folder", func(context.Context) finding {
			return lookFolder(os.TempDir(), "no bots of bomberman and no bot check", "make room there, or set TMPDIR (Windows: TEMP)")
		}},
		{"sandbox", lookSandbox},
		{"cores", lookCores},
		{"memory", lookMemory},
		{"clock", lookClock},
	}
}

// lookMatch plays a short match with a server, as bots need it.
func lookMatch(ctx context.Context) finding {
	o := playOptions{gameName: "hexabomb", mapName: "tiny", bots: builtins("random", "idle"), turns: 10, hasSeed: true, orderName: "seeded", turnTime: probeTime,
		host: "127.0.0.1", games: 1, quiet: true, replay: noReplay, sandbox: harness.SandboxOff}
	p, err := o.plan(io.Discard)
	if err == nil {
		_, err = servedTable{p.game.(*hexabombContest), p}.play(ctx, 0, &screen{plan: p, out: io.Discard, err: io.Discard})
	}
	switch {
	case ctx.Err() != nil:
		return finding{Verdict: verdictNote, Detail: fmt.Sprintf("10 turns took more than %v", probeTime), Means: "this machine is busy", Mend: "give bots more time with --turn-time"}
	case err != nil:
		return finding{Verdict: verdictFault, Detail: err.Error(), Means: "no match can be played", Mend: "see what is said of ports"}
	}
	return finding{Verdict: verdictOK, Detail: "10 turns were played"}
}

// lookLoopback opens a port and connects to it.
func lookLoopback(ctx context.Context) finding {
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err == nil {
		defer l.Close()
		var c net.Conn
		if c, err = (&net.Dialer{}).DialContext(ctx, "tcp", l.Addr().String()); err == nil {
			c.Close()
		}
	}
	if err != nil {
		return finding{Verdict: verdictFault, Detail: err.Error(), Means: "neither bots nor the page can be reached", Mend: "let programs use 127.0.0.1 (a firewall, a container without loopback?)"}
	}
	return finding{Verdict: verdictOK, Detail: "free ones on 127.0.0.1"}
}

func lookPort(ctx context.Context, port int, means, mend string) finding {
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", fmt.Sprintf("127.0.0.1:%d", port))
	if err != nil {
		return finding{Verdict: verdictNote, Detail: "not free", Means: means, Mend: mend}
	}
	l.Close()
	return finding{Verdict: verdictOK, Detail: "free"}
}

func lookBrowser(context.Context) finding {
	path, err := serve.FindBrowser()
	if err != nil {
		return finding{Verdict: verdictNote, Detail: "none to open", Means: "matches are shown in the terminal",
			Mend: "set BROWSER to a browser, or open the address that play --listen prints from another machine"}
	}
	return finding{Verdict: verdictOK, Detail: path}
}

func lookTerminal(out io.Writer) finding {
	f, ok := out.(*os.File)
	if !ok || !terminal.IsTerminal(f) {
		return finding{Verdict: verdictNote, Detail: "standard output is none", Means: "matches are told in lines there"}
	}
	o := terminal.OptionsFor(f, os.Environ())
	found := finding{Verdict: verdictOK, Detail: fmt.Sprintf("%d columns, %d lines, colours: %v", o.Width, o.Height, o.Profile)}
	if o.Width < 80 || o.Height > 0 && o.Height < 24 {
		found.Verdict, found.Means, found.Mend = verdictNote, "large boards do not fit", "make it 80 columns and 24 lines or larger"
	}
	return found
}

// lookFolder writes a file and removes it.
func lookFolder(dir, means, mend string) finding {
	f, err := os.CreateTemp(dir, ".blastyard-doctor-*")
	if err == nil {
		_, err = f.WriteString("a line\n")
		f.Close()
		os.Remove(f.Name())
	}
	if err != nil {
		return finding{Verdict: verdictNote, Detail: "cannot be written to: " + err.Error(), Means: means, Mend: mend}
	}
	return finding{Verdict: verdictOK, Detail: "can be written to"}
}

func lookSandbox(context.Context) finding {
	box, err := harness.NewSandbox(harness.SandboxAuto)
	if err != nil {
		return finding{Verdict: verdictNote, Detail: err.Error(), Means: "bots cannot be kept apart", Mend: "run bots of others in a virtual machine"}
	}
	f := finding{Verdict: verdictOK, Detail: box.Level.String() + ": " + box.Level.Describe()}
	if level, why := harness.Reachable(); level < harness.SandboxNamespaces {
		f.Verdict, f.Means = verdictNote, "bots are kept apart in part only: "+why
		f.Mend = "allow user namespaces, or run bots of others in a virtual machine"
	}
	return f
}

func lookCores(context.Context) finding {
	n, usable := runtime.NumCPU(), runtime.GOMAXPROCS(0)
	f := finding{Verdict: verdictOK, Detail: fmt.Sprint(n)}
	if usable != n {
		f.Detail = fmt.Sprintf("%d, of which %d can be used", n, usable)
	}
	if usable < 2 {
		f.Verdict, f.Means, f.Mend = verdictNote, "bots hold each other up, and may be late", "give bots more time with --turn-time"
	}
	return f
}

// littleMemory is what a match with a few bots of large languages easily needs, in octets.
const littleMemory = 1 << 30

func lookMemory(context.Context) finding {
	total := totalMemory()
	switch {
	case total == 0:
		return finding{Verdict: verdictNote, Detail: "not known on this system"}
	case total < littleMemory:
		return finding{Verdict: verdictNote, Detail: fmt.Sprintf("%.1f GB", float64(total)/1e9), Means: "a few bots in Java may be too much", Mend: "play with fewer at a time"}
	}
	return finding{Verdict: verdictOK, Detail: fmt.Sprintf("%.1f GB", float64(total)/1e9)}
}

// coarseClock is a step of the clock that makes times of turns worthless.
const coarseClock = 2 * time.Millisecond

// lookClock measures the smallest step of the clock.
func lookClock(context.Context) finding {
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
	f := finding{Verdict: verdictOK, Detail: fmt.Sprintf("steps of %v", step)}
	switch {
	case !monotonic:
		f.Verdict, f.Means = verdictNote, "it is not monotonic: bots may seem late when the time of day is set"
	case step > coarseClock:
		f.Verdict, f.Means = verdictNote, "times of turns are rough"
	}
	return f
}
