package command

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"blastyard/cmd/internal/command/complete"
	"blastyard/internal/english"
	"blastyard/internal/flagerror"
	"blastyard/internal/nearest"
	"blastyard/internal/usage"
)

// SetUp makes root the command of a program: a group with the commands help and version, completions, and errors in
// this project's words. The subcommands check the values of their options first, except those in asIs, which do it
// themselves. version is as for VersionName.
func SetUp(root *cobra.Command, version string, asIs ...string) {
	root.Version = VersionName(version)
	root.SilenceErrors, root.SilenceUsage = true, true
	root.Args, root.RunE = cobra.ArbitraryArgs, Group
	root.SetFlagErrorFunc(flagError)
	root.AddCommand(newVersion(root.CommandPath(), version))
	root.SetHelpCommand(newHelp(root))
	root.CompletionOptions.DisableDefaultCmd = true
	complete.Below(root)
	for _, c := range root.Commands() {
		if !slices.Contains(asIs, c.Name()) {
			checkValues(c)
		}
	}
}

// checkValues makes a command and its subcommands check the values of their options first.
func checkValues(cmd *cobra.Command) {
	checkArgs := cmd.Args
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if err := flagerror.Values(cmd.Flags()); err != nil {
			return usage.Error{Err: err}
		}
		if checkArgs == nil {
			return nil
		}
		return checkArgs(cmd, args)
	}
	for _, c := range cmd.Commands() {
		checkValues(c)
	}
}

// Group runs a command that only has subcommands: it prints the help.
func Group(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return unknownCommand(cmd, args[:1], args[:1])
	}
	return cmd.Help()
}

// unknownCommand is the error about words of which cmd has no command; left are those that follow the last that it has.
func unknownCommand(cmd *cobra.Command, words, left []string) error {
	var names []string
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			names = append(append(names, c.Name()), c.Aliases...)
		}
	}
	return usage.Errorf("unknown command %q%s", strings.Join(words, " "), nearest.Hint(strings.Join(left, " "), names))
}

// NoArgs rejects arguments as wrong usage.
func NoArgs(_ *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usage.Errorf("unexpected argument %q", args[0])
	}
	return nil
}

// OneArg requires one argument.
func OneArg(what string) cobra.PositionalArgs { return numArgs(1, "one: "+what) }

// TwoArgs requires two arguments.
func TwoArgs(what string) cobra.PositionalArgs { return numArgs(2, "two: "+what) }

func numArgs(n int, what string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) != n {
			return usage.Errorf("%s, expected %s", english.Count(len(args), "argument"), what)
		}
		return nil
	}
}

// newHelp returns the command that prints the help of a command, and rejects unknown commands.
func newHelp(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:     "help [COMMAND]",
		Short:   "Help about a command",
		Example: "  " + root.CommandPath() + " help version",
		RunE: func(cmd *cobra.Command, args []string) error {
			about, left, err := cmd.Root().Find(args)
			if err != nil || len(left) > 0 && about.HasSubCommands() {
				return unknownCommand(about, args, left)
			}
			about.InitDefaultHelpFlag()
			about.InitDefaultVersionFlag()
			return about.Help()
		},
	}
}

// flagError returns the error about the options of a command. If a word before them is not a command, it reports that
// first.
func flagError(cmd *cobra.Command, err error) error {
	if words := cmd.Flags().Args(); len(words) > 0 && cmd.HasSubCommands() {
		return unknownCommand(cmd, words[:1], words[:1])
	}
	return usage.Error{Err: flagerror.Explain(err, cmd.Flags())}
}
