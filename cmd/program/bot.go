//go:build !js

package program

import (
	"github.com/spf13/cobra"

	"blastyard/cmd/internal/command"
	"blastyard/cmd/internal/versioning"
)

func newBotCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "bot",
		Short: "Create, build and check bots; connect a built-in bot to a server",
		Args:  cobra.ArbitraryArgs, RunE: command.Group}
	cmd.AddCommand(newBotNewCommand(), newBotBuildCommand(), newBotCheckCommand(), newBotRunCommand(),
		newBotReplayInputCommand(), versioning.NewSave(), versioning.NewLadder())
	return cmd
}
