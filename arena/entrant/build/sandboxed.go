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

// Box is the environment in which tools build an untrusted bot.
type Box struct {
	// Sandbox confines each tool. Its Folder is the entrant's folder, which the tools may write. They have no
	// network. Without a Sandbox the tools are not confined.
	Sandbox *harness.Sandbox

	// Cache is a folder that the tools may also write, for files that the next build uses again. Use one cache for
	// the bots of one author only: whoever can write it controls what is built from it. "" means no cache.
	Cache string

	Time time.Duration // limit of the whole build; 0: DefaultTime
	Size int64         // limit for the folder and the cache after the build, in bytes; 0: DefaultSize
}

// The defaults of a Box.
const (
	DefaultTime = 5 * time.Minute
	DefaultSize = 1 << 30
)

// Limits for the output of tools and for resources that differ from the defaults of a sandbox.
const (
	sandboxedOutput = 1 << 20
	buildFileSize   = 1 << 30
	buildOpenFiles  = 1024
	buildScratch    = 1 << 30
	buildFiles      = 64 << 10
	sizeLook        = time.Second
)

// offline tells tools that they have no network, so that they report what is missing instead of retrying.
var offline = []string{"GOPROXY=off", "GOTOOLCHAIN=local", "CARGO_NET_OFFLINE=true", "PIP_NO_INDEX=1",
	"npm_config_offline=true", "npm_config_audit=false", "npm_config_fund=false", "MAVEN_ARGS=--offline",
	"DOTNET_CLI_TELEMETRY_OPTOUT=1"}

// Sandboxed builds an entrant like Run, in a Box. The error is an *Error if the bot cannot be built. Otherwise ctx
// has ended or the machine failed (harness.HostFault).
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

// stepsOf returns the command lines that build an entrant.
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
		words, err := harness.SplitIn(line, e.Dir)
		if err != nil {
			return nil, err
		}
		steps = append(steps, rounds.BuildStep{Dir: e.Dir, Words: words})
	}
	return steps, nil
}

// build runs the steps. It stops at the first that fails.
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

// command returns the command for a step.
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

// run runs a command to its end. It stops the command if that writes too much into the bot's folder.
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
	<-p.Done() // ctx ends it at the latest
	watching.Wait()
	if cause := context.Cause(ctx); errors.Is(cause, errTooBig) {
		return harness.Exit{}, cause
	}
	exit, _ := p.Exit()
	return exit, nil
}

var errTooBig = fmt.Errorf("too many bytes: %w", ErrBuild)

// checkSize returns an error if the folder and the cache have become too big.
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

// sizeOf returns how many bytes the files below a folder take. It does not follow links.
func sizeOf(folder string) (bytes int64) {
	_ = filepath.WalkDir(folder, func(_ string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil //nolint:nilerr // it was removed in the meantime
		}
		if info, err := d.Info(); err == nil && info.Mode().IsRegular() {
			bytes += info.Size()
		}
		return nil
	})
	return bytes
}
