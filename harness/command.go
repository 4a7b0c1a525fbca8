// Package harness runs bots as processes: it starts a command line without a shell, reads all that the bot prints
// within bounded memory, says how the bot ended, and leaves no process behind.
//
// On Linux each bot has a supervisor: this program, started again, which starts the bot, adopts what the bot starts, and
// ends all of it when the bot ends, is stopped, or this program dies (see supervisor_linux.go). The supervisor also builds
// the bot's sandbox. A program that starts bots must call BecomeBot first thing in main. On other systems a bot gets a
// session and process group of its own (Windows: a job object), which is killed as a whole.
package harness

import (
	"fmt"
	"io"
	"net"
	"os"
	"slices"
	"strconv"
	"strings"
)

// Defaults and bounds of Command.
const (
	DefaultLimit     = 8 << 20 // bytes of output passed on
	DefaultTailLines = 50      // last lines kept of each stream
	MaxTailLines     = 1000
	MaxLine          = 64 << 10 // bytes of a line passed on; the rest of a longer one is left out
	MaxTailLine      = 500      // bytes of a line kept for Tail
)

// Command says what to start and where its output goes. Line or Words must be set; the rest may stay zero.
type Command struct {
	// Line is the command line as a user types it; Split makes words of it.
	Line string
	// Words is the command line in words, used instead of Line.
	Words []string
	// Name is how messages call the bot; default: the command line.
	Name string
	// Dir is the working directory, and what a relative path of the program is looked up from; default: ours.
	Dir string
	// Env holds NAME=value entries added to this program's environment, or in a sandbox to a clean one; a later entry wins.
	Env []string
	// Host and Port, where Port is not 0, replace {host} and {port} in every word and are given to the bot as
	// NETORCAI_HOST and NETORCAI_PORT. The default of Host is localhost.
	Host string
	Port int
	// Accept gets each connection that a bot at SandboxNamespaces makes to Port, which exists in its network namespace only,
	// on 127.0.0.1 and ::1. It is called from one goroutine, should return at once, and must close what it does not want.
	// Without it nothing listens. Below that level it is not used: the caller listens on Port himself.
	Accept func(net.Conn)
	// Output gets the lines of both streams as they come, whole, cut at MaxLine. Writes come one at a time; a slow
	// writer holds up the bot. The first error ends the writing.
	Output io.Writer
	// LogFile is written like Output. It must not exist yet: Start never overwrites a file.
	LogFile string
	// Limit is how many bytes of output are passed on to Output, LogFile and OnLine together; what comes after is
	// counted and dropped, and a note says so. Default DefaultLimit.
	Limit int64
	// TailLines is how many last lines are kept of each stream, up to MaxTailLines. Default DefaultTailLines.
	TailLines int
	// Sandbox, where set, confines the bot as far as its Level says; the system must be able to (see NewSandbox).
	Sandbox *Sandbox
	// OnLine is called for every line, one call at a time. It should return at once, since it holds up the bot, and
	// must not call Stop; it may call Tail.
	OnLine func(Line)
}

// Validate reports the first field that cannot be used. It looks at the fields only, not at the disk.
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
	case c.TailLines < 0 || c.TailLines > MaxTailLines:
		return fmt.Errorf("%w: TailLines is %d, expected 0 (default) to %d", ErrConfig, c.TailLines, MaxTailLines)
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

// Check says why a bot could not be started, as far as that shows without starting it: no such file, say. The error is as
// that of Start.
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

// words is the command line in words, with {host} and {port} replaced.
func (c Command) words() ([]string, error) {
	words := slices.Clone(c.Words)
	if words == nil {
		var err error
		if words, err = Split(c.Line); err != nil {
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

// environ is the environment of the bot: ours, or in a sandbox a clean one, then the fields of c. home is the private
// folder of a bot in a sandbox.
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
		// Else Python keeps what a bot prints until 8 KiB are full, and it shows up many turns late.
		env = append(env, "PYTHONUNBUFFERED=1")
	}
	if c.Port != 0 {
		env = append(env, "NETORCAI_HOST="+c.host(), "NETORCAI_PORT="+strconv.Itoa(c.Port))
	}
	return append(env, c.Env...)
}

// host is Host or its default, without the brackets of an IPv6 address.
func (c Command) host() string {
	if c.Host == "" {
		return "localhost"
	}
	if inner, ok := strings.CutPrefix(c.Host, "["); ok && net.ParseIP(strings.TrimSuffix(inner, "]")) != nil {
		return strings.TrimSuffix(inner, "]")
	}
	return c.Host
}

// name is how messages call the bot: one line of printable text, not too long.
func (c Command) name() string {
	n := c.Name
	if n == "" {
		n = c.Line
	}
	if n == "" {
		n = strings.Join(c.Words, " ")
	}
	if r := []rune(clean(n)); len(r) > 80 {
		return string(r[:79]) + "…"
	}
	return clean(n)
}
