// Package build builds bots: by the command lines of their bot.toml or bots file, or as their files ask for.
package build

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"blastyard/arena/entrant"
	"blastyard/arena/harness"
	"blastyard/arena/rounds"
	"blastyard/internal/plain"
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

// Run builds an entrant, and reports whether there was anything to build. What its tools print goes to out, and each
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
	last.flush()
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

// tail passes on the lines that are written, made safe for a terminal and without the colours that some tools print
// anywhere, and keeps the last ones.
type tail struct {
	to   io.Writer
	part []byte // of a line that has not ended
	kept []string
}

// Limits of the lines of Error.
const (
	keptBytes = 4 << 10 // of a line
	keptLines = 10
)

// Write implements io.Writer.
func (t *tail) Write(p []byte) (int, error) {
	t.part = append(t.part, p...)
	for {
		line, rest, ended := bytes.Cut(t.part, []byte{'\n'})
		switch {
		case !ended && len(t.part) <= keptBytes:
			return len(p), nil
		case !ended:
			line, rest = t.part[:keptBytes], t.part[keptBytes:]
		}
		if err := t.line(line); err != nil {
			return 0, err
		}
		t.part = append(t.part[:0], rest...)
	}
}

// line passes on a line. One that held nothing that can be seen but colours is left out.
func (t *tail) line(line []byte) error {
	text := strings.TrimRight(plain.Line(strings.ToValidUTF8(string(line), "?")), " ")
	if text == "" && len(bytes.TrimSpace(line)) > 0 {
		return nil
	}
	t.kept = append(t.kept, text)
	t.kept = t.kept[max(0, len(t.kept)-keptLines):]
	_, err := fmt.Fprintln(t.to, text)
	return err
}

// flush passes on what is left, as a line.
func (t *tail) flush() {
	if len(t.part) > 0 {
		_ = t.line(t.part) // the tool has ended
		t.part = nil
	}
}

// lines are the last lines.
func (t *tail) lines() []string {
	return slices.DeleteFunc(slices.Clone(t.kept), func(line string) bool { return line == "" })
}
