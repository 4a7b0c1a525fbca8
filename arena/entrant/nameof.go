package entrant

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"blastyard/arena/harness"
	"blastyard/internal/plain"
)

// NameOf is what an entrant is called that has no given name and has not said one: a built-in bot by its name, a person
// "human"; a folder by its name; a command line by the file that it starts, without the ending, or by that file's
// folder where the file is called bot or main or where none is named. Folders that only hold sources or what was built
// are passed over.
func NameOf(e Entrant) string {
	here := e.Dir
	if here == "" {
		here, _ = os.Getwd() // without one, the rules for names without a folder apply
	}
	return nameIn(e, here)
}

func nameIn(e Entrant, here string) string {
	switch {
	case e.Kind == Builtin:
		return tidy(e.Builtin)
	case e.Kind == Person:
		return Human
	case e.Folder:
		return folderName(e.Dir)
	}
	words, err := harness.Split(e.Command)
	if err != nil || len(words) == 0 {
		return "bot"
	}
	return commandName(words, here)
}

// commandName is the name of a command line that is started in the folder here.
func commandName(words []string, here string) string {
	file := startedFile(words)
	if !filepath.IsAbs(file) {
		file = filepath.Join(here, file)
	}
	name := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
	if lower := strings.ToLower(name); lower == "bot" || lower == "main" {
		name = cmp.Or(folderName(filepath.Dir(file)), name)
	}
	return cmp.Or(tidy(name), "bot")
}

// passed are folders that hold sources or what was built from them, and do not name a bot.
var passed = []string{"src", "bin", "build", "dist", "out", "target", "release", "debug"}

// folderName is the name of a bot in a folder; empty where the folder has none.
func folderName(dir string) string {
	for dir = filepath.Clean(dir); dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		base := filepath.Base(dir)
		dotnet := strings.HasPrefix(base, "net") && strings.Contains(base, ".") // net8.0: of a version of .NET
		if !dotnet && !slices.Contains(passed, strings.ToLower(base)) {
			return tidy(base)
		}
	}
	return ""
}

// launchers are programs that start what their arguments name.
var launchers = []string{
	"python", "py", "pypy", "uv", "node", "deno", "bun", "npm", "npx", "java", "mono", "dotnet", "ruby", "go", "cargo",
	"make", "sh", "bash", "env", "nice",
}

// startedFile is the file that a command line starts, as it names it. Where it names none, such as cargo run, it is
// main.
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

// tidy makes a name of a piece of a path: what a given name may be, without blanks.
func tidy(piece string) string {
	piece = fitting(plain.Text(piece))
	piece = fitting(plain.Text(piece)) // letters may join that had something between them
	return cut(strings.TrimLeft(piece, "-."), MaxName)
}

// fitting drops what names do not have, and blanks.
func fitting(text string) string {
	return strings.Map(func(r rune) rune {
		if r == ' ' || strings.ContainsRune(unfit, r) {
			return -1
		}
		return r
	}, text)
}
