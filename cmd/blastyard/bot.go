package main

import "github.com/spf13/cobra"

func newBotCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "bot", Short: "Begin a bot of your own, and check it", Args: cobra.ArbitraryArgs, RunE: runGroup}
	cmd.AddCommand(newBotNewCommand(), newBotCheckCommand())
	return cmd
}
