package errortext

import "strings"

// packages are the words before the first colon of errors of this module that name the package which made them. They
// tell who uses a package as a library where an error comes from; people who use the programs know no packages. A
// test compares them with the sources.
var packages = set("arena", "archive", "bombers", "bomberman", "bomberman/wire", "bots", "builtin",
	"catalog", "dataset", "desk", "engine", "event", "explain", "export", "filelock", "follow", "games",
	"hexabomb", "hexabomb/wire", "hook", "lessons", "listeners", "live", "maps", "message", "netconsole",
	"netorcai", "observe", "picture", "playback", "race", "rating", "record", "remote", "render",
	"replay", "rounds", "serve", "similar", "sprt", "store", "submission", "tournament",
	"tui", "verify", "viewer", "web",
	"worker")

func set(words ...string) map[string]bool {
	all := map[string]bool{}
	for _, w := range words {
		all[w] = true
	}
	return all
}

// withoutPackage is the text of one error, without the name of the package that made it.
func withoutPackage(text string) string {
	if name, rest, is := strings.Cut(text, ": "); is && packages[name] {
		return rest
	}
	return text
}
