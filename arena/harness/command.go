// Package harness runs bots as processes. It starts a command line without a shell, reads all output of the bot in
// bounded memory, reports how the bot ended, and leaves no process behind.
//
// On Linux each bot has a supervisor: this program, started again. It starts the bot, adopts the bot's descendants,
// and kills all of them when the bot ends, when the bot is stopped, or when this program dies (see
// supervisor_linux.go). The supervisor also builds the bot's sandbox. A program that starts bots must call BecomeBot
// first in main. A bot that is started again and again by the same User, as in the rounds of Bomberman, keeps its
// supervisor, because that makes its starts cheaper. On other systems a bot gets its own session and process group (on
// Windows a job object), which is killed as a whole.
package harness

import (
	"cmp"
	"fmt"
	"io"
	"net"
	"os"
	"slices"
	"strconv"
	"strings"

	"blastyard/internal/plain"
)

// Defaults and limits of Command.
const (
	DefaultLimit     = 8 << 20 // bytes of output passed on
	DefaultTailLines = 50      // number of last lines kept of each stream
	maxTailLines     = 1000
	MaxLine          = 64 << 10 // bytes passed on of a line; the rest of the line is dropped
	maxTailLine      = 500      // bytes kept of a line for Tail
)

// Command is what to start and where its output goes. Line or Words must be set; all other fields are optional.
type Command struct {
	// Line is the command line as a user types it. Split splits it into words.
	Line string
	// Words is the command line as words, used instead of Line.
	Words []string
	// Name is the bot's name in messages. The default is the command line.
	Name string
	// Dir is the working directory. A relative path of the program starts there. The default is the directory of this
	// program.
	Dir string
	// Env holds NAME=value entries that are added to this program's environment, or in a sandbox to a clean one. If a
	// name occurs twice, the last entry counts.
	Env []string
	// Host and Port, if Port is not 0, replace {host} and {port} in every word. The bot also gets them as
	// NETORCAI_HOST and NETORCAI_PORT. The default of Host is localhost.
	Host string
	Port int
	// Accept is called with each connection that a bot at SandboxNamespaces makes to Port. That port exists only in
	// the bot's network namespace, on 127.0.0.1 and ::1. Accept is called from one goroutine, should return at once,
	// and must close a connection that it does not use. Without Accept nothing listens on Port. Below
	// SandboxNamespaces Accept is not used: the caller itself listens on Port.
	Accept func(net.Conn)
	// Output receives the lines of both streams as they arrive: whole lines, cut at MaxLine, one Write at a time. A
	// slow writer delays the bot. After the first error nothing more is written.
	Output io.Writer
	// LogFile receives the same as Output. The file must not exist: Start never overwrites a file.
	LogFile string
	// Limit is how many bytes of output are passed on to Output, LogFile and OnLine together. Further output is
	// counted and dropped, and a note says so. The default is DefaultLimit.
	Limit int64
	// TailLines is how many last lines of each stream are kept, up to maxTailLines. The default is DefaultTailLines.
	TailLines int
	// Sandbox, if set, confines the bot as its Level describes. The system must support that level (see NewSandbox).
	Sandbox *Sandbox
	// Cores are the only processors that the bot may use, by the system's numbers. A sandbox keeps it there. The
	// default is all that this program may use. Only on Linux do they do anything.
	Cores []int
	// Read, if set, reads the bot's standard output, whose lines are then not passed on, and gives the bot a standard
	// input, which Process.Input writes to. It is called on a goroutine of its own. It must return when a read fails,
	// and may return before: then nobody reads any more.
	Read func(stdout io.Reader)
	// OnLine is called for every line, one call at a time. It should return at once because it delays the bot. It must
	// not call Stop, and may call Tail.
	OnLine func(Line)
}

// boundTo returns how many processors the bot can use, or 0 if it can use all of the system. Without a sandbox it can.
func (c Command) boundTo() int {
	if c.Sandbox == nil || c.Sandbox.Level == SandboxNone {
		return 0
	}
	return len(c.Cores)
}

// Validate returns an error for the first invalid field. It looks at the fields only, not at the disk.
func (c Command) Validate() error {
	switch {
	case c.Line != "" && c.Words != nil:
		return fmt.Errorf("%w: both Line and Words are set, expected one", ErrConfig)
	case c.Output != nil && c.LogFile != "":
		return fmt.Errorf("%w: both Output and LogFile are set, expected one at most", ErrConfig)
	case c.Port < 0 || c.Port > 65535:
		return fmt.Errorf("%w: Port is %d, expected 0 to 65535", ErrConfig, c.Port)
	case c.Limit < 0:
		return fmt.Errorf("%w: Limit is %d bytes, expected 0 (default) or more", ErrConfig, c.Limit)
	case c.Sandbox != nil && c.Sandbox.Level > SandboxNone && c.Sandbox.Folder == "":
		return fmt.Errorf("%w: Sandbox.Folder is empty, expected the bot's own folder", ErrConfig)
	case c.Accept != nil && c.Port == 0:
		return fmt.Errorf("%w: Accept is set without Port, expected both", ErrConfig)
	case c.TailLines < 0 || c.TailLines > maxTailLines:
		return fmt.Errorf("%w: TailLines is %d, expected 0 (default) to %d", ErrConfig, c.TailLines, maxTailLines)
	}
	for _, e := range c.Env {
		if name, _, ok := strings.Cut(e, "="); !ok || name == "" || strings.ContainsRune(e, 0) {
			return fmt.Errorf("%w: Env has %q, expected NAME=value", ErrConfig, e)
		}
	}
	words, err := c.words()
	if err != nil {
		return err
	}
	for _, w := range words {
		if strings.ContainsRune(w, 0) {
			return fmt.Errorf("%w: the word %q of the command line contains a zero byte", ErrConfig, w)
		}
	}
	return nil
}

// Check returns why a bot cannot be started, if that can be found out without starting it, for example because a file
// does not exist. The error is the one that Start would return.
func (c Command) Check() error {
	_, _, err := c.check()
	return err
}

func (c Command) check() (path string, words []string, err error) {
	if err := c.Validate(); err != nil {
		return "", nil, err
	}
	if words, err = c.words(); err != nil {
		return "", nil, err
	}
	path, err = c.resolve(words)
	return path, words, err
}

// words returns the words of the command line, with {host} and {port} replaced.
func (c Command) words() ([]string, error) {
	words := slices.Clone(c.Words)
	if words == nil {
		var err error
		if words, err = SplitIn(c.Line, c.Dir); err != nil {
			return nil, c.fail(err, err.Error(), "")
		}
	}
	if len(words) == 0 || words[0] == "" {
		return nil, c.fail(ErrConfig, "the command line is empty", "give the program to start, for example ./mybot")
	}
	if c.Port != 0 {
		r := strings.NewReplacer("{host}", c.host(), "{port}", strconv.Itoa(c.Port))
		for i := range words {
			words[i] = r.Replace(words[i])
		}
	}
	return words, nil
}

// environ returns the environment of the bot: that of this program, or in a sandbox a clean one, followed by the
// fields of c. home is the private folder of a bot in a sandbox.
func (c Command) environ(home string) []string {
	var env []string
	if c.Sandbox == nil || c.Sandbox.Level == SandboxNone {
		env = os.Environ()
	} else {
		for _, name := range []string{"PATH", "LANG"} {
			if value, set := os.LookupEnv(name); set {
				env = append(env, name+"="+value)
			}
		}
		env = append(env, "HOME="+home, "TMPDIR="+home)
	}
	if !slices.ContainsFunc(env, func(e string) bool { return strings.HasPrefix(e, "PYTHONUNBUFFERED=") }) {
		// Without this, Python buffers 8 KiB of what a bot prints, so it appears many turns late.
		env = append(env, "PYTHONUNBUFFERED=1")
	}
	if c.Port != 0 {
		env = append(env, "NETORCAI_HOST="+c.host(), "NETORCAI_PORT="+strconv.Itoa(c.Port))
	}
	return append(env, c.Env...)
}

// host returns Host or its default, without the brackets of an IPv6 address.
func (c Command) host() string {
	if c.Host == "" {
		return "localhost"
	}
	if inner, ok := strings.CutPrefix(c.Host, "["); ok && net.ParseIP(strings.TrimSuffix(inner, "]")) != nil {
		return strings.TrimSuffix(inner, "]")
	}
	return c.Host
}

// name returns the bot's name for messages: one short line of printable text.
func (c Command) name() string {
	n := cmp.Or(c.Name, c.Line, strings.Join(c.Words, " "))
	if r := []rune(plain.Stored(n)); len(r) > 80 {
		return string(r[:79]) + "…"
	}
	return plain.Stored(n)
}
