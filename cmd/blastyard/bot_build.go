package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"blastyard/entrant"
	"blastyard/entrant/build"
	"blastyard/internal/plain"
)

// botBuildOptions is the command line of bot build.
type botBuildOptions struct {
	file  string
	quiet bool
}

func newBotBuildCommand() *cobra.Command {
	var o botBuildOptions
	cmd := &cobra.Command{
		Use:   "build [FOLDER …] [--bots FILE]",
		Short: "Build bots",
		Long: `Build the bots of some folders, or those of a bots file: by the command lines in their bot.toml or in
the bots file; a folder of 2016-Bomberman as its files ask for (npm, Maven, pip, .NET, make). What the tools print
goes to standard error. All bots are built even where one fails; the exit code is 1 then. Without a folder or a file
the bot is that of this folder.`,
		Example: `  blastyard bot build mybot
  blastyard bot build --bots bots.toml`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 && o.file == "" {
				args = []string{"."}
			}
			list, err := o.entrants(args)
			if err != nil {
				return err
			}
			return o.run(cmd.Context(), list, cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	cmd.Flags().StringVar(&o.file, "bots", "", "a bots file, whose bots are built")
	cmd.Flags().BoolVarP(&o.quiet, "quiet", "q", false,
		"do not show what the tools print, but for the end of it where one fails")
	return cmd
}

// entrants are those whom the command line names.
func (o *botBuildOptions) entrants(folders []string) ([]entrant.Entrant, error) {
	var list []entrant.Entrant
	for _, folder := range folders {
		e, err := entrant.Parse(folder, entrant.Options{})
		if err != nil {
			return nil, err
		}
		if !e.Folder {
			return nil, usagef("%q is not a folder, expected the folder of a bot", folder)
		}
		list = append(list, e)
	}
	if o.file != "" {
		more, err := entrant.ReadFile(o.file, entrant.Options{})
		if err != nil {
			return nil, err
		}
		list = append(list, more...)
	}
	return list, nil
}

// run builds all, and prints a line for each.
func (o *botBuildOptions) run(ctx context.Context, list []entrant.Entrant, out, tools io.Writer) error {
	shown := tools
	if o.quiet {
		shown = io.Discard
	}
	failed := 0
	for i, name := range entrant.Names(list, nil) {
		built, err := build.Run(ctx, &list[i], name, shown)
		var failure *build.Error
		switch {
		case errors.As(err, &failure):
			failed++
			if o.quiet || len(list) > 1 {
				for _, line := range failure.Last {
					fmt.Fprintf(tools, "  %s\n", plain.Line(line))
				}
			}
			fmt.Fprintf(out, "%s: %s\n", name, plain.Line(failure.Err.Error()))
		case err != nil:
			return interrupted(ctx, err)
		case built:
			fmt.Fprintf(out, "%s: built\n", name)
		default:
			fmt.Fprintf(out, "%s: nothing to build\n", name)
		}
	}
	if failed > 0 {
		return fmt.Errorf("%d of %d bots could not be built", failed, len(list))
	}
	return nil
}
