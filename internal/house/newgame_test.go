package house

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"blastyard/internal/stage"
)

// aModule is a module of somebody else, in a folder of its own.
type aModule struct {
	*testing.T
	dir string
}

// sh runs command lines in the module and returns what they print to standard output.
func (m *aModule) sh(lines string) string {
	m.Helper()
	ctx, cancel := context.WithTimeout(m.Context(), 10*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "sh", "-eu", "-c", lines)
	cmd.Dir, cmd.Env = m.dir, append(os.Environ(), "GOPROXY=off", "GOSUMDB=off", "GOWORK=off")
	var problems strings.Builder
	cmd.Stderr = &problems
	out, err := cmd.Output()
	if err != nil {
		m.Fatalf("%s: %v\n%s%s", lines, err, out, problems.String())
	}
	return string(out)
}

// write writes a file of the module.
func (m *aModule) write(name, text string) {
	m.Helper()
	if err := os.WriteFile(filepath.Join(m.dir, name), []byte(text), 0o666); err != nil {
		m.Fatal(err)
	}
}

// longCommands are those of the page that build another program, which takes long.
var longCommands = regexp.MustCompile(`^\./mygame (tournament|lab) `)

// newGameModule makes the module of docs/new-game.md with all of its files, and runs its commands in their order.
func newGameModule(t *testing.T) *aModule {
	if runtime.GOOS == "windows" {
		t.Skip("the page has commands of a Unix shell")
	}
	page, err := os.ReadFile("docs/new-game.md")
	if err != nil {
		t.Fatal(err)
	}
	root, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	m := &aModule{t, filepath.Join(t.TempDir(), "mygame")}
	if err := os.Mkdir(m.dir, 0o777); err != nil {
		t.Fatal(err)
	}
	programs, commands := 0, 0
	for _, block := range regexp.MustCompile("(?sm)^```(go|sh)\n(.*?)^```").FindAllStringSubmatch(string(page), -1) {
		switch text := block[2]; {
		case block[1] == "sh":
			for line := range strings.SplitSeq(strings.TrimSpace(text), "\n") {
				if line == "mkdir mygame" || line == "cd mygame" || longCommands.MatchString(line) && !stage.All() {
					continue
				}
				commands++
				m.sh(strings.ReplaceAll(line, "../blastyard", root))
			}
		case strings.HasPrefix(text, "package main\n"):
			programs++
			m.write("main.go", text)
		default:
			programs++
			m.write("lightcycles/lightcycles_test.go", text)
		}
	}
	if programs != 2 || commands < 15 {
		t.Fatalf("the page has %d programs and %d commands, expected 2, and 15 or more", programs, commands)
	}
	return m
}

// newGameCommands are the commands that docs/new-game.md does not have.
var newGameCommands = []string{
	"./mygame replay hash m.blast",
	"./mygame replay rerun m.blast --player 0 --bot ./rider | grep 'recorded'",
	"./mygame bot build ./rider",
	"./mygame bot save ./rider --name v1",
	"./mygame bot ladder ./rider --game lightcycles --pairs 1 | grep 'careful'",
	"./mygame compare ./rider ./rider#v1 --game lightcycles --pairs 1 --quiet || [ $? = 1 ]",
	"./mygame bot replay-input m.blast --player 0 --stdio | grep '\"choices\":\\[{'",
	`echo '{"players":2,"seed":5,"answer":"choices"}' | ./mygame simulate lightcycles | grep '"choices"'`,
	`echo '{"game":"lightcycles","matches":1,"observation":"raw"}' | ./mygame train | grep '"action_names":\["nothing","up",'`,
	"./mygame version | grep 'lightcycles'",
	"./mygame doctor || [ $? = 1 ]",
}

// newGameTournament are those of a competition, after the ones of the page.
var newGameTournament = []string{
	"./mygame tournament check cup --quiet | grep 'careful'",
	"./mygame tournament standings cup | grep 'careful'",
	"./mygame tournament matches cup | grep 'straight'",
	"./mygame tournament replay cup 0.1 -o first.blast",
	"./mygame replay verify first.blast",
	"./mygame tournament export cup site --html && grep -q careful site/index.html",
	"./mygame tournament verify cup",
	"./mygame tournament version | grep 'lightcycles'",
}

// notOfAGame are the commands that have nothing to do with a further game, and why.
var notOfAGame = map[string]string{
	"bomberman":      "the stand-in of an original",
	"bomberman host": "the stand-in of an original",
	"bomberman join": "the stand-in of an original",
	"bot run":        "joins a server of the original's",
	"completion":     "prints a script",
	"hexabomb":       "the stand-in of an original",
	"help":           "prints a help text",
	"install-links":  "names of originals",
	"map check":      "maps of one game",
	"map convert":    "maps of one game",
	"map generate":   "maps of one game",
	"map list":       "maps of one game",
	"map show":       "maps of one game",
	"netorcai":       "plays the game of another program",
}

// groups are the commands that do nothing but have others.
var groups = []string{"bot", "map", "replay"}

// commandsOf returns the commands of a program, and those below them, as words of a command line.
func commandsOf(m *aModule, program string) (list []string) {
	for _, name := range namesIn(m.sh(program + " --help")) {
		below := []string{}
		if name != "tournament" && name != "completion" && name != "simulate" {
			below = namesIn(m.sh(program + " " + name + " --help"))
		}
		if !slices.Contains(groups, name) {
			list = append(list, name)
		}
		for _, sub := range below {
			list = append(list, name+" "+sub)
		}
	}
	return list
}

// namesIn returns the names of the commands in a help text.
func namesIn(help string) (names []string) {
	_, list, _ := strings.Cut(help, "Available Commands:\n")
	list, _, _ = strings.Cut(list, "\n\n")
	for line := range strings.Lines(list) {
		if words := strings.Fields(line); len(words) > 0 {
			names = append(names, words[0])
		}
	}
	return names
}

// serves starts a command that shows a page, finds words on it, and ends the command.
func (m *aModule) serves(command, path, words string) {
	m.Helper()
	ctx, cancel := context.WithTimeout(m.Context(), time.Minute)
	defer cancel()
	args := strings.Fields(command)
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Dir = m.dir
	notes, err := cmd.StderrPipe()
	if err != nil {
		m.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		m.Fatal(err)
	}
	defer cmd.Wait()                       //nolint:errcheck // it was interrupted
	defer cmd.Process.Signal(os.Interrupt) //nolint:errcheck // then Wait says more
	address := ""
	for lines := bufio.NewScanner(notes); address == "" && lines.Scan(); {
		address = regexp.MustCompile(`http://[^ ]*`).FindString(lines.Text())
	}
	go io.Copy(io.Discard, notes) //nolint:errcheck // what else it says does not matter
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimSuffix(address, "/")+path, nil)
	if err != nil {
		m.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		m.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil || !strings.Contains(string(text), words) {
		m.Errorf("%s: %s has no %q: %v, %.300s", command, path, words, err, text)
	}
}

// TestNewGame: with the commands and programs of docs/new-game.md, a module of somebody else has a game of its own in
// every command of both programs.
func TestNewGame(t *testing.T) {
	m := newGameModule(t)
	for _, file := range []string{"m.html", "m.gif", "m.png", "rider/bot.py"} {
		if info, err := os.Stat(filepath.Join(m.dir, file)); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", file, err)
		}
	}
	page, err := os.ReadFile("docs/new-game.md")
	if err != nil {
		t.Fatal(err)
	}
	used := string(page) + strings.Join(newGameCommands, "\n") + watchPage
	for _, line := range newGameCommands {
		m.sh(line)
	}
	m.serves(watchPage, "/api/matches", "lightcycles")
	all := commandsOf(m, "./mygame")
	for _, command := range all {
		is := strings.Contains(used, "./mygame "+command+" ")
		if _, known := notOfAGame[command]; is == known {
			t.Errorf("%s: used with the game: %v, on the list of commands without one: %v", command, is, known)
		}
	}
	if len(all) < 30 {
		t.Errorf("only %d commands: %q", len(all), all)
	}
}

// watchPage is a command that shows a page.
const watchPage = "./mygame watch m.blast --no-browser --listen 127.0.0.1:0"

// TestNewGamePrograms: that module builds the program of competitions and the laboratory, with its game.
func TestNewGamePrograms(t *testing.T) {
	stage.Only(t, "it builds a program of competitions and a laboratory")
	m := newGameModule(t)
	for _, line := range newGameTournament {
		m.sh(line)
	}
	lab, err := os.ReadFile(filepath.Join(m.dir, "lab.html"))
	if err != nil || len(lab) < 1<<20 {
		t.Errorf("the laboratory is %d bytes: %v", len(lab), err)
	}
}
