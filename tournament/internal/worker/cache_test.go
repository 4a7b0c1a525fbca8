//go:build unix

package worker

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"blastyard/arena/doctor"
	"blastyard/arena/entrant"
	"blastyard/arena/harness"
	"blastyard/tournament/event"
)

// TestBuildThatChangesItsDescription: the files that say how a bot is started stay as in the archive, whatever its
// build does to them. A link there would let this process read files of others.
func TestBuildThatChangesItsDescription(t *testing.T) {
	secret := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(secret, []byte("treasure"), 0o600); err != nil {
		t.Fatal(err)
	}
	s := newStore()
	version := s.bot(t, "play", fmt.Sprintf("build = \"sh -c 'rm bot.toml; ln -s %s bot.toml; ln -s %s bot.json'\"", secret, secret))
	sc := set(t, s, nil, version).match(0, 1)
	if r := play(t, sc.worker, sc.job)[0]; r.Reasons != nil {
		t.Errorf("%+v", r)
	}
	folder := filepath.Join(sc.dir, "bots", version, "bot")
	if info, err := os.Lstat(filepath.Join(folder, "bot.toml")); err != nil || !info.Mode().IsRegular() {
		t.Errorf("bot.toml is %v, %v", info, err)
	}
	if _, err := os.Lstat(filepath.Join(folder, "bot.json")); !os.IsNotExist(err) {
		t.Errorf("there is a bot.json that the archive does not have: %v", err)
	}
	if text, err := os.ReadFile(secret); string(text) != "treasure" || err != nil {
		t.Errorf("the file of others is %q, %v", text, err)
	}
}

// TestUnfinishedInstall: the remains of a bot from a killed worker are removed, and the bot is built again.
func TestUnfinishedInstall(t *testing.T) {
	s := newStore()
	version := s.bot(t, "play", `build = "sh -c 'mkdir once'"`)
	sc := set(t, s, nil, version).match(0, 1)
	left := filepath.Join(sc.dir, "bots", version, "bot", "once")
	for _, err := range []error{
		os.MkdirAll(left, 0o700),
		os.WriteFile(filepath.Join(sc.dir, "bots", version+".json.new"), []byte("{"), 0o600),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if r := play(t, sc.worker, sc.job)[0]; r.Reasons != nil {
		t.Errorf("%+v", r)
	}
}

// TestTrim: the least recently used bots are removed, but none that somebody is playing.
func TestTrim(t *testing.T) {
	s := newStore()
	big := "# " + strings.Repeat("x", 1000)
	versions := []string{s.bot(t, "play", big, "# a"), s.bot(t, "play", big, "# b"), s.bot(t, "play", big, "# c")}
	sc := set(t, s, func(o *Options) { o.CacheSize = 2500 }, versions...)
	for i, v := range versions[:2] {
		l, err := sc.worker.bots.get(t.Context(), sc.job.Bots[i], nil)
		if err != nil {
			t.Fatal(err)
		}
		old := time.Now().Add(time.Duration(i-10) * time.Hour)
		if err := os.Chtimes(sc.worker.bots.record(v), old, old); err != nil {
			t.Fatal(err)
		}
		if i == 1 {
			l.free()
		} else {
			defer l.free() // the oldest is in use
		}
	}
	l, err := sc.worker.bots.get(t.Context(), sc.job.Bots[2], nil)
	if err != nil {
		t.Fatal(err)
	}
	l.free()
	for i, want := range []bool{true, false, true} {
		_, err := os.Stat(sc.worker.bots.folder(versions[i]))
		if _, ready := sc.worker.bots.read(versions[i]); ready != want || (err == nil) != want {
			t.Errorf("bot %d is there: %v, %v, want %v", i, ready, err, want)
		}
	}
}

// TestOwnBuildOfAnArchive: if the organiser's file says how a bot is built and started, it takes precedence.
func TestOwnBuildOfAnArchive(t *testing.T) {
	s := newStore()
	version := s.pack(t, map[string]string{"readme.txt": "no description"})
	sc := set(t, s, nil, version).match(0, 1)
	sc.job.Bots[0].Submitted = false
	sc.event.Bots = append(sc.event.Bots, event.Bot{Name: "bot0", Entrant: entrant.Entrant{Bot: "testbot play",
		Kind: entrant.Program, Protocol: entrant.Netorcai, Command: "testbot play", Dir: "/elsewhere",
		Build: []string{"sh -c 'echo built > made.txt'"}}})
	if r := play(t, sc.worker, sc.job)[0]; r.Reasons != nil {
		t.Errorf("%+v", r)
	}
	made, err := filepath.Glob(filepath.Join(sc.dir, "bots", version+"-*", "bot", "made.txt"))
	if len(made) != 1 || err != nil {
		t.Errorf("it was built as %v, %v", made, err)
	}
}

func TestBadVersion(t *testing.T) {
	s := newStore()
	for _, version := range []string{"../../etc", strings.Repeat("g", 64), "ab"} {
		sc := set(t, s, nil, version).match(0, 1)
		if _, err := sc.worker.Play(t.Context(), sc.job, nil); err == nil || !strings.Contains(err.Error(), "expected the SHA-256") {
			t.Errorf("version %q: %v", version, err)
		}
	}
}

func TestNeeds(t *testing.T) {
	program := func(command string, build ...string) entrant.Entrant {
		return entrant.Entrant{Kind: entrant.Program, Protocol: entrant.Netorcai, Command: command, Build: build}
	}
	e := program("java -jar bot.jar", "mvn package", "./prepare.sh", "cp a b")
	if got := ToolsOf(&e); !slices.Equal(got, []string{"cp", "java", "mvn"}) {
		t.Errorf("tools %v", got)
	}
	ev := builtins("hunter")
	ev.Sandbox = "require"
	ev.Bots = append(ev.Bots, event.Bot{Name: "ann", Entrant: e}, event.Bot{Name: "bob", Entrant: program("x"), Local: true})
	tools := func(version string) []string { return []string{"g++", "of-" + version} }
	for _, c := range []struct {
		bots []JobBot
		key  string
	}{
		{nil, "any"},
		{[]JobBot{{Name: "hunter", Builtin: "hunter"}}, "any"},
		{[]JobBot{{Name: "ann", Version: "7"}, {Name: "hunter", Builtin: "hunter"}}, "files-cp-java-mvn"},
		{[]JobBot{{Name: "ann", Version: "7", Submitted: true}}, "files-gx2bx2b-ofx2d7"},
		{[]JobBot{{Name: "bob", Local: true}}, "local-files"},
	} {
		if got := NeedOf(ev, c.bots, tools).Key(); got != c.key {
			t.Errorf("%+v: %s, want %s", c.bots, got, c.key)
		}
	}
	w := open(t, Options{Event: builtins("hunter")})
	level, _ := harness.Reachable()
	for _, c := range []struct {
		need Need
		want bool
	}{
		{Need{}, true}, {Need{Tools: []string{"sh"}}, true}, {Need{Tools: []string{"sh", "no-such-tool"}}, false},
		{Need{Local: true}, false}, {Need{Level: "namespaces"}, level == harness.SandboxNamespaces}, {Need{Level: "high"}, false},
	} {
		if got := w.Missing(c.need) == ""; got != c.want {
			t.Errorf("%+v: %v", c.need, got)
		}
	}
}

// TestBuiltinsStartNothing: an event of built-in bots starts neither node nor java, nor anything else that is there.
func TestBuiltinsStartNothing(t *testing.T) {
	bin, started := t.TempDir(), filepath.Join(t.TempDir(), "started")
	for _, name := range []string{"node", "java", "javac", "python3", "go", "gcc", "cargo", "dotnet", "mvn"} {
		script := "#!/bin/sh\necho " + name + " >> '" + started + "'\n"
		if err := os.WriteFile(filepath.Join(bin, name), []byte(script), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", bin)
	e := builtins("hunter", "idle")
	w := open(t, Options{Event: e, Local: true})
	if a := w.Abilities(t.Context()); a.Fair != 0 {
		t.Errorf("it judges %d programs, of which there are none", a.Fair)
	}
	play(t, w, jobOf(e, fixtureOf(0, 0, 1), fixtureOf(1, 1, 0)))
	if names, err := os.ReadFile(started); err == nil {
		t.Errorf("it started %s", strings.Fields(string(names)))
	}
	e.Bots[1].Entrant.Kind = entrant.Program // and with a program the machine is examined
	w.Abilities(t.Context())
	if _, err := os.Stat(started); err != nil {
		t.Errorf("the programs of this test are never started: %v", err)
	}
}

func TestAbilities(t *testing.T) {
	bin := t.TempDir()
	if err := os.WriteFile(filepath.Join(bin, "node"), []byte("#!/bin/sh\necho v20.1.7\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin)
	e := builtins("hunter")
	e.Closes = time.Now().Add(time.Hour) // teams may submit programs
	w := open(t, Options{Event: e, Local: true})
	a := w.Abilities(t.Context())
	for end := time.Now().Add(time.Minute); len(a.Tools) == 0 && time.Now().Before(end); { // a busy machine may be too slow
		a = w.Abilities(t.Context())
	}
	level, _ := harness.Reachable()
	if a.Fair != doctor.Fair() {
		t.Errorf("%d programs are judged fairly, expected %d", a.Fair, doctor.Fair())
	}
	if a.Cores < 1 || !strings.Contains(a.System, "/") || a.Level != level.String() || !a.Local {
		t.Errorf("%+v", a)
	}
	if len(a.Tools) != 1 || a.Tools["node"] != "20.1.7" {
		t.Errorf("tools %v", a.Tools)
	}
}
