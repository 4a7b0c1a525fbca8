// Package bomberman_test builds each starter bot of 2016-Bomberman and lets it play.
package bomberman_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"blastyard/bots"
	"blastyard/internal/stage"
)

// tool is a command that a bot needs, and the Debian package that has it.
type tool struct{ command, debian string }

// starter says how a bot is built and run.
type starter struct {
	folder  string
	botType string
	source  string
	tools   []tool
	build   [][]string // commands, run in the bot's folder
	run     []string   // what stands before the run file
	built   bool       // the run file comes from building
	rounds  int        // to play at the least; fewer where a process starts slowly
}

var starters = []starter{
	{folder: "python", botType: "Python3", source: "bot.py", tools: []tool{{"python3", "python3"}}, run: []string{"python3", "-W", "error"}, rounds: 30},
	{folder: "javascript", botType: "JavaScript", source: "bot.js", tools: []tool{{"node", "nodejs"}}, run: []string{"node"}, rounds: 40},
	{folder: "typescript", botType: "JavaScript", source: "bot.ts", tools: []tool{{"node", "nodejs"}, {"npm", "npm"}}, built: true,
		build: [][]string{{"npm", "install", "--prefer-offline", "--no-audit", "--no-fund", "--no-update-notifier"}},
		run:   []string{"node"}, rounds: 30},
	{folder: "java", botType: "Java", source: "src/main/java/Bot.java", built: true,
		tools: []tool{{"javac", "default-jdk-headless"}, {"jar", "default-jdk-headless"}, {"java", "default-jdk-headless"}},
		build: [][]string{{"javac", "--release", "17", "-Xlint:all", "-Werror", "-d", "target/classes",
			"src/main/java/Board.java", "src/main/java/Bot.java"},
			{"jar", "--create", "--file", "target/starter.jar", "--main-class", "Bot", "-C", "target/classes", "."}},
		run: []string{"java", "-Xms512m", "-jar"}, rounds: 30},
	{folder: "cpp", botType: "CPlusPlus", source: "bot.cpp", tools: []tool{{"make", "make"}, {"g++", "g++"}}, built: true,
		build: [][]string{{"make", "CXX=g++ -Werror"}}, rounds: 100},
	{folder: "csharp", botType: "CSharp", source: "Bot.cs", tools: []tool{{"mcs", "mono-mcs"}, {"mono", "mono-runtime"}}, built: true,
		build: [][]string{{"mcs", "-warnaserror", "-out:Starter.exe", "Bot.cs", "Board.cs"}}, run: []string{"mono"}, rounds: 30},
	{folder: "go", botType: "CPlusPlus", source: "bot.go", tools: []tool{{"make", "make"}, {"go", "golang"}}, built: true,
		build: [][]string{{"make"}}, rounds: 100},
	{folder: "rust", botType: "CPlusPlus", source: "src/main.rs", tools: []tool{{"cargo", "cargo"}}, built: true,
		build: [][]string{{"cargo", "build", "--release", "--offline", "--locked", "--quiet"}}, rounds: 100},
}

// botFile is bot.json.
type botFile struct {
	Author, Email, NickName, BotType, ProjectLocation, RunFile, RunArgs string
}

func readBotFile(t *testing.T, folder string) botFile {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(folder, "bot.json"))
	if err != nil {
		t.Fatal(err)
	}
	var b botFile
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&b); err != nil {
		t.Fatalf("%s/bot.json: %v", folder, err)
	}
	return b
}

func TestEachLanguageHasAStarter(t *testing.T) {
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	folders, tested := []string{}, []string{}
	for _, e := range entries {
		if e.IsDir() && e.Name() != "stdio" { // those have no bot.json, and tests of their own in bots
			folders = append(folders, e.Name())
		}
	}
	for _, s := range starters {
		tested = append(tested, s.folder)
	}
	slices.Sort(tested)
	if !slices.Equal(folders, tested) {
		t.Errorf("the folders here are %v, tested are %v", folders, tested)
	}
}

func TestBotFileIsComplete(t *testing.T) {
	for _, s := range starters {
		b := readBotFile(t, s.folder)
		if b.BotType != s.botType {
			t.Errorf("%s/bot.json: BotType is %q, expected %q", s.folder, b.BotType, s.botType)
		}
		for name, value := range map[string]string{"Author": b.Author, "Email": b.Email, "NickName": b.NickName,
			"ProjectLocation": b.ProjectLocation, "RunFile": b.RunFile} {
			if value == "" {
				t.Errorf("%s/bot.json: %s is missing or empty", s.folder, name)
			}
		}
		if info, err := os.Stat(filepath.Join(s.folder, b.ProjectLocation)); err != nil || !info.IsDir() {
			t.Errorf("%s/bot.json: ProjectLocation is %q, expected a folder", s.folder, b.ProjectLocation)
		}
		if _, err := os.Stat(filepath.Join(s.folder, b.RunFile)); err != nil && !s.built {
			t.Errorf("%s/bot.json: RunFile is %q: %v", s.folder, b.RunFile, err)
		}
	}
}

// helpers are the names of the functions of each starter's second file, in small letters and without underscores.
var helpers = []string{"neighbours(", "freecells(", "distances(", "distance(", "path(", "blast(", "danger(", "waysout(", "draw("}

func TestStartersAreShort(t *testing.T) {
	for _, s := range starters {
		text, err := os.ReadFile(filepath.Join(s.folder, filepath.FromSlash(s.source)))
		if err != nil {
			t.Fatal(err)
		}
		const limit = 60
		if lines := bytes.Count(text, []byte("\n")); lines == 0 || lines >= limit {
			t.Errorf("%s/%s has %d lines, expected fewer than %d", s.folder, s.source, lines, limit)
		}
	}
}

func TestReadmeNamesTheHelpers(t *testing.T) {
	for _, s := range starters {
		text, err := os.ReadFile(filepath.Join(s.folder, "README.md"))
		if err != nil {
			t.Fatal(err)
		}
		if n := bytes.Count(text, []byte("\n")); n > 40 {
			t.Errorf("%s/README.md has %d lines, expected at most 40", s.folder, n)
		}
		if !bytes.Contains(text, []byte("--bot bots/bomberman/"+s.folder+" ")) || !bytes.Contains(text, []byte("`"+s.source+"`")) {
			t.Errorf("%s/README.md does not name the bot's folder and its source %s", s.folder, s.source)
		}
		plain := strings.ToLower(strings.ReplaceAll(string(text), "_", ""))
		for _, name := range helpers {
			if !strings.Contains(plain, "`"+name) {
				t.Errorf("%s/README.md does not tell of `%s", s.folder, name)
			}
		}
	}
}

// What Maven builds is what bot.json runs.
func TestMavenBuildsTheRunFile(t *testing.T) {
	text, err := os.ReadFile("java/pom.xml")
	if err != nil {
		t.Fatal(err)
	}
	name := regexp.MustCompile(`<finalName>(.*)</finalName>`).FindSubmatch(text)
	if name == nil || "target/"+string(name[1])+".jar" != readBotFile(t, "java").RunFile {
		t.Errorf("java/pom.xml builds %q, bot.json runs %q", name, readBotFile(t, "java").RunFile)
	}
	if !bytes.Contains(text, []byte("<mainClass>Bot</mainClass>")) {
		t.Error("java/pom.xml does not say that the main class is Bot")
	}
}

// Each starter is copied, built as its README says, and plays.
func TestStarterPlays(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the starters are built with commands of Unix")
	}
	for _, s := range starters {
		t.Run(s.folder, func(t *testing.T) {
			t.Parallel()
			if s.folder != "python" && s.folder != "go" {
				stage.Only(t, "builds a starter with the tools of its language")
			}
			for _, need := range s.tools {
				if _, err := exec.LookPath(need.command); err != nil {
					t.Fatalf("the starter in %s needs the command %s: install it (Debian: apt-get install %s)", s.folder, need.command, need.debian)
				}
			}
			folder := filepath.Join(t.TempDir(), "new")
			starter, err := bots.Find(bots.Bomberman, s.folder)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := starter.Create(folder, "mybot"); err != nil {
				t.Fatal(err)
			}
			for _, words := range s.build {
				cmd := exec.CommandContext(t.Context(), words[0], words[1:]...)
				cmd.Dir = folder
				if out, err := cmd.CombinedOutput(); err != nil {
					t.Fatalf("%s: %v\n%s", strings.Join(words, " "), err, out)
				}
			}
			b := readBotFile(t, folder)
			words := append(slices.Clone(s.run), filepath.Join(folder, b.RunFile))
			g := &game{t: t, bot: words, botArgs: strings.Fields(b.RunArgs), folder: folder, root: t.TempDir()}
			g.play(s.rounds)
			if units := units[s.folder]; units != nil {
				t.Run("units", func(t *testing.T) { units(t, folder) })
			}
		})
	}
}
