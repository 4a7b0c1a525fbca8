package main

import (
	"encoding/json"
	"fmt"
	"runtime/debug"

	"github.com/spf13/cobra"

	"blastyard/internal/about"
)

// version is what make dist names; empty in other builds.
var version string

// software is what this program is called in files, with its version.
func software() string {
	return "blastyard " + versionName()
}

func versionName() string {
	if version != "" {
		return version
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}

func newVersionCommand() *cobra.Command {
	asJSON := false
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Print version, commit, platform and rules of this program",
		Long: `Say which program this is: its version and commit, the Go that built it, the platform, the version of the
rules of each game (two programs with the same rules play the same match), and of the netorcai protocol.`,
		Example: `  blastyard version
  blastyard version --json`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			a := about.This(versionName())
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
