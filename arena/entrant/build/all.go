package build

import (
	"context"
	"errors"
	"fmt"
	"io"

	"blastyard/arena/entrant"
	"blastyard/internal/errortext"
	"blastyard/internal/plain"
)

// Report says where All writes about its work.
type Report struct {
	Out   io.Writer // gets a line for each bot
	Tools io.Writer // gets the output of the tools
	Quiet bool      // write only the last output of the tools, and only if one fails
}

// All builds bots and continues after one that fails. It returns how many failed.
func All(ctx context.Context, list []entrant.Entrant, report Report) (failed int, err error) {
	shown := report.Tools
	if report.Quiet {
		shown = io.Discard
	}
	for i, name := range entrant.Names(list, nil) {
		built, err := Run(ctx, &list[i], name, shown)
		var failure *Error
		switch {
		case errors.As(err, &failure):
			failed++
			if report.Quiet || len(list) > 1 {
				for _, line := range failure.Last {
					fmt.Fprintf(report.Tools, "  %s\n", plain.Line(line))
				}
			}
			fmt.Fprintf(report.Out, "%s: %s\n", name, plain.Line(errortext.Text(failure.Err)))
		case err != nil:
			return failed, err
		case built:
			fmt.Fprintf(report.Out, "%s: built\n", name)
		default:
			fmt.Fprintf(report.Out, "%s: nothing to build\n", name)
		}
	}
	return failed, nil
}
