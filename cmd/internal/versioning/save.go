package versioning

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"blastyard/arena/entrant"
	"blastyard/arena/entrant/build"
	"blastyard/arena/versions"
	"blastyard/internal/errortext"
	"blastyard/internal/plain"
)

// NewSave returns the command bot save.
func NewSave() *cobra.Command {
	var version string
	cmd := &cobra.Command{
		Use:   "save [FOLDER]",
		Short: "Keep a version of a bot",
		Long: `Copy the bot of a folder into a kept version, and build the copy. FOLDER#VERSION is its name wherever a
bot is named: mybot#3. Versions are numbered; --name gives another name. They are in a folder beside the bot's, such as
mybot.versions; delete a version there if you do not want it any more.

The copy has what a competition gets: a file .blastyardignore says what is left out, and links have to stay inside the
folder. If the files are those of the version saved last, nothing is kept. Without a folder, the bot of this folder is
kept.`,
		Example: `  blastyard bot save mybot
  blastyard bot save mybot --name before-search
  blastyard compare ./mybot ./mybot#3
  blastyard play --bot mybot --bot mybot#before-search`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usagef("%d arguments, expected one folder at most", len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if cmd.Flags().Changed("name") && !entrant.IsVersion(version) {
				return usagef("--name is %q, expected up to 30 letters from a to z, digits, points, hyphens and "+
					"underscores, a letter or a digit first", version)
			}
			folder := "."
			if len(args) > 0 {
				folder = args[0]
			}
			e, err := entrant.Parse(folder, entrant.Options{})
			if err == nil && !e.Folder {
				err = usagef("%q is not a folder, expected the folder of a bot", folder)
			}
			if err != nil {
				return err
			}
			k, same, err := versions.Keep(cmd.Context(), e.Dir, version, time.Now(), io.Discard)
			var failed *build.Error
			if errors.As(err, &failed) {
				for _, line := range failed.Last {
					fmt.Fprintf(cmd.ErrOrStderr(), "  %s\n", plain.Line(line))
				}
			}
			if err != nil {
				return fmt.Errorf("%s: %s", folder, errortext.Text(err))
			}
			spec := plain.Line(filepath.Clean(folder) + "#" + k.Version)
			if same {
				fmt.Fprintf(cmd.OutOrStdout(), "%s has the same files; nothing is kept\n", spec)
				return nil
			}
			fmt.Fprintf(cmd.OutOrStdout(), "kept as %s\n", spec)
			return nil
		},
	}
	cmd.Flags().StringVarP(&version, "name", "n", "", "what the version is called (default: the next number)")
	return cmd
}
