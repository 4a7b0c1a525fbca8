//go:build !js

package program

import (
	"fmt"

	"github.com/spf13/cobra"

	"blastyard/arena/entrant"
	"blastyard/arena/entrant/build"
	"blastyard/cmd/internal/command"
	"blastyard/internal/errortext"
)

// botBuildOptions are the flags of bot build.
type botBuildOptions struct {
	file  string
	quiet bool
}

func newBotBuildCommand() *cobra.Command {
	var o botBuildOptions
	cmd := &cobra.Command{
		Use:   "build [FOLDER …] [--bots FILE]",
		Short: "Build bots",
		Long: `Build the bots of some folders, or those of a bots file, with the command lines in their bot.toml or
in the bots file. In a folder with a bot.json, the files decide how to build it (npm, Maven, pip, .NET, make). The
output of the tools goes to standard error. If one bot fails, the others are still built, and the exit code is 1.
Without a folder or a file, the bot of this folder is built.`,
		Example: `  blastyard bot build mybot
  blastyard bot build --bots bots.toml`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 && o.file == "" {
				args = []string{"."}
			}
			list, wrong, err := o.entrants(args)
			if err != nil {
				return err
			}
			if len(list)+len(wrong) == 1 && len(wrong) > 0 {
				return wrong[0]
			}
			for _, err := range wrong {
				fmt.Fprintln(cmd.OutOrStdout(), errortext.Line(err))
			}
			report := build.Report{Out: cmd.OutOrStdout(), Tools: cmd.ErrOrStderr(), Quiet: o.quiet}
			failed, err := build.All(cmd.Context(), list, report)
			switch {
			case err != nil:
				return command.Interrupted(cmd.Context(), err)
			case failed+len(wrong) > 0:
				return fmt.Errorf("%d of %d bots could not be built", failed+len(wrong), len(list)+len(wrong))
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&o.file, "bots", "", "a bots file, whose bots are built")
	cmd.Flags().BoolVarP(&o.quiet, "quiet", "q", false,
		"show what the tools print only if one fails")
	return cmd
}

// entrants returns the entrants of the command line. wrong has an error for each folder without a bot; the others can
// still be built.
func (o *botBuildOptions) entrants(folders []string) (list []entrant.Entrant, wrong []error, err error) {
	for _, folder := range folders {
		e, err := entrant.Parse(folder, entrant.Options{})
		switch {
		case err != nil:
			wrong = append(wrong, err)
		case !e.Folder:
			wrong = append(wrong, usagef("%q is not a folder, expected the folder of a bot", folder))
		default:
			list = append(list, e)
		}
	}
	if o.file == "" {
		return list, wrong, nil
	}
	more, bad, err := entrant.ReadGood(o.file, entrant.Options{})
	return append(list, more...), append(wrong, bad...), err
}
