// Package bomberman_test builds each starter bot of 2016-Bomberman and lets it play.
package bomberman_test

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
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
	{folder: "java", botType: "Java", source: "src/main/java/Bot.java", built: true,
		tools: []tool{{"javac", "default-jdk-headless"}, {"jar", "default-jdk-headless"}, {"java", "default-jdk-headless"}},
		build: [][]string{{"javac", "--release", "17", "-Xlint:all", "-Werror", "-d", "target/classes", "src/main/java/Bot.java"},
			{"jar", "--create", "--file", "target/starter.jar", "--main-class", "Bot", "-C", "target/classes", "."}},
		run: []string{"java", "-Xms512m", "-jar"}, rounds: 30},
	{folder: "cpp", botType: "CPlusPlus", source: "bot.cpp", tools: []tool{{"make", "make"}, {"g++", "g++"}}, built: true,
		build: [][]string{{"make", "CXX=g++ -Werror"}}, rounds: 100},
	{folder: "csharp", botType: "CSharp", source: "Bot.cs", tools: []tool{{"mcs", "mono-mcs"}, {"mono", "mono-runtime"}}, built: true,
		build: [][]string{{"mkdir", "bin"}, {"mcs", "-warnaserror", "-out:bin/Starter.exe", "Bot.cs"}}, run: []string{"mono"}, rounds: 30},
	{folder: "go", botType: "CPlusPlus", source: "bot.go", tools: []tool{{"make", "make"}, {"go", "golang"}}, built: true,
		build: [][]string{{"make"}}, rounds: 100},
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
		if e.IsDir() {
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

func TestStartersAreShort(t *testing.T) {
	for _, s := range starters {
		lines := 0
		err := filepath.WalkDir(s.folder, func(path string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() || !slices.Contains([]string{".py", ".js", ".java", ".cpp", ".h", ".cs", ".go"}, filepath.Ext(path)) {
				return err
			}
			text, err := os.ReadFile(path)
			lines += bytes.Count(text, []byte("\n"))
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if lines == 0 || lines >= 80 {
			t.Errorf("the starter in %s has %d lines, expected fewer than 80", s.folder, lines)
		}
	}
}

func TestReadmeIsFiveLines(t *testing.T) {
	for _, s := range starters {
		text, err := os.ReadFile(filepath.Join(s.folder, "README.md"))
		if err != nil {
			t.Fatal(err)
		}
		if n := bytes.Count(text, []byte("\n")); n != 5 {
			t.Errorf("%s/README.md has %d lines, expected 5", s.folder, n)
		}
		if !bytes.Contains(text, []byte("--bot bots/bomberman/"+s.folder+" ")) || !bytes.Contains(text, []byte("`"+s.source+"`")) {
			t.Errorf("%s/README.md does not name the bot's folder and its source %s", s.folder, s.source)
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
			for _, need := range s.tools {
				if _, err := exec.LookPath(need.command); err != nil {
					t.Fatalf("the starter in %s needs the command %s: install it (Debian: apt-get install %s)", s.folder, need.command, need.debian)
				}
			}
			folder := t.TempDir()
			if err := os.CopyFS(folder, os.DirFS(s.folder)); err != nil {
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
		})
	}
}
