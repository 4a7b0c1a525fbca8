package command

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"blastyard/cmd/internal/command/about"
)

// VersionName is the version of this program; given is the one that make dist has given it, or empty.
func VersionName(given string) string { return about.Version(given) }

func newVersion(program, version string) *cobra.Command {
	asJSON := false
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Print version, commit, platform and rules of this program",
		Long: `Say which program this is: its version and commit, the Go that built it, the platform, the version of the
rules of each game (two programs with the same rules play the same match), and of the netorcai protocol.`,
		Example: strings.ReplaceAll("  PROGRAM version\n  PROGRAM version --json", "PROGRAM", program),
		Args:    NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			a := about.This(VersionName(version))
			if asJSON {
				return json.NewEncoder(cmd.OutOrStdout()).Encode(a)
			}
			_, err := fmt.Fprint(cmd.OutOrStdout(), a.Text())
			return err
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "the result as JSON")
	return cmd
}
