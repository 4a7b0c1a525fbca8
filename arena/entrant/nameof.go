package entrant

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"blastyard/arena/harness"
	"blastyard/internal/names"
)

// NameOf returns the default name of an entrant that has no given name and has not declared one. For a built-in bot
// it is the bot's name, for a person "human", and for a folder the folder's name. For a command line it is the name
// of the file that it starts, without the extension, or the name of that file's folder if the file is called bot or
// main or if there is no file. Folders that only hold sources or build results are skipped.
func NameOf(e Entrant) string {
	here := e.Dir
	if here == "" {
		here, _ = os.Getwd() // if it fails, the rules for names without a folder apply
	}
	return nameIn(e, here)
}

func nameIn(e Entrant, here string) string {
	switch {
	case e.Kind == Builtin:
		return names.Fit(e.Builtin)
	case e.Kind == Person:
		return Human
	case e.Folder:
		return folderName(e.Dir)
	}
	words, err := harness.SplitIn(e.Command, here)
	if err != nil || len(words) == 0 {
		return "bot"
	}
	return commandName(words, here)
}

// commandName returns the name for a command line that is started in the folder here.
func commandName(words []string, here string) string {
	file := startedFile(words)
	if !filepath.IsAbs(file) {
		file = filepath.Join(here, file)
	}
	name := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
	if lower := strings.ToLower(name); lower == "bot" || lower == "main" {
		name = cmp.Or(folderName(filepath.Dir(file)), name)
	}
	return cmp.Or(names.Fit(name), "bot")
}

// passed are folders for sources or build results. They do not name a bot.
var passed = []string{"src", "bin", "build", "dist", "out", "target", "release", "debug"}

// folderName returns the name of a bot in a folder, or "" if the folder gives none.
func folderName(dir string) string {
	for dir = filepath.Clean(dir); dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		base := filepath.Base(dir)
		dotnet := strings.HasPrefix(base, "net") && strings.Contains(base, ".") // such as net8.0
		if !dotnet && !slices.Contains(passed, strings.ToLower(base)) {
			return names.Fit(base)
		}
	}
	return ""
}

// launchers are programs that start what their arguments name.
var launchers = []string{
	"python", "py", "pypy", "uv", "node", "deno", "bun", "npm", "npx", "java", "mono", "dotnet", "ruby", "go", "cargo",
	"make", "sh", "bash", "env", "nice", "perl", "lua", "luajit", "php", "Rscript", "julia", "tclsh", "guile", "racket",
	"ocaml", "swift", "kotlin", "scala", "elixir", "escript", "runghc", "sbcl", "crystal", "groovy", "awk", "gawk",
	"pwsh", "zsh", "dash", "busybox", "time", "timeout", "stdbuf", "taskset",
}

// startedFile returns the file that a command line starts. It returns "main" if the line names no file, as in cargo
// run.
func startedFile(words []string) string {
	program := strings.TrimSuffix(filepath.Base(words[0]), ".exe")
	if !slices.Contains(launchers, strings.TrimRight(program, "0123456789.")) {
		return words[0]
	}
	for _, w := range words[1:] {
		switch {
		case w == "-c" || w == "-e" || w == "-m": // a script or a module follows
			return "main"
		case strings.ContainsAny(w, "./"+string(filepath.Separator)) && w[0] != '-' && !strings.ContainsAny(w, ":=") ||
			filepath.IsAbs(w):
			return w
		}
	}
	return "main"
}
