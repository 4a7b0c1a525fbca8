package main

import "github.com/spf13/cobra"

func newBotCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "bot",
		Short: "Create, build and check bots; connect a built-in bot to a server",
		Args:  cobra.ArbitraryArgs, RunE: runGroup}
	cmd.AddCommand(newBotNewCommand(), newBotBuildCommand(), newBotCheckCommand(), newBotRunCommand(),
		newBotReplayInputCommand())
	return cmd
}
