// Package build builds bots: by the command lines of their bot.toml or bots file, or as their files ask for.
package build

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"blastyard/entrant"
	"blastyard/harness"
	"blastyard/harness/rounds"
)

// ErrBuild is in the error about a tool that failed.
var ErrBuild = rounds.ErrBuild

// Error is a build that failed: which, why, and what was printed last.
type Error struct {
	Name string
	Err  error
	Last []string // the last lines of all tools
}

func (e *Error) Error() string {
	if text := e.Err.Error(); strings.HasPrefix(text, "building bot ") { // package rounds says so itself
		return text
	}
	return fmt.Sprintf("building bot %q: %v", e.Name, e.Err)
}

// Unwrap is why it failed.
func (e *Error) Unwrap() error { return e.Err }

// maxOutput bounds what a tool may print, in bytes.
const maxOutput = 64 << 20

// Run builds an entrant, and tells whether there was anything to build. What its tools print goes to out, and each
// command line before it is started. name is what messages call the bot. An error that is not the end of ctx is an
// *Error.
func Run(ctx context.Context, e *entrant.Entrant, name string, out io.Writer) (built bool, err error) {
	last := &tail{to: out}
	switch {
	case e.Kind != entrant.Program:
		return false, nil
	case len(e.Build) > 0:
		built, err = true, runAll(ctx, e, name, last)
	case e.Protocol == entrant.Rounds:
		built, err = runRounds(ctx, e, last)
	}
	if err == nil || ctx.Err() != nil {
		return built, errors.Join(err, ctx.Err())
	}
	return built, &Error{Name: name, Err: err, Last: last.lines()}
}

// runRounds builds a bot of 2016-Bomberman in the way that its files ask for.
func runRounds(ctx context.Context, e *entrant.Entrant, out *tail) (built bool, err error) {
	bot, err := rounds.ReadBot(e.Dir)
	if err != nil {
		return false, err
	}
	var tools rounds.Interpreters
	if built, err = bot.NeedsBuild(&tools); built && err == nil {
		err = bot.Build(ctx, &tools, out)
	}
	return built, err
}

// runAll runs the command lines of an entrant, up to the first that fails.
func runAll(ctx context.Context, e *entrant.Entrant, name string, out io.Writer) error {
	for _, line := range e.Build {
		fmt.Fprintf(out, "%s: %s\n", name, line)
		c := harness.Command{Line: line, Dir: e.Dir, Env: e.Env, Name: name, Output: out, Limit: maxOutput}
		p, err := harness.Start(ctx, c)
		if err != nil {
			return err
		}
		<-p.Done() // at the latest when ctx ends
		if exit, _ := p.Exit(); !exit.Clean() {
			return fmt.Errorf("%s: %v: %w", line, exit, ErrBuild)
		}
	}
	return nil
}

// tail passes on what is written, and keeps the end of it.
type tail struct {
	to  io.Writer
	end []byte
}

// Limits of the lines of Error.
const (
	keptBytes = 4 << 10
	keptLines = 10
)

func (t *tail) Write(p []byte) (int, error) {
	t.end = append(t.end, p...)
	if over := len(t.end) - keptBytes; over > 0 {
		t.end = append(t.end[:0], t.end[over:]...)
	}
	return t.to.Write(p)
}

func (t *tail) lines() []string {
	text := strings.ToValidUTF8(string(bytes.TrimSpace(t.end)), "?")
	if text == "" {
		return nil
	}
	lines := strings.Split(text, "\n")
	return lines[max(0, len(lines)-keptLines):]
}
