//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"blastyard"
	"blastyard/arena"
)

// load is what keeps the processor of a bot busy. Each program of it is testbot's load of that way.
type load struct {
	name, way string
	sessions  bool // each in a session of its own: the kernel may share processors among sessions first
}

var loads = []load{
	{name: "an idle rival only"},
	{name: "loops", way: "loop"},
	{name: "loops in sessions of their own", way: "loop", sessions: true},
	{name: "starts of programs", way: "fork"},
	{name: "timers of 20 µs", way: "timer"},
	{name: "timers of 20 µs in sessions of their own", way: "timer", sessions: true},
	{name: "copies of memory", way: "memory"},
	{name: "many small files", way: "files"},
}

// limit is the time limit of a turn.
const limit = 100 * time.Millisecond

// member is a bot that is judged.
type member struct {
	name    string
	command string // over netorcai, unless there is a game
	game    string // over its standard input and output, in this game
	turn    string // commands of a shell for each turn, there; "": command
	guilty  bool
}

var cast = []member{
	{name: "needs 15 ms", command: "testbot compute 15"},
	{name: "needs little, over stdio", game: "hexabomb", turn: "echo '[]'"},
	{name: "loops", command: "testbot loop", guilty: true},
	{name: "sleeps 120 ms", command: "testbot nap 120ms", guilty: true},
	{name: "needs 120 ms", command: "testbot compute 120", guilty: true},
	{name: "sleeps 120 ms, in Bomberman", game: "bomberman", command: "testbot " + napping, guilty: true},
	{name: "sleeps 120 ms, over stdio, a script", game: "hexabomb", turn: "sleep 0.12; echo '[]'", guilty: true},
	// Now and then it answers at once: a bot that does nothing in 20 rounds is run no more.
	{name: "sleeps 120 ms, in Bomberman, a script", game: "bomberman", guilty: true,
		turn: `n=$((n+1)); [ $((n%8)) = 0 ] || sleep 0.12; echo '{"command":6}'`},
}

// bot is the name of the program of bots and loads.
const bot = "testbot"

// playground is a folder with the program testbot, in which loads work.
type playground struct{ folder string }

func newPlayground() (*playground, error) {
	folder, err := os.MkdirTemp("", "blame-")
	if err != nil {
		return nil, err
	}
	self, err := os.Executable()
	if err == nil {
		err = os.Symlink(self, filepath.Join(folder, bot))
	}
	if err == nil {
		err = os.Setenv("PATH", folder+string(os.PathListSeparator)+os.Getenv("PATH"))
	}
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(folder))
	}
	return &playground{folder}, nil
}

func (p *playground) close() { _ = os.RemoveAll(p.folder) } // what a load has left there, too

// shell writes the program of a bot that plays over its standard input and output, and returns its seat's bot.
func (p *playground) shell(turn, bound string) (string, error) {
	const program = `while read -r line; do
	case $line in
	'{"type":"turn"'*) %s ;;
	'{"type":"end"'*) exit 0 ;;
	esac
done
`
	file := filepath.Join(p.folder, "bot.sh")
	err := os.WriteFile(file, fmt.Appendf(nil, program, turn), 0o644)
	return "stdio:" + bound + "sh " + file, err
}

// start starts a load on a processor. stop ends it.
func (p *playground) start(l load, programs, core int) (stop func(), err error) {
	var all []*exec.Cmd
	stop = sync.OnceFunc(func() {
		for _, c := range all {
			_ = c.Process.Kill()
			_ = c.Wait()
		}
	})
	for range programs {
		if l.way == "" {
			break
		}
		c := exec.Command(bot, "on", strconv.Itoa(core), "load", l.way)
		c.Env = append(os.Environ(), "TMPDIR="+p.folder)
		c.SysProcAttr = &syscall.SysProcAttr{Setsid: l.sessions}
		if err := c.Start(); err != nil {
			stop()
			return nil, err
		}
		all = append(all, c)
	}
	return stop, nil
}

// settled is a sink that ends the load after a turn, and then the match as soon as the bot's questions of that time are
// judged: when it answers in time, or is blamed.
type settled struct {
	arena.NopSink
	player    int
	turns     int
	stop, end func()
	number    int
}

func (s *settled) Turn(t *arena.Turn) {
	if s.number = t.Number; t.Number == s.turns {
		s.stop()
	}
	excused := false
	for _, id := range t.Host {
		excused = excused || id == s.player
	}
	if t.Number > s.turns && !excused {
		s.end()
	}
}

// play plays a match of a cell.
func (m *measurement) play(ctx context.Context, p *playground, c cell) (r row, err error) {
	r = row{At: time.Now().UTC().Truncate(time.Second), Beside: c.beside, Bot: c.bot, Busy: busy(),
		Cores: runtime.NumCPU()}
	l, b := loadNamed(c.beside), memberNamed(c.bot)
	bound := fmt.Sprintf("taskset -c %d ", m.core)
	cfg := arena.Config{Game: b.game, Turns: m.turns + int(maxSettling/limit), Seed: 5, TurnTime: arena.Duration(limit),
		IDs: []int{0, 1}, Seats: []arena.Seat{{Bot: bound + b.command}, {Bot: "builtin:idle"}}}
	switch {
	case b.turn != "":
		if cfg.Seats[0].Bot, err = p.shell(b.turn, bound); err != nil {
			return r, err
		}
	case b.game != "":
		cfg.Seats[0].Bot = "stdio:" + cfg.Seats[0].Bot
	}
	if b.game != "bomberman" {
		cfg.Map = "tiny"
	}
	stop, err := p.start(l, m.programs, m.core)
	if err != nil {
		return r, err
	}
	defer stop()
	inner, end := context.WithCancel(ctx)
	defer end()
	result, err := blastyard.Play(inner, cfg, &settled{turns: m.turns, stop: stop, end: end})
	if ctx.Err() != nil {
		return r, ctx.Err()
	}
	if result == nil || err != nil && !errors.Is(err, context.Canceled) {
		return r, fmt.Errorf("%s, beside %s: %w", c.bot, c.beside, err)
	}
	s := &result.Seats[0]
	r.Played, r.Late, r.Own = result.Turns, s.Late, s.Late-s.Host
	return r, nil
}

func loadNamed(name string) load {
	for _, l := range loads {
		if l.name == name {
			return l
		}
	}
	return load{}
}

func memberNamed(name string) member {
	for _, b := range cast {
		if b.name == name {
			return b
		}
	}
	return member{}
}

// busy returns the load average of the machine in the last minute.
func busy() (average float64) {
	text, _ := os.ReadFile("/proc/loadavg")
	first, _, _ := strings.Cut(string(text), " ")
	average, _ = strconv.ParseFloat(first, 64)
	return average
}
