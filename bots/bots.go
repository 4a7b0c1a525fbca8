// Package bots holds the bots to start from, one folder for each language: here those of hexabomb, in bomberman/
// those of 2016-Bomberman. The files are embedded, so that a new bot can be made without the source tree.
package bots

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"blastyard/internal/names"
	"blastyard/internal/nearest"
)

// The games that starters play.
const (
	Hexabomb  = "hexabomb"
	Bomberman = "bomberman"
)

// Starter is a bot to start from.
type Starter struct {
	Game     string
	Language string
	// Build has the command lines that build the bot, from its folder, separated by a comma and a blank. Each runs
	// without a shell. Empty: nothing to build.
	Build string
	// Run is the bot as play's --bot takes it, from its folder: a command line, or the folder.
	Run string

	any *AnyGame // the game, if it has no starters of its own
}

var starters = []Starter{
	{Hexabomb, "python", "", "python3 bot.py", nil},
	{Hexabomb, "javascript", "", "node bot.js", nil},
	{Hexabomb, "typescript", "npm install, npx tsc", "node dist/bot.js", nil},
	{Hexabomb, "java", "mvn -q package", "java -jar target/bot.jar", nil},
	{Hexabomb, "cpp", "g++ -std=c++17 -O2 -Wall -Wextra -o bot src/bot.cpp", "./bot", nil},
	{Hexabomb, "csharp", "mcs @bot.rsp", "mono Bot.exe", nil},
	{Hexabomb, "rust", "cargo build --release", "./target/release/bot", nil},
	{Hexabomb, "go", "go build", "./bot", nil},
	{Bomberman, "python", "", ".", nil},
	{Bomberman, "javascript", "", ".", nil},
	{Bomberman, "typescript", "npm install", ".", nil},
	{Bomberman, "java", "mvn package", ".", nil},
	{Bomberman, "cpp", "g++ -std=c++17 -O2 -Wall -Wextra -o bot bot.cpp", ".", nil},
	{Bomberman, "go", "go build bot.go board.go", ".", nil},
	{Bomberman, "csharp", "mcs -out:Starter.exe Bot.cs Board.cs", ".", nil},
	{Bomberman, "rust", "cargo build --release", ".", nil},
}

// Starters are all starters, by game.
func Starters() []Starter { return slices.Clone(starters) }

// Languages are those that there are starters in for a game.
func Languages(game string) []string {
	var languages []string
	for _, s := range starters {
		if s.Game == game {
			languages = append(languages, s.Language)
		}
	}
	return languages
}

// ErrNoStarter is in the error of Find.
var ErrNoStarter = errors.New("there is no starter bot")

// Find is the starter of a game in a language. The error names the languages that there are.
func Find(game, language string) (Starter, error) {
	var languages []string
	language = fullName(language)
	for _, s := range starters {
		if s.Game != game {
			continue
		}
		if s.Language == language {
			return s, nil
		}
		languages = append(languages, s.Language)
	}
	if languages == nil {
		return Starter{}, fmt.Errorf("%w for the game %q, expected %s or %s", ErrNoStarter, game, Hexabomb, Bomberman)
	}
	return Starter{}, fmt.Errorf("%w of %s in %q; there are %s%s", ErrNoStarter, game, language,
		strings.Join(languages, ", "), nearest.Hint(language, languages))
}

// shortNames are other names of languages.
var shortNames = map[string]string{
	"py": "python", "python3": "python", "js": "javascript", "node": "javascript", "nodejs": "javascript",
	"ts": "typescript", "c++": "cpp", "cc": "cpp", "cxx": "cpp", "c#": "csharp", "cs": "csharp", "golang": "go",
	"rs": "rust",
}

// fullName is the name of a language as starters have it, where it is written in capitals or in short.
func fullName(language string) string {
	language = strings.ToLower(language)
	return cmp.Or(shortNames[language], language)
}

// CheckName says whether a bot can have a name, which is that of its folder, too: see names.Parse.
func CheckName(name string) error {
	if _, err := names.Parse(name); err != nil {
		return fmt.Errorf("bots: %w", err)
	}
	if strings.ContainsAny(name, `/\`) {
		return fmt.Errorf("bots: the name %q, expected one without / and \\", name)
	}
	return nil
}

// maxNickname is the length of the longest nickname in netorcai.
const maxNickname = 10

// folder is where the starter's files are.
func (s Starter) folder() string {
	folder := s.Language
	if s.any != nil {
		return path.Join("any", folder)
	}
	if s.Stdio() {
		folder = path.Join("stdio", folder)
	}
	if s.Game == Hexabomb {
		return folder
	}
	return path.Join(s.Game, folder)
}

// Create makes the folder dir with the files of a bot that is called name, and returns them, relative to dir, sorted.
// Nothing is overwritten: it is an error if dir is there.
func (s Starter) Create(dir, name string) (created []string, err error) {
	if err := CheckName(name); err != nil {
		return nil, err
	}
	if err := os.Mkdir(dir, 0o777); err != nil {
		return nil, fmt.Errorf("bots: new bot: %w", err)
	}
	texts, err := s.Files(name)
	if err != nil {
		return nil, err
	}
	for _, t := range texts {
		to := filepath.Join(dir, filepath.FromSlash(t.Name))
		if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
			return created, err
		}
		if err := os.WriteFile(to, t.Data, 0o666); err != nil {
			return created, err
		}
		created = append(created, t.Name)
	}
	return created, nil
}

// File is a file of a new bot.
type File struct {
	Name string // relative to its folder, with slashes
	Data []byte
}

// Files are the files of a bot that is called name, sorted by name.
func (s Starter) Files(name string) ([]File, error) {
	if err := CheckName(name); err != nil {
		return nil, err
	}
	texts, err := s.texts()
	for i := range texts {
		texts[i].Data = s.named(texts[i].Data, name)
	}
	return texts, err
}

// goModule is go.mod in the starter in Go, whose folder would be a module of its own by its real name and could not
// be embedded.
const goModule = "go.mod.txt"

// borrowed are files that a starter has from another one's folder, by its own.
var borrowed = map[string][]string{
	"typescript":           {"javascript/board.js", "javascript/netorcai.js"},
	"bomberman/typescript": {"bomberman/javascript/board.js"},
	"stdio/python":         {"python/board.py"},
	"stdio/javascript":     {"javascript/board.js"},
	"stdio/cpp":            {"cpp/src/board.hpp", "cpp/src/json.hpp"},

	"bomberman/stdio/python":     {"bomberman/python/board.py"},
	"bomberman/stdio/javascript": {"bomberman/javascript/board.js"},
	"bomberman/stdio/cpp":        {"bomberman/cpp/board.hpp"},
}

// texts are the files of a starter, sorted by name.
func (s Starter) texts() (texts []File, err error) {
	from := &files
	if s.any != nil {
		from = s.any.files
	}
	err = fs.WalkDir(from, s.folder(), func(file string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := from.ReadFile(file)
		name := strings.TrimPrefix(file, s.folder()+"/")
		if name == goModule {
			name = strings.TrimSuffix(name, ".txt")
		}
		texts = append(texts, File{name, data})
		return err
	})
	for _, file := range borrowed[s.folder()] {
		data, readErr := files.ReadFile(file)
		err = errors.Join(err, readErr)
		texts = append(texts, File{path.Base(file), data})
	}
	slices.SortStableFunc(texts, func(a, b File) int { return strings.Compare(a.Name, b.Name) })
	return texts, err
}

// named is a file of the starter for a bot with a name.
func (s Starter) named(data []byte, name string) []byte {
	text := strings.ReplaceAll(string(data), "--bot bots/"+s.folder()+" ", "--bot . ")
	// what a README says of tests that need the source tree
	if before, rest, found := strings.Cut(text, " Test: `go test "); found {
		_, after, _ := strings.Cut(rest, "`.")
		text = before + after
	}
	if s.any != nil {
		text = s.any.fill(text)
	}
	name = names.Fit(name)
	if s.Game == Hexabomb {
		name = names.CutCharacters(strings.ReplaceAll(name, " ", ""), maxNickname)
	}
	name = strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(name) // in all languages of the starters
	text = onSystem(text, runtime.GOOS == "windows")
	lines := strings.SplitAfter(text, "\n")
	for i := range lines {
		lines[i] = nicknamed(lines[i], name)
	}
	return []byte(strings.Join(lines, ""))
}

// onSystem is a file of a starter for a system. No line of a bot.toml needs a shell. On Windows Python is python, and
// g++ links sockets only when asked to. What needs no change: g++, cargo and "go build" without -o write bot.exe there,
// which is what ./bot starts.
func onSystem(text string, windows bool) string {
	if !windows {
		return text
	}
	text = strings.Replace(text, `command = "python3 `, `command = "python `, 1)
	return strings.Replace(text, ` -o bot src/bot.cpp"`, ` -o bot src/bot.cpp -lws2_32"`, 1)
}

// nicknamed is a line in which a bot says how it is called, with another name; another line stays as it is.
func nicknamed(line, name string) string {
	lower := strings.ToLower(line)
	if !strings.Contains(lower, "nickname") {
		return line
	}
	for _, usual := range []string{`"mybot"`, `"starter `} {
		if at := strings.LastIndex(lower, usual); at >= 0 {
			if length := strings.IndexByte(line[at+1:], '"'); length >= 0 {
				return line[:at+1] + name + line[at+1+length:]
			}
		}
	}
	return line
}
