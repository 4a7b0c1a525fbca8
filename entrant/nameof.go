package entrant

import (
	"cmp"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"

	"blastyard/harness"
	"blastyard/internal/plain"
)

// NameOf is what an entrant is called that has no given name and has not said one: a built-in bot by its name, a person
// "human"; a folder by its name; a command line by the file that it starts, without the ending, or by that file's
// folder where the file is called bot or main. Folders that only hold sources or what was built are passed over.
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
		return folderName(slashes(e.Dir))
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
	if file != "" && !isAbs(slashes(file)) {
		file = path.Join(slashes(here), slashes(file))
	} else if file == "" {
		file = path.Join(slashes(here), "main") // such as cargo run: the folder is the bot
	}
	dir, base := path.Split(slashes(file))
	first, _, _ := strings.Cut(strings.Trim(base, "_."), ".")
	if slices.Contains([]string{"bot", "main", ""}, strings.ToLower(first)) {
		if name := folderName(dir); name != "" {
			return name
		}
	}
	return cmp.Or(tidy(strings.TrimSuffix(base, path.Ext(base))), "bot")
}

// passed are folders that hold sources or what was built from them, and do not name a bot.
var passed = []string{"src", "app", "lib", "bin", "obj", "out", "build", "dist", "target", "release", "debug", "x64"}

// framework is a folder that is named by a version of .NET.
var framework = regexp.MustCompile(`^net(coreapp)?[0-9.]+$`)

// folderName is the name of a bot in a folder; empty where the folder has none.
func folderName(dir string) string {
	for dir = path.Clean(dir); ; dir = path.Dir(dir) {
		base := path.Base(dir)
		switch {
		case base == "/" || base == "." || base == ".." || strings.HasSuffix(base, ":"):
			return ""
		case !slices.Contains(passed, strings.ToLower(base)) && !framework.MatchString(base):
			return tidy(base)
		}
	}
}

// launchers are programs that start what their arguments name.
var launchers = []string{
	"python", "py", "pypy", "uv", "uvx", "pipx", "poetry", "conda", "node", "nodejs", "deno", "bun", "ts-node", "tsx",
	"npm", "npx", "yarn", "pnpm", "ruby", "perl", "lua", "luajit", "php", "Rscript", "julia", "java", "kotlin", "scala",
	"gradle", "mvn", "mono", "dotnet", "wine", "go", "cargo", "make", "swipl", "sbcl", "guile", "racket", "stack",
	"cabal", "runghc", "elixir", "escript", "dart", "sh", "bash", "dash", "zsh", "cmd", "powershell", "pwsh", "env",
	"exec",
	"nice", "ionice", "timeout", "stdbuf", "time", "taskset", "chrt", "unbuffer", "xvfb-run", "strace", "valgrind",
	"gdb",
}

// startedFile is the file or class that a command line starts, as it names it; empty where it names none.
func startedFile(words []string) string {
	program := slashes(words[0])
	if !launches(program) {
		return words[0]
	}
	base := strings.TrimSuffix(path.Base(program), ".exe")
	for i := 1; i < len(words); i++ {
		w := words[i]
		switch {
		case (w == "-c" || w == "-e" || w == "/c") && i+1 < len(words):
			return inScript(words[i+1])
		case w == "-m" && i+1 < len(words): // a module of Python
			return strings.ReplaceAll(words[i+1], ".", "/")
		case base == "java" && isClass(w) && !takesValue(words[i-1]):
			return strings.ReplaceAll(w, ".", "/")
		case strings.HasPrefix(w, "-") || takesValue(words[i-1]):
		case launches(slashes(w)):
			if file := startedFile(words[i:]); file != "" {
				return file
			}
		case looksLikeFile(w):
			return w
		}
	}
	return ""
}

// launches tells whether a program is a launcher, with a number of its version or without.
func launches(program string) bool {
	base := strings.TrimSuffix(path.Base(program), ".exe")
	return slices.Contains(launchers, base) || slices.Contains(launchers, strings.TrimRight(base, "0123456789."))
}

// takesValue tells whether the word behind an option is a value of it that may look like a file.
func takesValue(option string) bool {
	valued := []string{"-cp", "-classpath", "--class-path", "-r", "--require", "-I", "-L", "-o", "-C", "-W", "-X"}
	return slices.Contains(valued, option)
}

// isClass tells whether a word may be the name of a class of Java.
func isClass(word string) bool {
	last := word[strings.LastIndexByte(word, '.')+1:]
	if strings.ContainsAny(word, `/\`) || strings.HasSuffix(word, ".jar") {
		return false
	}
	return last != "" && last[0] >= 'A' && last[0] <= 'Z'
}

// inScript is the file that a line for a shell starts: of its last command.
func inScript(script string) string {
	parts := strings.FieldsFunc(script, func(r rune) bool { return strings.ContainsRune(";&|\n", r) })
	if len(parts) == 0 || strings.ContainsAny(script, "(){}$`") {
		return ""
	}
	words, err := harness.Split(parts[len(parts)-1])
	if err != nil || len(words) == 0 || !launches(slashes(words[0])) && !looksLikeFile(words[0]) {
		return ""
	}
	return startedFile(words)
}

// looksLikeFile tells whether a word may be a path, and no option, setting or piece of a script.
func looksLikeFile(word string) bool {
	word = slashes(word)
	if len(word) > 2 && word[1] == ':' && word[2] == '/' {
		word = word[2:] // of Windows
	}
	if strings.Trim(word, "0123456789.") == "" {
		return false
	}
	return strings.ContainsAny(word, "./") && !strings.ContainsAny(word, ";\"{}:=$`|<>")
}

// slashes writes a path of Windows with slashes, too.
func slashes(p string) string { return strings.ReplaceAll(p, `\`, "/") }

func isAbs(p string) bool {
	return strings.HasPrefix(p, "/") || len(p) > 2 && p[1] == ':' && p[2] == '/'
}

// tidy makes a name of a piece of a path: what a given name may be, without blanks.
func tidy(piece string) string {
	piece = strings.Map(func(r rune) rune {
		if r == ' ' || strings.ContainsRune(unfit, r) {
			return -1
		}
		return r
	}, plain.Text(piece))
	return cut(strings.TrimLeft(piece, "-."), MaxName)
}
