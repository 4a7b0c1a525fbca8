package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"blastyard/arena"
	"blastyard/bots"
	"blastyard/bots/bomberbots"
	"blastyard/bots/hexabots"
	"blastyard/harness"
	"blastyard/maps"
	"blastyard/match"
)

// addCompletion gives the root the command that prints the scripts of shells, and the others what values they complete.
func addCompletion(root *cobra.Command) {
	root.CompletionOptions.DisableDefaultCmd = true
	root.AddCommand(newCompletionCommand())
	completeBelow(root)
}

func newCompletionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "completion bash|zsh|fish|powershell",
		Short: "Let your shell complete commands, maps, bots and replays",
		Long: `Print a script that lets a shell complete commands and flags by the Tab key, and the names of maps,
built-in bots, languages and replays. To have it in every new shell, once:

  bash         echo 'source <(blastyard completion bash)' >> ~/.bashrc     (with the package bash-completion)
  zsh          echo 'source <(blastyard completion zsh)' >> ~/.zshrc       (after a line with compinit)
  fish         blastyard completion fish > ~/.config/fish/completions/blastyard.fish
  powershell   blastyard completion powershell >> $PROFILE`,
		Example: `  source <(blastyard completion bash)
  blastyard completion fish | source`,
		ValidArgs: shells,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 || !slices.Contains(shells, args[0]) {
				return usagef("%q, expected one of %s", strings.Join(args, " "), strings.Join(shells, ", "))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			root, out := cmd.Root(), cmd.OutOrStdout()
			switch args[0] {
			case "bash":
				return root.GenBashCompletionV2(out, true)
			case "zsh":
				return root.GenZshCompletion(out)
			case "fish":
				return root.GenFishCompletion(out, true)
			default:
				return root.GenPowerShellCompletionWithDesc(out)
			}
		},
	}
}

var shells = []string{"bash", "zsh", "fish", "powershell"}

// Completions of flags, by command and flag, or by flag alone.
var flagCompletions = map[string]cobra.CompletionFunc{
	"--map":     completeMap,
	"--bot":     completeBot,
	"--special": completeBot,
	"--game":    oneOf(bots.Hexabomb, bots.Bomberman),
	"--lang":    completeLanguage,
	"--sandbox": oneOf(harness.SandboxAuto, harness.SandboxOff, harness.SandboxRequire, "require=limits",
		"require=files",
		"require=namespaces"),
	"play --order":      oneOf(match.Seeded.String(), match.Arrival.String()),
	"bomberman --order": oneOf("key", "seeded"),
	"bomberman --bot":   folders,
	"play --log":        folders,
	"--bots":            botsFiles,
}

// Completions of arguments, by command.
var argCompletions = map[string]cobra.CompletionFunc{
	"play":           first(oneOf(bots.Hexabomb, bots.Bomberman)),
	"hexabomb":       first(completeMap),
	"map show":       first(completeMap),
	"map check":      first(completeMap),
	"bomberman":      folders,
	"replay show":    first(replays),
	"replay verify":  replays,
	"replay export":  first(replays),
	"replay explain": first(replays),
	"replay rerun":   first(replays),
	"watch":          first(replays),
	"bot build":      folders,
	"bot new":        cobra.NoFileCompletions,
	"doctor":         cobra.NoFileCompletions,
	"map list":       cobra.NoFileCompletions,
}

// completeBelow gives a command and those below it their completions. What a command completes by itself stays.
func completeBelow(cmd *cobra.Command) {
	_, path, _ := strings.Cut(cmd.CommandPath(), " ")
	if complete := argCompletions[path]; complete != nil && cmd.ValidArgsFunction == nil {
		cmd.ValidArgsFunction = complete
	}
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		complete := flagCompletions[path+" --"+f.Name]
		if complete == nil {
			complete = flagCompletions["--"+f.Name]
		}
		if complete != nil {
			_ = cmd.RegisterFlagCompletionFunc(f.Name, complete) // an error: it has one already
		}
	})
	for _, c := range cmd.Commands() {
		completeBelow(c)
	}
}

// oneOf completes a few fixed words.
func oneOf(words ...string) cobra.CompletionFunc {
	return cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp)
}

// first completes the first argument only.
func first(complete cobra.CompletionFunc) cobra.CompletionFunc {
	return func(cmd *cobra.Command, args []string, word string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return complete(cmd, args, word)
	}
}

func folders(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveFilterDirs
}

func replays(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return []cobra.Completion{"blast"}, cobra.ShellCompDirectiveFilterFileExt
}

func botsFiles(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return []cobra.Completion{"toml"}, cobra.ShellCompDirectiveFilterFileExt
}

// completeMap completes the names of built-in maps, and map files.
func completeMap(_ *cobra.Command, _ []string, word string) (list []cobra.Completion, how cobra.ShellCompDirective) {
	for _, name := range maps.Names() {
		if strings.HasPrefix(name, word) {
			list = append(list, cobra.CompletionWithDesc(name, maps.Info(name)))
		}
	}
	how = cobra.ShellCompDirectiveNoFileComp
	dir, start := filepath.Split(word)
	entries, _ := os.ReadDir(filepath.Clean(dir + "."))
	for _, e := range entries {
		hidden := strings.HasPrefix(e.Name(), ".") && start == ""
		switch {
		case hidden || !strings.HasPrefix(e.Name(), start):
		case e.IsDir():
			list, how = append(list, dir+e.Name()+string(filepath.Separator)), how|cobra.ShellCompDirectiveNoSpace
		case filepath.Ext(e.Name()) == ".json":
			list = append(list, dir+e.Name())
		}
	}
	return list, how
}

// completeBot completes the names of built-in bots, and a person; the shell completes programs and folders.
func completeBot(cmd *cobra.Command, args []string, word string) (list []cobra.Completion, _ cobra.ShellCompDirective) {
	names := hexabots.Names()
	switch {
	case slices.Contains(args, bots.Bomberman):
		names = bomberbots.Names()
	case cmd.Name() != "play": // whose game is not known here
		names = slices.Concat(names, bomberbots.Names())
		slices.Sort(names)
		names = slices.Compact(names)
	}
	specs := builtins(names...)
	if cmd.Name() == "play" {
		specs = append(specs, "human")
	}
	for _, spec := range specs {
		if strings.HasPrefix(spec, word) {
			list = append(list, spec)
		}
	}
	return list, cobra.ShellCompDirectiveDefault
}

// builtins are built-in bots as seats name them.
func builtins(names ...string) []string {
	specs := make([]string, len(names))
	for i, n := range names {
		specs[i] = arena.BuiltinPrefix + n
	}
	return specs
}

// completeLanguage completes the languages that there are starters in for the game of --game.
func completeLanguage(cmd *cobra.Command, _ []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	game, _ := cmd.Flags().GetString("game") // every command with --lang has it
	return languages(game), cobra.ShellCompDirectiveNoFileComp
}
