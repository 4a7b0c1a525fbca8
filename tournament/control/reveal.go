package control

import (
	"context"
	"errors"
	"fmt"
	"io"

	"blastyard/internal/plain"
	"blastyard/tournament"
)

// Reveal shows the standings of an event again that its freeze hides from spectators, and reports it to out.
func Reveal(ctx context.Context, path string, out io.Writer) (err error) {
	en, err := open(ctx, path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, en.Close()) }()
	if !en.Hidden() {
		return fmt.Errorf("%s: its standings are not hidden: freeze has not come, or they were revealed already",
			plain.Line(path))
	}
	rec := tournament.Record{Clock: &tournament.Clock{What: tournament.ClockReveal}}
	if _, err := en.Submit(ctx, rec); err != nil {
		return err
	}
	_, err = fmt.Fprintln(out, "everybody sees the standings again")
	return err
}
