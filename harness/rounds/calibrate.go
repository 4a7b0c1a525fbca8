package rounds

import (
	"context"
	"fmt"
	"io"
	"time"

	"blastyard/harness"
)

// trivial are the arguments that make the program of a language start, do nothing, and end. A bot in C++ or, on Windows,
// in a .NET language is its own program: there is nothing to measure.
func (i *Interpreters) trivial(l Language) ([]string, error) {
	words, err := i.find(l)
	if err != nil || len(words) == 0 {
		return nil, err
	}
	program := words[:1]
	switch l {
	case Java:
		return append(program, "-Xms512m", "-version"), nil
	case JavaScript:
		return append(program, "-e", "0"), nil
	case Python2, Python3:
		return append(program, "-c", "pass"), nil
	default:
		return append(program, "--version"), nil
	}
}

// Calibrate measures once for each language of the bots what it takes to start a trivial program; Limit adds that from
// then on. It also finds out what would make every round fail: the error names the bot and the mend.
func (r *Runner) Calibrate(ctx context.Context, bots []*Bot) error {
	for _, b := range bots {
		if _, err := b.Words(&r.cfg.Interpreters); err != nil {
			return err
		}
		if r.known[b.Type] || b.Type == CPlusPlus {
			continue
		}
		took, err := r.measure(ctx, b)
		if err != nil {
			return err
		}
		r.starts[b.Type], r.known[b.Type] = took, true
	}
	return nil
}

func (r *Runner) measure(ctx context.Context, b *Bot) (time.Duration, error) {
	words, err := r.cfg.Interpreters.trivial(b.Type)
	if err != nil || words == nil {
		return 0, err
	}
	o := Outcome{Limit: max(r.cfg.Kill, calibrationTime)}
	c := harness.Command{Words: words, Name: fmt.Sprintf("calibration of %v", b.Type), Dir: b.Dir, Output: io.Discard}
	if err := r.run(ctx, r.confined(c, b), &o); err != nil {
		return 0, err
	}
	if !o.Exit.Clean() && ctx.Err() == nil {
		return 0, fmt.Errorf("bot %q (%v): %s does not run here: %v %v", b.NickName, b.Type, words[0], o.Exit, o.Errors)
	}
	return o.Exit.Wall, ctx.Err()
}

// calibrationTime is what a language may take to start, at the most.
const calibrationTime = 20 * time.Second
