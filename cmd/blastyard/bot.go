package main

import (
	"github.com/spf13/cobra"

	"blastyard/internal/command"
)

func newBotCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "bot",
		Short: "Begin a bot of your own, build it, check it, let a built-in one play elsewhere",
		Args:  cobra.ArbitraryArgs, RunE: command.Group}
	cmd.AddCommand(newBotNewCommand(), newBotBuildCommand(), newBotCheckCommand(), newBotRunCommand(),
		newBotReplayInputCommand())
	return cmd
}
