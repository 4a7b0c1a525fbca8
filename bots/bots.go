// Package bots holds the bots to start from, one folder for each language: here those of hexabomb, in bomberman/
// those of 2016-Bomberman. The files are embedded, so that a new bot can be made without the source tree.
package bots

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
)

// The files of a new bot: no tests, and nothing that building leaves.
//
//go:embed python/README.md python/.gitignore python/bot.toml python/bot.py python/board.py
//go:embed python/netorcai.py
//go:embed javascript/README.md javascript/bot.toml javascript/package.json javascript/bot.js javascript/board.js
//go:embed javascript/netorcai.js
//go:embed typescript/README.md typescript/.gitignore typescript/*.json typescript/bot.toml typescript/bot.ts
//go:embed typescript/node.d.ts
//go:embed java/README.md java/.gitignore java/bot.toml java/pom.xml java/src
//go:embed cpp/README.md cpp/.gitignore cpp/bot.toml cpp/Makefile cpp/src
//go:embed csharp/README.md csharp/.gitignore csharp/bot.toml csharp/*.cs csharp/Bot.csproj csharp/bot.rsp
//go:embed rust/README.md rust/.gitignore rust/bot.toml rust/Cargo.toml rust/Cargo.lock rust/src
//go:embed go/README.md go/.gitignore go/bot.toml go/go.mod.txt go/bot.go go/board.go go/netorcai.go
//go:embed bomberman/python/README.md bomberman/python/bot.json bomberman/python/bot.toml bomberman/python/bot.py
//go:embed bomberman/python/board.py
//go:embed bomberman/javascript/README.md bomberman/javascript/bot.json bomberman/javascript/bot.toml
//go:embed bomberman/javascript/bot.js bomberman/javascript/board.js
//go:embed bomberman/typescript/README.md bomberman/typescript/.gitignore bomberman/typescript/*.json
//go:embed bomberman/typescript/bot.toml bomberman/typescript/bot.ts bomberman/typescript/node.d.ts
//go:embed bomberman/java/README.md bomberman/java/bot.json
//go:embed bomberman/java/bot.toml bomberman/java/pom.xml bomberman/java/src
//go:embed bomberman/cpp/README.md bomberman/cpp/bot.json bomberman/cpp/bot.toml bomberman/cpp/Makefile
//go:embed bomberman/cpp/bot.cpp bomberman/cpp/board.hpp
//go:embed bomberman/go/README.md bomberman/go/bot.json bomberman/go/bot.toml bomberman/go/Makefile bomberman/go/bot.go
//go:embed bomberman/go/board.go
//go:embed bomberman/csharp/README.md bomberman/csharp/bot.json bomberman/csharp/bot.toml bomberman/csharp/*.cs
//go:embed bomberman/csharp/Starter.csproj
//go:embed bomberman/rust/README.md bomberman/rust/.gitignore bomberman/rust/bot.json bomberman/rust/bot.toml
//go:embed bomberman/rust/Makefile bomberman/rust/Cargo.toml bomberman/rust/Cargo.lock bomberman/rust/src
//go:embed stdio/python stdio/javascript stdio/cpp/README.md stdio/cpp/.gitignore stdio/cpp/bot.toml stdio/cpp/Makefile
//go:embed stdio/cpp/bot.cpp bomberman/stdio/python bomberman/stdio/javascript
//go:embed bomberman/stdio/cpp/README.md bomberman/stdio/cpp/.gitignore bomberman/stdio/cpp/bot.toml
//go:embed bomberman/stdio/cpp/Makefile bomberman/stdio/cpp/bot.cpp
var files embed.FS

// The games that starters play.
const (
	Hexabomb  = "hexabomb"
	Bomberman = "bomberman"
)

// Starter is a bot to start from.
type Starter struct {
	Game     string
	Language string
	// Build is the command line that builds the bot, from its folder; empty: nothing to build.
	Build string
	// Run is the bot as play's --bot takes it, from its folder: a command line, or the folder.
	Run string
}

var starters = []Starter{
	{Hexabomb, "python", "", "python3 bot.py"},
	{Hexabomb, "javascript", "", "node bot.js"},
	{Hexabomb, "typescript", "npm install && npx tsc", "node dist/bot.js"},
	{Hexabomb, "java", "mvn -q package", "java -jar target/bot.jar"},
	{Hexabomb, "cpp", "make", "./bot"},
	{Hexabomb, "csharp", "mcs @bot.rsp", "mono Bot.exe"},
	{Hexabomb, "rust", "cargo build --release", "./target/release/bot"},
	{Hexabomb, "go", "go build -o bot .", "./bot"},
	{Bomberman, "python", "", "."},
	{Bomberman, "javascript", "", "."},
	{Bomberman, "typescript", "npm install", "."},
	{Bomberman, "java", "mvn package", "."},
	{Bomberman, "cpp", "make", "."},
	{Bomberman, "go", "make", "."},
	{Bomberman, "csharp", "mkdir -p bin && mcs -out:bin/Starter.exe Bot.cs Board.cs", "."},
	{Bomberman, "rust", "cargo build --release", "."},
}

// Starters are all starters, by game.
func Starters() []Starter { return slices.Clone(starters) }

// Languages are those that there are starters in for a game.
func Languages(game string) []string {
	var names []string
	for _, s := range starters {
		if s.Game == game {
			names = append(names, s.Language)
		}
	}
	return names
}

// ErrNoStarter is in the error of Find.
var ErrNoStarter = errors.New("there is no starter bot")

// Find is the starter of a game in a language. The error names the languages that there are.
func Find(game, language string) (Starter, error) {
	var languages []string
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
	return Starter{}, fmt.Errorf("%w of %s in %q; there are %s", ErrNoStarter, game, language,
		strings.Join(languages, ", "))
}

var validName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]{0,39}$`)

// CheckName says whether a bot can have a name: a letter, then letters, digits, _ and -, 40 characters at most.
func CheckName(name string) error {
	if !validName.MatchString(name) {
		return fmt.Errorf("bots: the name %q, expected a letter, then letters, digits, _ and -, at most 40", name)
	}
	return nil
}

// maxNickname is the length of the longest nickname in netorcai.
const maxNickname = 10

// folder is where the starter's files are.
func (s Starter) folder() string {
	folder := s.Language
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
	err = fs.WalkDir(files, s.folder(), func(file string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := files.ReadFile(file)
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
	slices.SortFunc(texts, func(a, b File) int { return strings.Compare(a.Name, b.Name) })
	return texts, err
}

var (
	// nickname is the line of a bot that says how it is called.
	nickname = regexp.MustCompile(`(?im)^(.*\bnickname\b.*")(?:mybot|starter [^"]*)(".*)$`)
	// ownTest is what a README says of tests that need the source tree.
	ownTest = regexp.MustCompile(" Test: `go test [^`]*`\\.")
)

// named is a file of the starter for a bot with a name.
func (s Starter) named(text []byte, name string) []byte {
	text = []byte(strings.ReplaceAll(string(text), "--bot bots/"+s.folder()+" ", "--bot . "))
	text = ownTest.ReplaceAll(text, nil)
	if s.Game == Hexabomb {
		name = name[:min(len(name), maxNickname)]
	}
	if runtime.GOOS == "windows" {
		text = bytes.Replace(text, []byte(`command = "python3 `), []byte(`command = "python `), 1) // of its bot.toml
	}
	return nickname.ReplaceAll(text, []byte("${1}"+name+"${2}"))
}
