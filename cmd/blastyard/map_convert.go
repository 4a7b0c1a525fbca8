package main

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"blastyard/hexabomb"
	"blastyard/internal/newfile"
	"blastyard/maps"
	"blastyard/maps/mapview"
)

func newMapConvertCommand() *cobra.Command {
	from, to, force := "", "", false
	cmd := &cobra.Command{
		Use:   "convert IN OUT",
		Short: "Turn a map into a map file, a text picture, or a map for Tiled",
		Long: `Turn a map of hexabomb from one form into another: json, hexabomb's map file; txt, a picture of letters
that can be drawn in any editor; tiled, a JSON export of the map editor Tiled. The ending of OUT says which (.json,
.txt, .tmj for Tiled), or --to does; what IN is, its content tells, or --from does. IN may be the name of a built-in
map. - stands for standard input and output.

With OUT for Tiled, the picture of its tiles is written beside it, with the ending .png. In Tiled, tile 1 is a cell, 2 a
start of the special player, 3 and up are starts of players 0, 1, ...; see docs/maps.md.`,
		Example: `  blastyard map convert yard yard.txt
  blastyard map convert yard.txt yard.json
  blastyard map convert yard.json yard.tmj
  blastyard map convert edited.tmj - --to json > edited.json`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 2 {
				return usagef("expected two arguments, IN and OUT, but there are %d", len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			target := mapTarget{path: args[1], force: force, stdout: cmd.OutOrStdout(), stderr: cmd.ErrOrStderr()}
			if to != "" {
				var err error
				if target.format, err = maps.ParseFormat(to); err != nil {
					return usagef("--to: %w", err)
				}
			} else if _, ok := maps.FormatOf(args[1]); !ok {
				return usagef("OUT %s: the ending must be .json, .txt or .tmj (or use --to)", args[1])
			}
			m, err := readMapAs(args[0], from, cmd.InOrStdin())
			if err != nil {
				return err
			}
			return target.write(m)
		},
	}
	cmd.Flags().StringVar(&from, "from", "", "what IN is: json, txt or tiled")
	cmd.Flags().StringVar(&to, "to", "", "what OUT becomes: json, txt or tiled")
	cmd.Flags().BoolVar(&force, "force", false, "replace a file that exists already")
	return cmd
}

// readMapAs reads a map in a form that is named, or else found out.
func readMapAs(path, from string, stdin io.Reader) (*hexabomb.Map, error) {
	var format maps.Format
	if from != "" {
		var err error
		if format, err = maps.ParseFormat(from); err != nil {
			return nil, usagef("--from: %w", err)
		}
	}
	switch {
	case path == "-":
		return maps.Read(stdin, "standard input", format)
	case from == "":
		return maps.Open(path)
	}
	return maps.ReadFileAs(path, format)
}

// mapTarget is where a map is written.
type mapTarget struct {
	path   string      // "-": standard output
	format maps.Format // empty: by the path's ending; else a map file
	force  bool
	stdout io.Writer
	stderr io.Writer
}

// write writes the map, and for Tiled the picture of its tiles beside it.
func (t *mapTarget) write(m *hexabomb.Map) error {
	format, image := t.format, ""
	if format == "" {
		if format, _ = maps.FormatOf(t.path); format == "" {
			format = maps.JSON
		}
	}
	if format == maps.Tiled {
		image = "tiles.png"
		if t.path != "-" {
			image = strings.TrimSuffix(t.path, filepath.Ext(t.path)) + ".png"
		}
	}
	data, err := maps.Encode(m, format, filepath.Base(image))
	switch {
	case err != nil:
		return err
	case t.path == "-":
		if image != "" {
			fmt.Fprintln(t.stderr,
				"the picture of the tiles, tiles.png, is not written; name a file as OUT to have it beside that")
		}
		_, err := t.stdout.Write(data)
		return err
	case image != "":
		err := newfile.Check(image, t.force)
		if errors.Is(err, newfile.ErrExists) {
			return fmt.Errorf("%s, for the picture of the tiles, exists already; name another OUT or use --force",
				image)
		} else if err != nil {
			return err
		}
	}
	err = writeNewFile(t.path, t.force, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
	if err == nil && image != "" {
		err = writeNewFile(image, t.force, func(w io.Writer) error { return mapview.Tiles(w, len(m.Starts)) })
	}
	return err
}
