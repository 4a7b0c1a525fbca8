package build

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"blastyard/arena/entrant"
	"blastyard/arena/harness"
	"blastyard/arena/rounds"
)

// Box is where tools build a bot that nobody trusts.
type Box struct {
	// Sandbox is for each tool. Its Folder is the entrant's, which the tools may write; they have no network. nil:
	// there is no sandbox.
	Sandbox *harness.Sandbox

	// Cache is a folder that the tools may write, too, for what they use again in the next build. It is to be used for
	// bots of one author only: whoever may write it decides what is built from it. "": there is none.
	Cache string

	Time time.Duration // that the build may take in all; 0: DefaultTime
	Size int64         // bytes of the folder and the cache after the build; 0: DefaultSize
}

// The defaults of a Box.
const (
	DefaultTime = 5 * time.Minute
	DefaultSize = 1 << 30
)

// Limits of what tools print, and of what they may use beside the defaults of a sandbox.
const (
	sandboxedOutput = 1 << 20
	buildFileSize   = 1 << 30
	buildOpenFiles  = 1024
	buildScratch    = 1 << 30
	buildFiles      = 64 << 10
	sizeLook        = time.Second
)

// offline says to tools that they have no network, so that they say what is missing instead of trying for long.
var offline = []string{"GOPROXY=off", "GOTOOLCHAIN=local", "CARGO_NET_OFFLINE=true", "PIP_NO_INDEX=1",
	"npm_config_offline=true", "npm_config_audit=false", "npm_config_fund=false", "MAVEN_ARGS=--offline",
	"DOTNET_CLI_TELEMETRY_OPTOUT=1"}

// Sandboxed is Run in a Box. An error that is not the end of ctx, and not the machine's (harness.HostFault), is an
// *Error: the bot cannot be built.
func Sandboxed(ctx context.Context, e *entrant.Entrant, name string, out io.Writer, box Box) (built bool, err error) {
	if e.Kind != entrant.Program {
		return false, nil
	}
	box.Time = cmp.Or(box.Time, DefaultTime)
	box.Size = cmp.Or(box.Size, DefaultSize)
	last := &tail{to: out}
	steps, err := stepsOf(e)
	if err == nil && len(steps) > 0 {
		err = box.build(ctx, e, name, last, steps)
	}
	if err == nil || ctx.Err() != nil {
		return len(steps) > 0, errors.Join(err, ctx.Err())
	}
	if harness.HostFault(err) {
		return true, err
	}
	return true, &Error{Name: name, Err: err, Last: last.lines()}
}

// stepsOf are the command lines that build an entrant.
func stepsOf(e *entrant.Entrant) (steps []rounds.BuildStep, err error) {
	if len(e.Build) == 0 && e.Protocol == entrant.Rounds {
		bot, err := rounds.ReadBot(e.Dir)
		if err != nil {
			return nil, err
		}
		var tools rounds.Interpreters
		return bot.BuildSteps(&tools)
	}
	for _, line := range e.Build {
		words, err := harness.Split(line)
		if err != nil {
			return nil, err
		}
		steps = append(steps, rounds.BuildStep{Dir: e.Dir, Words: words})
	}
	return steps, nil
}

// build runs the steps up to the first that fails.
func (b *Box) build(ctx context.Context, e *entrant.Entrant, name string, out io.Writer,
	steps []rounds.BuildStep) error {
	limited, cancel := context.WithTimeout(ctx, b.Time)
	defer cancel()
	for _, s := range steps {
		fmt.Fprintf(out, "%s: %s\n", name, strings.Join(s.Words, " "))
		c := b.command(e, s)
		c.Name, c.Output, c.Limit = name, out, sandboxedOutput
		switch exit, err := b.run(limited, c, e.Dir); {
		case err != nil && limited.Err() == nil:
			return err
		case limited.Err() != nil && ctx.Err() == nil:
			return fmt.Errorf("%s: not done after %v, which is the limit: %w", strings.Join(s.Words, " "), b.Time,
				ErrBuild)
		case ctx.Err() != nil:
			return ctx.Err()
		case !exit.Clean():
			return fmt.Errorf("%s: %v: %w", strings.Join(s.Words, " "), exit, ErrBuild)
		}
	}
	return b.checkSize(e.Dir)
}

// command is how a step is run.
func (b *Box) command(e *entrant.Entrant, s rounds.BuildStep) harness.Command {
	c := harness.Command{Words: s.Words, Dir: s.Dir, Env: slices.Concat(offline, e.Env)}
	if b.Cache != "" {
		for _, name := range []string{"XDG_CACHE_HOME", "GOCACHE", "npm_config_cache", "PIP_CACHE_DIR"} {
			c.Env = append(c.Env, name+"="+b.Cache)
		}
	}
	if b.Sandbox == nil {
		return c
	}
	box := *b.Sandbox
	box.Folder, box.FolderWritable = e.Dir, true
	if b.Cache != "" {
		box.Writable = append(slices.Clone(box.Writable), b.Cache)
	}
	box.MayChangeModes, box.OpenFiles = true, max(box.OpenFiles, buildOpenFiles)
	box.FileSize = max(box.FileSize, buildFileSize)
	box.ScratchSize, box.ScratchFiles = max(box.ScratchSize, buildScratch), max(box.ScratchFiles, buildFiles)
	c.Sandbox = &box
	return c
}

// run runs a command to its end, and ends it where it fills the disk with what it writes into the bot's folder.
func (b *Box) run(ctx context.Context, c harness.Command, folder string) (harness.Exit, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	p, err := harness.Start(ctx, c)
	if err != nil {
		return harness.Exit{}, err
	}
	var watching sync.WaitGroup
	watching.Go(func() {
		look := time.NewTicker(sizeLook)
		defer look.Stop()
		for {
			select {
			case <-p.Done():
				return
			case <-look.C:
				if err := b.checkSize(folder); err != nil {
					cancel(err)
				}
			}
		}
	})
	<-p.Done() // at the latest when ctx ends
	watching.Wait()
	if cause := context.Cause(ctx); errors.Is(cause, errTooBig) {
		return harness.Exit{}, cause
	}
	exit, _ := p.Exit()
	return exit, nil
}

var errTooBig = fmt.Errorf("too many bytes: %w", ErrBuild)

// checkSize says where the folder and the cache have become too big.
func (b *Box) checkSize(folder string) error {
	size := sizeOf(folder)
	if b.Cache != "" {
		size += sizeOf(b.Cache)
	}
	if size > b.Size {
		return fmt.Errorf("%w: the folder and its cache have %d MiB, expected %d MiB at most", errTooBig, size>>20,
			b.Size>>20)
	}
	return nil
}

// sizeOf is how many bytes the files below a folder take. Links are not followed.
func sizeOf(folder string) (bytes int64) {
	_ = filepath.WalkDir(folder, func(_ string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil //nolint:nilerr // it was removed meanwhile
		}
		if info, err := d.Info(); err == nil && info.Mode().IsRegular() {
			bytes += info.Size()
		}
		return nil
	})
	return bytes
}
