//go:build !js

package program

import (
	"errors"
	"fmt"
	"os"
	"os/signal"

	"github.com/spf13/cobra"

	"blastyard/cmd/internal/command"
	"blastyard/game/games"
	"blastyard/train"
)

func newTrainCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "train",
		Short: "Serve environments for training (the Python package starts this command)",
		Long: `Serve many matches at the same time to a program that learns, a turn further at every request. The
program, usually the Python package, starts this command as its child: requests come over standard input, answers go
to standard output, and arrays lie in memory that both share. The command ends with its input and with its parent.

"go doc ./train" has the protocol.`,
		Example: `  echo '{"game":"` + games.All()[0].Name + `","matches":1}' | blastyard train`,
		Args:    command.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			signal.Ignore(os.Interrupt) // Ctrl-C at a terminal is for the parent, which decides
			served, gone := make(chan error, 1), train.ParentGone(cmd.Context())
			go func() { served <- train.Serve(cmd.InOrStdin(), cmd.OutOrStdout(), software()) }()
			select {
			case err := <-served:
				return sayTrain(cmd, err)
			case <-gone:
				return errors.New("the parent is gone, or ended this program")
			}
		},
	}
}

// sayTrain returns the error of the service unless the parent has already received and reported it.
func sayTrain(cmd *cobra.Command, err error) error {
	if fault, ok := errors.AsType[*train.PanicError](err); ok {
		fmt.Fprintf(cmd.ErrOrStderr(), "%s\n", fault.Stack)
		return err
	}
	if told := (*train.ToldError)(nil); errors.As(err, &told) {
		return command.Exit{Code: command.Failure}
	}
	return err
}
