// Package build builds bots. It uses the command lines of their bot.toml or bots file, or derives them from their
// files.
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

// ErrBuild is wrapped by every error about a tool that failed.
var ErrBuild = rounds.ErrBuild

// Error is a failed build.
type Error struct {
	Name string
	Err  error
	Last []string // the last lines of all tools
}

func (e *Error) Error() string {
	if text := e.Err.Error(); strings.HasPrefix(text, "building bot ") { // package rounds adds this prefix itself
		return text
	}
	return fmt.Sprintf("building bot %q: %v", e.Name, e.Err)
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// maxOutput limits the output of a tool, in bytes.
const maxOutput = 64 << 20

// Run builds an entrant. built is false if there was nothing to build. Run writes each command line to out before it
// starts, followed by the output of its tools. name is the bot's name in messages. Unless ctx has ended, the error is
// an *Error.
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

// runRounds builds a bot of 2016-Bomberman according to its files.
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

// runAll runs the command lines of an entrant. It stops at the first that fails.
func runAll(ctx context.Context, e *entrant.Entrant, name string, out io.Writer) error {
	for _, line := range e.Build {
		fmt.Fprintf(out, "%s: %s\n", name, line)
		c := harness.Command{Line: line, Dir: e.Dir, Env: e.Env, Name: name, Output: out, Limit: maxOutput}
		p, err := harness.Start(ctx, c)
		if err != nil {
			return err
		}
		<-p.Done() // ctx ends it at the latest
		if exit, _ := p.Exit(); !exit.Clean() {
			return fmt.Errorf("%s: %v: %w", line, exit, ErrBuild)
		}
	}
	return nil
}

// tail is a writer that passes lines on and keeps the last ones. It makes them safe for a terminal and removes the
// colours that some tools print unconditionally.
type tail struct {
	to   io.Writer
	part []byte // an incomplete line
	kept []string
}

// Limits of Error.Last.
const (
	keptBytes = 4 << 10 // of each line
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

// line passes one line on. It omits a line that contains only colours.
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

// flush passes an incomplete last line on.
func (t *tail) flush() {
	if len(t.part) > 0 {
		_ = t.line(t.part) // the tool has ended, so its errors do not matter
		t.part = nil
	}
}

// lines returns the last lines.
func (t *tail) lines() []string {
	return slices.DeleteFunc(slices.Clone(t.kept), func(line string) bool { return line == "" })
}
