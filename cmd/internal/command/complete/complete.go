// Package complete provides the completions of flags and arguments that shells offer when a user presses Tab.
package complete

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"blastyard/arena"
	"blastyard/arena/entrant"
	"blastyard/arena/harness"
	"blastyard/game"
	"blastyard/game/games"
	"blastyard/game/match"
	"blastyard/game/starters"
	"blastyard/rules/maps"
)

// Completions of flags, by command and flag, or by flag alone.
var flagCompletions = map[string]cobra.CompletionFunc{
	"--map":     completeMap,
	"--bot":     completeBot,
	"--against": completeBot,
	"--special": completeBot,
	"--game":    completeGame,
	"--lang":    completeLanguage,
	"--sandbox": OneOf(harness.SandboxAuto, harness.SandboxOff, harness.SandboxRequire, "require=limits",
		"require=files",
		"require=namespaces"),
	"play --order": OneOf(match.Seeded.String(), match.Arrival.String()),
	"play --log":   Folders,
	"--bots":       botsFiles,
}

// Completions of arguments, by command.
var argCompletions = map[string]cobra.CompletionFunc{
	"play":           First(completeGame),
	"compare":        completeBot,
	"map show":       First(completeMap),
	"map check":      First(completeMap),
	"replay show":    First(replays),
	"replay verify":  replays,
	"replay export":  First(replays),
	"replay explain": First(replays),
	"replay rerun":   First(replays),
	"watch":          First(replays),
	"bot build":      Folders,
	"bot save":       First(Folders),
	"bot ladder":     First(Folders),
	"bot new":        cobra.NoFileCompletions,
	"doctor":         cobra.NoFileCompletions,
	"map list":       cobra.NoFileCompletions,
}

// Below sets the completions of a command and of its subcommands. It keeps completions that a command already has.
func Below(cmd *cobra.Command) {
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
			_ = cmd.RegisterFlagCompletionFunc(f.Name, complete) // fails if it already has one
		}
	})
	for _, c := range cmd.Commands() {
		Below(c)
	}
}

// OneOf completes to fixed words.
func OneOf(words ...string) cobra.CompletionFunc {
	return cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp)
}

// First completes the first argument only.
func First(complete cobra.CompletionFunc) cobra.CompletionFunc {
	return func(cmd *cobra.Command, args []string, word string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return complete(cmd, args, word)
	}
}

// Folders completes folders.
func Folders(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
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

// completeGame completes the names of games.
func completeGame(*cobra.Command, []string, string) (list []cobra.Completion, _ cobra.ShellCompDirective) {
	for _, k := range games.All() {
		list = append(list, k.Name)
	}
	return list, cobra.ShellCompDirectiveNoFileComp
}

// completeBot completes the names of built-in bots, and a person; the shell itself completes programs and folders.
func completeBot(cmd *cobra.Command, args []string, word string) (list []cobra.Completion, _ cobra.ShellCompDirective) {
	kinds := games.All()
	named := func(k *game.Kind) bool { return slices.Contains(args, k.Name) }
	if i := slices.IndexFunc(kinds, named); i >= 0 {
		kinds = kinds[i : i+1]
	} else if cmd.Name() == "play" { // of other commands the game is not known here
		kinds = kinds[:1]
	}
	var names []string
	for _, k := range kinds {
		names = slices.Concat(names, k.Bots, k.Specials)
	}
	slices.Sort(names)
	names = slices.Compact(names)
	specs := Builtins(names...)
	if cmd.Name() == "play" {
		specs = append(specs, "human")
	}
	for _, spec := range specs {
		if strings.HasPrefix(spec, word) {
			list = append(list, spec)
		}
	}
	return append(list, kept(word)...), cobra.ShellCompDirectiveDefault
}

// kept completes kept versions of bots whose folders are here, or where the word says.
func kept(word string) (list []cobra.Completion) {
	dir, start := filepath.Split(word)
	entries, _ := os.ReadDir(filepath.Clean(dir + "."))
	for _, e := range entries {
		if !e.IsDir() || !strings.HasPrefix(e.Name()+"#", start) && !strings.HasPrefix(start, e.Name()+"#") {
			continue
		}
		for _, version := range entrant.KeptVersions(filepath.Join(dir, e.Name())) {
			if spec := dir + e.Name() + "#" + version; strings.HasPrefix(spec, word) {
				list = append(list, spec)
			}
		}
	}
	return list
}

// Builtins returns built-in bots in the form of seats.
func Builtins(names ...string) []string {
	specs := make([]string, len(names))
	for i, n := range names {
		specs[i] = arena.BuiltinPrefix + n
	}
	return specs
}

// completeLanguage completes the languages of starters for the game of --game.
func completeLanguage(cmd *cobra.Command, _ []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	game, _ := cmd.Flags().GetString("game") // every command with --lang has this flag
	return starters.Languages(game), cobra.ShellCompDirectiveNoFileComp
}
