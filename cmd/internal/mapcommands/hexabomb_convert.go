package mapcommands

import (
	"io"

	"github.com/spf13/cobra"

	"blastyard/cmd/internal/command"
	"blastyard/internal/usage"
	"blastyard/rules/maps"
	"blastyard/show/mapview"
)

func newMapConvertCommand() *cobra.Command {
	from, to, force := "", "", false
	cmd := &cobra.Command{
		Use:   "convert IN OUT",
		Short: "Turn a map into a map file, a text picture, or a map for Tiled",
		Long: `Turn a map of hexabomb from one form into another: json, hexabomb's map file; txt, a picture of
letters that can be drawn in any editor; tiled, a JSON export of the map editor Tiled. The ending of OUT decides the
form (.json, .txt, .tmj for Tiled), or --to does. The content of IN decides what it is, or --from does. IN may be
the name of a built-in map. - stands for standard input and output.

With OUT for Tiled, the picture of its tiles is written beside it, with the ending .png. In Tiled, tile 1 is a cell, 2 a
start of the special player, 3 and up are starts of players 0, 1, ...; see docs/maps.md.`,
		Example: `  blastyard map convert yard yard.txt
  blastyard map convert yard.txt yard.json
  blastyard map convert yard.json yard.tmj
  blastyard map convert edited.tmj - --to json > edited.json`,
		Args: command.TwoArgs("IN and OUT"),
		RunE: func(cmd *cobra.Command, args []string) error {
			target := mapview.Target{Path: args[1], Force: force, Stdout: cmd.OutOrStdout(), Stderr: cmd.ErrOrStderr()}
			if to != "" {
				var err error
				if target.Format, err = maps.ParseFormat(to); err != nil {
					return usage.Errorf("--to: %w", err)
				}
			} else if _, ok := maps.FormatOf(args[1]); !ok {
				return usage.Errorf("OUT %s: the ending must be .json, .txt or .tmj (or use --to)", args[1])
			}
			m, err := readMapAs(args[0], from, cmd.InOrStdin(), cmd.ErrOrStderr())
			if err != nil {
				return err
			}
			return target.Write(m)
		},
	}
	cmd.Flags().StringVar(&from, "from", "", "what IN is: json, txt or tiled")
	cmd.Flags().StringVar(&to, "to", "", "what OUT becomes: json, txt or tiled")
	cmd.Flags().BoolVar(&force, "force", false, "replace a file that exists already")
	return cmd
}

// readMapAs reads a map in the given form, or in the form that it detects. It prints to notes what is odd in the file.
func readMapAs(path, from string, stdin io.Reader, notes io.Writer) (*maps.Map, error) {
	var format maps.Format
	if from != "" {
		var err error
		if format, err = maps.ParseFormat(from); err != nil {
			return nil, usage.Errorf("--from: %w", err)
		}
	}
	switch {
	case path == "-":
		m, err := maps.Read(stdin, "standard input", format)
		return noted(m, err, "standard input", notes)
	case from == "":
		return openMap(path, notes)
	}
	m, err := maps.ReadFileAs(path, format)
	return noted(m, err, path, notes)
}
