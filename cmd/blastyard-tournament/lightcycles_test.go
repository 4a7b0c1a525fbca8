package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"blastyard/cmd/internal/command"
	"blastyard/cmd/internal/competitions"
	"blastyard/game/games"
	"blastyard/game/lightcycles"
	"blastyard/internal/stage"
)

// organiser carries out commands in a folder, and notes which.
type organiser struct {
	*testing.T
	used []string
}

// run carries out a command and returns what it prints. The output must match words.
func (o *organiser) run(words string, args ...string) string {
	o.Helper()
	ctx, cancel := context.WithTimeout(o.Context(), 2*time.Minute)
	defer cancel()
	o.used = append(o.used, args[0])
	var out, notes bytes.Buffer
	root := competitions.New("blastyard-tournament", "")
	if code := command.Run(ctx, root, args, strings.NewReader(results), &out, &notes); code != 0 {
		o.Fatalf("%q ends with %d: %s%s", args, code, out.String(), notes.String())
	}
	both := out.String() + notes.String()
	if !regexp.MustCompile(words).MatchString(both) {
		o.Errorf("%q prints no %q: %s", args, words, both)
	}
	return out.String()
}

// results are those of another competition, for "rate".
const results = `{"players":["ann","bob"],"ranks":[1,2]}` + "\n"

// start carries out a command until the returned function is called, and returns what words find in its notes.
func (o *organiser) start(words string, args ...string) (found []string, end func()) {
	o.Helper()
	o.used = append(o.used, args[0])
	ctx, cancel := context.WithCancel(o.Context())
	notes := &notes{more: make(chan struct{}, 1)}
	var wg sync.WaitGroup
	wg.Go(func() {
		root := competitions.New("blastyard-tournament", "")
		if code := command.Run(ctx, root, args, strings.NewReader(""), notes, notes); code != 0 && ctx.Err() == nil {
			o.Errorf("%q ends with %d: %s", args, code, notes.text())
		}
	})
	end = func() { cancel(); wg.Wait() }
	o.Cleanup(end)
	deadline := time.After(2 * time.Minute)
	for find := regexp.MustCompile(words); ; {
		if found = find.FindStringSubmatch(notes.text()); found != nil {
			return found, end
		}
		select {
		case <-notes.more:
		case <-deadline:
			o.Fatalf("%q prints no %q: %s", args, words, notes.text())
		}
	}
}

// notes is what a running command prints.
type notes struct {
	mu   sync.Mutex
	all  bytes.Buffer
	more chan struct{} // has a value after something was printed
}

func (n *notes) Write(b []byte) (int, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	select {
	case n.more <- struct{}{}:
	default:
	}
	return n.all.Write(b)
}

func (n *notes) text() string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.all.String()
}

// write writes a file of the test's folder.
func (o *organiser) write(name, text string, mode os.FileMode) {
	o.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		o.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), mode); err != nil {
		o.Fatal(err)
	}
}

// addCycles adds the light cycles to the games of this process; the scripts are played by others.
var addCycles = sync.OnceFunc(func() { games.Add(lightcycles.Kind()) })

// TestLightCycles: an organiser holds competitions of a game that only this program has, with every command.
func TestLightCycles(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("its bot is a script of a Unix shell")
	}
	addCycles()
	t.Chdir(t.TempDir())
	o := &organiser{T: t}
	o.finished()
	if !stage.All() {
		return // the other half takes a second of processor time
	}
	o.served()
	o.run("lightcycles", "version")
	for _, c := range competitions.New("blastyard-tournament", "").Commands() {
		if name := c.Name(); !slices.Contains(o.used, name) && name != "help" {
			t.Errorf("no light cycles with the command %s", name)
		}
	}
}

// finished holds a league of built-in bots, and asks for all that is known of it afterwards.
func (o *organiser) finished() {
	o.run("tournament run league", "init", "league", "--game", "lightcycles")
	o.write("league/event.toml", "game = \"lightcycles\"\nkeep = \"all\"\nrounds = 2\n"+
		"[[bot]]\ncommand = \"builtin:careful\"\n[[bot]]\ncommand = \"builtin:straight\"\n", 0o600)
	o.run("matches: 4, round-robin", "check", "league", "--quiet")
	o.run("careful .*\\n(.*\\n)+4 matches played", "run", "league", "--quiet")
	o.run("careful .*\\n(.*\\n)+4 matches played", "standings", "league")
	o.run("0\\.1 .*(careful|straight) ", "matches", "league")
	o.run("^$", "replay", "league", "0.1", "-o", "m.blast")
	o.run("site: open index.html", "export", "league", "site", "--html")
	o.run("copy: a copy with 4 matches", "backup", "league", "copy")
	o.run("4 replays played again(.*\\n)+all is as the log has it", "verify", "league")
	o.run("4 of 4 matches played", "status", "league")
	o.run("careful\n", "logs", "league", "0.1")
	o.run("no bots resemble each other", "similar", "league")
	o.run("1 +ann", "rate")
	o.run("match 0.1 is void", "void", "league", "0.1", "--why", "to see it again")
	o.run("to see it again", "orders", "league")
	o.run("4 matches played", "run", "league", "--quiet")
	o.run("all is as the log has it", "verify", "league")
	for name, words := range map[string]string{"m.blast": "", "site/index.html": "careful"} {
		if text, err := os.ReadFile(name); err != nil || !strings.Contains(string(text), words) {
			o.Errorf("%s: %v, no %q in it", name, err, words)
		}
	}
}

// served holds a ladder to which a team submits a bot and in which another machine plays.
func (o *organiser) served() {
	o.write("ladder/event.toml", "game = \"lightcycles\"\nformat = \"ladder\"\nmax_matches = 400\nsandbox = \"off\"\n"+
		"closes = \"2099-01-01 10:00 UTC\"\nfreeze = \"2020-01-01 10:00 UTC\"\n"+
		"[[bot]]\ncommand = \"builtin:careful\"\n[[bot]]\ncommand = \"builtin:straight\"\n", 0o600)
	found, end := o.start("http://[0-9.:]+", "serve", "ladder", "--listen", "127.0.0.1:0", "--workers", "127.0.0.1:0",
		"--unsafe", "--jobs", "1")
	server := found[0]
	o.run("the event is paused: lunch", "pause", "ladder", "--why", "lunch")
	token := o.run("ann", "invite", "ladder", "ann", "--token", "--server", server)
	o.write("bot/bot.toml", "name = \"ann\"\ncommand = \"sh bot.sh\"\nprotocol = \"stdio\"\n", 0o600)
	for n, version := range []string{"", "# the second version\n"} {
		o.write("bot/bot.sh", bot+version, 0o700)
		o.run(fmt.Sprintf("accepted: version %d plays", n+1), "submit", "bot", "--server", server, "--token",
			strings.Fields(token)[1])
	}
	o.run(regexp.QuoteMeta(server)+"/desk/join#", "desk", "ladder", "--server", server)
	o.run("submissions close at 2099", "extend", "ladder", "2099-01-01 11:00 UTC", "--why", "the network")
	o.run("everybody sees the standings again", "reveal", "ladder")
	o.run("ann plays with version 1", "roll-back", "ladder", "ann", "1", "--why", "as it was")
	o.run("announced: Lunch", "announce", "ladder", "Lunch until 13:00")
	o.run("straight is withdrawn", "withdraw", "ladder", "straight", "--why", "gone")
	o.run("straight takes part again", "bring-back", "ladder", "straight", "--why", "back")
	o.run("straight is disqualified", "disqualify", "ladder", "straight", "--why", "it cheats")
	_, leave := o.start("", "work", "--creds", filepath.Join("ladder", "event.store", "worker.creds"), "--dir", "work",
		"--name", "another machine")
	for deadline := time.Now().Add(time.Minute); !strings.Contains(o.run("", "status", "ladder"), "another machine"); {
		if time.Now().After(deadline) {
			o.Fatal("the worker is not there after a minute")
		}
	}
	leave()
	o.run("the event goes on", "resume", "ladder")
	end()
	o.run("2 submissions of ann", "team", "ladder", "ann", "--export", "of-ann")
}

// bot rides straight on.
const bot = `while read -r line; do
  case $line in *'"type":"turn"'*) echo '[]' ;; esac
done
`
