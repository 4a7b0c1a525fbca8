package entrant

import (
	"os"
	"path/filepath"
	"strings"

	"blastyard/internal/anypath"
)

// Files of a folder that say how to build and start its bot.
const (
	FolderFile = "bot.toml"
	roundsFile = "bot.json" // of 2016-Bomberman
)

// ownFolder returns the absolute path of a folder, or of a kept version. dir is the base of a relative path.
func ownFolder(path, dir string) (string, bool) {
	if !filepath.IsAbs(path) {
		path = filepath.Join(dir, path)
	}
	if st, err := os.Stat(path); err != nil || !st.IsDir() {
		return keptIn(path)
	}
	abs, err := filepath.Abs(path)
	return abs, err == nil
}

func hasFile(folder, name string) bool {
	st, err := os.Stat(fileIn(folder, name))
	return err == nil && !st.IsDir()
}

// fileIn returns the path of a file in a folder, whatever the case of its letters.
func fileIn(folder, name string) string {
	name, _ = anypath.Find(folder, name)
	return filepath.Join(folder, name)
}

// parseFolder reads a bot that is a folder. bot is the text that named it.
func parseFolder(bot, folder string, o Options) (Entrant, error) {
	e := Entrant{Bot: bot, Kind: Program, Dir: folder, Folder: true}
	if hasFile(folder, FolderFile) {
		if err := e.readFolderFile(fileIn(folder, FolderFile)); err != nil {
			return Entrant{}, err
		}
	}
	e.nameKept()
	rounds := hasFile(folder, roundsFile)
	switch {
	case e.Protocol == Stdio || o.Protocol == Stdio:
		e.Protocol = Stdio
	case o.Protocol == Rounds && !rounds:
		return Entrant{}, fault(bot, "%s", noRounds(e))
	case o.Protocol == Netorcai && e.Command == "" && rounds:
		return Entrant{}, fault(bot, "this is a bot for 2016-Bomberman: it has a %s, and no %s with a command",
			roundsFile, FolderFile)
	case o.Protocol != "":
		e.Protocol = o.Protocol
	case e.Protocol == "" && (e.Command != "" || !rounds):
		e.Protocol = Netorcai
	case e.Protocol == "":
		e.Protocol = Rounds
	}
	switch {
	case e.Protocol == Rounds && !rounds:
		return Entrant{}, fault(bot, "%s", noRounds(Entrant{}))
	case e.Protocol == Rounds:
		e.Command = ""
	case e.Command == "":
		return Entrant{}, fault(bot, "%s", howToStart(folder))
	}
	return e, nil
}

// noRounds says why a folder without a bot.json is no bot of 2016-Bomberman.
func noRounds(e Entrant) string {
	if e.Command != "" {
		return "this is a bot for hexabomb: it has a " + FolderFile + " with a command, but no " + roundsFile
	}
	return "the folder has no " + roundsFile + ": write one with NickName, BotType and RunFile"
}

// howToStart says what is missing in a folder without a known command line, and what the user should write.
func howToStart(folder string) string {
	missing := "the folder has no " + FolderFile
	for _, name := range []string{FolderFile, roundsFile} { // Windows hides the ending that its editor adds
		if hasFile(folder, name+".txt") && !hasFile(folder, name) {
			return "the folder has a " + name + ".txt: rename it to " + name
		}
	}
	switch {
	case hasFile(folder, FolderFile):
		missing = FolderFile + " has no command"
	case !hasFile(folder, roundsFile):
		missing += ", nor a " + roundsFile + " of 2016-Bomberman"
	}
	command := guess(folder)
	if inner := innerBot(folder); inner != "" && command == "" {
		return missing + "; its folder " + inner + " is a bot: name that one"
	}
	if command == "" {
		return missing + `: write a bot.toml that says how to start the bot, with command = "..."`
	}
	return missing + `; put this line into bot.toml: command = "` + command + `"`
}

// innerBot returns the only folder in a folder that is a bot, as programs that unpack archives leave it; or "".
func innerBot(folder string) string {
	entries, _ := os.ReadDir(folder)
	found := ""
	for _, e := range entries {
		inner := filepath.Join(folder, e.Name())
		if !e.IsDir() || !hasFile(inner, FolderFile) && !hasFile(inner, roundsFile) {
			continue
		}
		if found != "" {
			return ""
		}
		found = e.Name()
	}
	return found
}

// starts are files that are certainly bots, with the command that starts them.
var starts = []struct{ file, command string }{
	{"bot.py", "python3 bot.py"}, {"main.py", "python3 main.py"}, {"bot.js", "node bot.js"},
	{"bot.mjs", "node bot.mjs"}, {"main.js", "node main.js"}, {"bot.jar", "java -jar bot.jar"},
	{"target/bot.jar", "java -jar target/bot.jar"},
	{"Bot.exe", "mono Bot.exe"}, {"bot.rb", "ruby bot.rb"}, {"bot.lua", "lua bot.lua"}, {"bot", "./bot"},
	{"mybot", "./mybot"}, {"bot.sh", "./bot.sh"}, {"run.sh", "./run.sh"},
}

// guess returns the command line for a folder that has exactly one of the files in starts, or "".
func guess(folder string) string {
	found := ""
	for _, s := range starts {
		if hasFile(folder, filepath.FromSlash(s.file)) {
			if found != "" {
				return ""
			}
			found = s.command
		}
	}
	return found
}

// inDir turns words that name files below dir into paths from the current folder.
func inDir(words []string, dir string) []string {
	paths := make([]string, 0, len(words))
	for _, w := range words {
		if dir != "" && w != "" && !filepath.IsAbs(w) && !strings.HasPrefix(w, "-") {
			w = filepath.Join(dir, w)
		}
		paths = append(paths, w)
	}
	return paths
}
