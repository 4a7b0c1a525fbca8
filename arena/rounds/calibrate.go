package rounds

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"blastyard/arena/harness"
)

// calibrationBot is a .NET bot that does nothing, made from calibration/Calibration.cs.
//
//go:embed calibration/calibration.exe
var calibrationBot []byte

// trivial returns a command line that starts the program of a language, does nothing, and ends. dir is a folder for
// its files. For .NET it is a whole bot, because mono takes much longer to load a program than to start. A bot in C++
// needs no other program, so there is nothing to measure.
func (i *Interpreters) trivial(l Language, dir string) ([]string, error) {
	words, err := i.find(l)
	if err != nil {
		return nil, err
	}
	switch l {
	case Java:
		return append(words[:1], "-Xms512m", "-version"), nil
	case JavaScript:
		return append(words[:1], "-e", "0"), nil
	case Python2, Python3:
		return append(words[:1], "-c", "pass"), nil
	default:
		file := filepath.Join(dir, "calibration.exe")
		if err := os.WriteFile(file, calibrationBot, 0o777); err != nil {
			return nil, hostError(err)
		}
		if err := os.WriteFile(filepath.Join(dir, stateFile), []byte("{}"), 0o666); err != nil {
			return nil, hostError(err)
		}
		return append(words, file, "A", dir), nil
	}
}

// Calibrate measures, for each language of the bots, how long a trivial program takes to start. From then on Limit
// includes that time. Calibrate also finds problems that would make every round fail; the error names the bot and the
// fix.
func (r *Runner) Calibrate(ctx context.Context, bots []*Bot) error {
	for _, b := range bots {
		s, err := r.resolve(b)
		if err != nil {
			return err
		}
		if r.known[b.Type] || b.Type == CPlusPlus {
			continue
		}
		took, err := r.measure(ctx, b, s.place.user)
		if err != nil {
			return err
		}
		r.extra[b.Type], r.known[b.Type] = took, true
	}
	return nil
}

func (r *Runner) measure(ctx context.Context, b *Bot, user *harness.User) (time.Duration, error) {
	dir, remove, err := harness.TempFolder()
	if err != nil {
		return 0, err
	}
	defer remove()
	if runtime.GOOS != "windows" {
		if err := os.Chmod(dir, 0o777); err != nil { // in the sandbox the bot may be another user
			return 0, hostError(err)
		}
	}
	words, err := r.cfg.Interpreters.trivial(b.Type, dir)
	if err != nil {
		return 0, err
	}
	o := Outcome{Limit: max(r.cfg.Kill, calibrationTime)}
	c := harness.Command{Words: words, Name: fmt.Sprintf("calibration of %v", b.Type), Dir: dir, Output: io.Discard}
	if err := r.run(ctx, r.confined(c, &place{bot: &Bot{Dir: dir}, user: user}, nil), &o); err != nil {
		if user != nil && errors.Is(err, harness.ErrNotExecutable) {
			err = fmt.Errorf("%w (root's bots run as users of their own at this level of the sandbox:"+
				" name an interpreter that everybody may run)", err)
		}
		return 0, err
	}
	if !o.Exit.Clean() && ctx.Err() == nil {
		return 0, fmt.Errorf("bot %q (%v): %s does not run here: %v %v", b.NickName, b.Type, words[0], o.Exit, o.Errors)
	}
	return o.own(), ctx.Err()
}

// calibrationTime limits the start of a language's program.
const calibrationTime = 20 * time.Second
