package submission

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"blastyard/arena/entrant"
	"blastyard/arena/entrant/build"
	"blastyard/arena/harness"
	"blastyard/internal/archive"
	"blastyard/internal/errortext"
	"blastyard/internal/plain"
	"blastyard/tournament"
)

// The names of steps.
const (
	stepUnpack = "unpack"
	stepRead   = "read"
	stepBuild  = "build"
	stepPlay   = "play"
	stepCheck  = "check"
	stepEnter  = "enter"
)

// fault is an error of a bot that its team can fix. All other errors are the server's.
type fault struct {
	why, fix string
	lines    []string
}

func (f *fault) Error() string { return f.why }

// look is the inspection of a submission.
type look struct {
	inbox *Inbox
	r     *Report
	dir   string // the bot's folder
	bot   entrant.Entrant

	same bool // this version already plays
}

// process inspects a submission, and fills in the report and its state. It calls leaveFirst when the first lane is done
// with it.
func (in *Inbox) process(ctx context.Context, r *Report, leaveFirst func()) {
	folder, remove, err := harness.TempFolder()
	if err != nil {
		in.end(r, fmt.Errorf("make a folder: %w", err))
		return
	}
	defer remove()
	l := &look{inbox: in, r: r, dir: filepath.Join(folder, "bot")}
	for _, s := range []struct {
		name string
		do   func(ctx context.Context, s *Step) error
	}{
		{stepUnpack, l.unpack}, {stepRead, l.read}, {stepBuild, l.build}, {stepPlay, l.play}, {stepCheck, l.check},
		{stepEnter, l.enter},
	} {
		if l.same && s.name != stepEnter {
			continue
		}
		if s.name == stepCheck {
			done, changeErr := l.change(ctx, leaveFirst)
			if err = changeErr; err != nil {
				break
			}
			defer done()
		}
		if err = l.step(ctx, s.name, s.do); err != nil {
			break
		}
	}
	in.end(r, err)
}

// end sets the state.
func (in *Inbox) end(r *Report, err error) {
	var f *fault
	switch {
	case err == nil:
		r.State = Accepted
	case errors.As(err, &f):
		r.State, r.Why = Refused, f.why
	default:
		in.o.Log.Error("submission: failed", "team", r.Team, "id", r.ID, "error", err)
		r.State, r.Why = Failed, "the server could not finish: send it again, or ask the organiser"
	}
}

// step runs a step and adds it to the report.
func (l *look) step(ctx context.Context, name string, do func(ctx context.Context, s *Step) error) error {
	began := time.Now()
	s := &Step{Name: name}
	err := do(ctx, s)
	s.OK, s.MS = err == nil, time.Since(began).Milliseconds()
	var f *fault
	switch {
	case errors.As(err, &f):
		f.why, f.fix = l.text(f.why), l.text(f.fix)
		s.Detail, s.Fix, s.Lines = f.why, f.fix, f.lines
	case err != nil:
		s.Detail = "the server failed"
	}
	s.Detail = l.text(s.Detail)
	for i := range s.Lines {
		s.Lines[i] = l.text(s.Lines[i])
	}
	l.r.Steps = append(l.r.Steps, *s)
	if err == nil && name != stepEnter {
		err = l.inbox.store(l.r)
	}
	return err
}

// text makes a text safe, and writes "the bot's folder" for a path that means nothing to a team.
func (l *look) text(s string) string {
	s = strings.ReplaceAll(s, l.dir+string(filepath.Separator), "")
	return plain.Line(strings.ReplaceAll(s, l.dir, "the bot's folder"))
}

// unpack unpacks the upload, and packs it again in our own format. The hash of that archive is the version.
func (l *look) unpack(ctx context.Context, s *Step) error {
	if err := os.Mkdir(l.dir, 0o755); err != nil {
		return err
	}
	f, err := os.Open(filepath.Join(l.inbox.folder(l.r.ID), uploadFile))
	if err != nil {
		return err
	}
	defer f.Close()
	err = archive.UnpackAny(f, l.dir, l.inbox.o.Limits)
	if err == nil {
		l.r.Version, err = archive.PackFile(filepath.Join(l.inbox.folder(l.r.ID), packedFile), l.dir, l.inbox.o.Limits)
	}
	var refusal *archive.Refusal
	if errors.As(err, &refusal) {
		return &fault{why: strings.TrimPrefix(refusal.Error(), "archive: "),
			fix: "send the folder of the bot with its bot.toml or bot.json, without what a build makes"}
	}
	if err != nil {
		return err
	}
	if l.inbox.o.Current != nil {
		version, number, err := l.inbox.o.Current(ctx, l.r.Team)
		if err != nil {
			return err
		}
		l.same = version == l.r.Version
		l.r.Number = number
	}
	s.Detail = fmt.Sprintf("%d kB, version %.12s", (l.r.Bytes+1023)>>10, l.r.Version)
	return nil
}

// read reads how the bot is started.
func (l *look) read(_ context.Context, s *Step) error {
	bot, err := entrant.Parse(l.dir, entrant.Options{Protocol: l.inbox.kind.Protocol})
	if err != nil {
		why := strings.TrimPrefix(l.text(errortext.Text(err)), entrant.ErrEntrant.Error()+" ")
		return &fault{why: strings.TrimPrefix(why, `"the bot's folder": `)}
	}
	bot.Env = append(append([]string{}, l.inbox.o.Env...), bot.Env...)
	l.bot = bot
	s.Detail = "it is started with " + bot.Command
	if l.inbox.kind.Protocol == entrant.Rounds {
		s.Detail = "it is started as its bot.json says"
	}
	return nil
}

// build builds the bot in the sandbox.
func (l *look) build(ctx context.Context, s *Step) error {
	out := &lastLines{}
	built, err := l.inbox.o.build(ctx, &l.bot, l.r.Team, out, l.inbox)
	s.Lines = out.lines()
	var failed *build.Error
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.As(err, &failed) && !harness.HostFault(err):
		return &fault{why: failed.Error(), lines: s.Lines,
			fix: "a build has no network and writes into the bot's own folder only; try it with: blastyard bot build"}
	case err != nil:
		return err
	}
	s.Detail = "there is nothing to build"
	if built {
		s.Detail = "built"
	}
	return nil
}

// buildInSandbox builds a bot without a cache, because one bot could leave files there that change another one.
func buildInSandbox(ctx context.Context, e *entrant.Entrant, name string, out io.Writer, d *Inbox) (bool, error) {
	box := build.Box{Time: d.o.BuildTime}
	sandbox, err := harness.NewSandbox(d.mode)
	if err != nil {
		return false, err
	}
	if sandbox != nil {
		user, err := harness.TakeUser(sandbox.Level)
		if err != nil {
			return false, err
		}
		defer user.Free()
		if err := user.Own(e.Dir); err != nil {
			return false, err
		}
		sandbox.RunAs = user
		box.Sandbox = sandbox
	}
	return build.Sandboxed(ctx, e, name, out, box)
}

// change goes on in the second lane.
func (l *look) change(ctx context.Context, leaveFirst func()) (done func(), err error) {
	l.r.Why = "its first match went well; the long check comes next"
	if err := l.inbox.store(l.r); err != nil {
		return nil, err
	}
	return l.inbox.change(ctx, l.r.ID, leaveFirst)
}

// enter lets the bot play.
func (l *look) enter(ctx context.Context, s *Step) error {
	if l.same {
		l.r.Why = fmt.Sprintf("these are the files of version %d, which plays already", l.r.Number)
		s.Detail = l.r.Why
		return nil
	}
	if err := l.inbox.late(l.r); err != nil {
		return &fault{why: errortext.Text(err)}
	}
	l.r.Number++
	e := tournament.Entry{Name: l.r.Team, Version: l.r.Version, Number: l.r.Number, By: l.r.Team}
	if err := l.inbox.o.Enter(ctx, e, filepath.Join(l.inbox.folder(l.r.ID), packedFile)); err != nil {
		l.r.Number--
		var refused *RefusedEntry
		if errors.As(err, &refused) {
			return &fault{why: refused.Why}
		}
		return fmt.Errorf("enter: %w", err)
	}
	l.r.Why = l.inbox.plays(l.r.Number)
	s.Detail = l.r.Why
	return nil
}

// RefusedEntry is the error of Options.Enter about a bot that the event does not accept, for example because its final
// has begun. Why is for the team.
type RefusedEntry struct{ Why string }

func (e *RefusedEntry) Error() string { return "submission: " + e.Why }

// lastLines keeps the last lines of a build's output.
type lastLines struct {
	text []byte
}

// Limits of the lines of a step.
const (
	maxLines     = 40
	maxLineBytes = 16 << 10
)

func (o *lastLines) Write(p []byte) (int, error) {
	o.text = append(o.text, p...)
	if over := len(o.text) - maxLineBytes; over > 0 {
		o.text = append(o.text[:0], o.text[over:]...)
	}
	return len(p), nil
}

func (o *lastLines) lines() []string {
	text := strings.TrimSpace(string(o.text))
	if text == "" {
		return nil
	}
	list := strings.Split(text, "\n")
	list = list[max(0, len(list)-maxLines):]
	for i := range list {
		list[i] = plain.Text(list[i])
	}
	return list
}

var _ io.Writer = (*lastLines)(nil)

// maxUpload is the maximum size of an upload in bytes.
func (in *Inbox) maxUpload() int64 {
	if n := in.o.Limits.Packed; n > 0 {
		return n
	}
	return archive.DefaultPacked
}
