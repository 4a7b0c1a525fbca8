//go:build unix

package worker

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"blastyard/arena"
	"blastyard/arena/entrant"
	"blastyard/arena/harness"
	"blastyard/game/games"
	"blastyard/internal/archive"
	"blastyard/replay"
	"blastyard/tournament"
	"blastyard/tournament/event"
)

// store has archives and replays in memory.
type store struct {
	mu     sync.Mutex
	files  map[string][]byte
	opened map[string]int
	fail   error // error of Keep
}

func newStore() *store { return &store{files: map[string][]byte{}, opened: map[string]int{}} }

func (s *store) Open(_ context.Context, hash string) (io.ReadCloser, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.opened[hash]++
	if s.files[hash] == nil {
		return nil, errTest
	}
	return io.NopCloser(bytes.NewReader(s.files[hash])), nil
}

func (s *store) Keep(_ context.Context, hash, path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if sum := sha256.Sum256(text); hex.EncodeToString(sum[:]) != hash {
		return fmt.Errorf("the file has not the hash %s", hash)
	}
	s.files[hash] = text
	return s.fail
}

// text returns a file as text.
func (s *store) text(hash string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return string(s.files[hash])
}

// testbotPath returns the path of the program testbot, for shell commands.
func testbotPath(t *testing.T) string {
	t.Helper()
	path, err := exec.LookPath("testbot")
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// pack puts a folder with some files into the store, and returns its version.
func (s *store) pack(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		mode := os.FileMode(0o644)
		if strings.HasSuffix(name, ".sh") {
			mode = 0o755
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), mode); err != nil {
			t.Fatal(err)
		}
	}
	var b bytes.Buffer
	hash, err := archive.Pack(&b, dir, archive.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.files[hash] = b.Bytes()
	return hash
}

// bot packs a bot that runs this test program with the given behaviour.
func (s *store) bot(t *testing.T, does string, more ...string) string {
	t.Helper()
	return s.pack(t, map[string]string{"bot.toml": "command = \"testbot " + does + "\"\n" + strings.Join(more, "\n")})
}

// scene is an event with bots from archives, and a worker that plays it.
type scene struct {
	*store
	event  *event.Event
	worker *Worker
	job    *Job
	dir    string
}

// set makes a scene. The bots of the versions play for entrants of the same names; a built-in hunter is the last
// entrant.
func set(t *testing.T, s *store, change func(*Options), versions ...string) *scene {
	t.Helper()
	e := builtins()
	e.Turns, e.Keep.Rule, e.NoTimeout, e.Sandbox = 8, event.KeepAll, true, "auto"
	sc := &scene{store: s, event: e, dir: t.TempDir(), job: &Job{ID: "1"}}
	for i, v := range versions {
		sc.job.Bots = append(sc.job.Bots, JobBot{Entrant: i, Number: 10 + i, Name: fmt.Sprintf("bot%d", i), Version: v,
			Submitted: true})
	}
	sc.job.Bots = append(sc.job.Bots, JobBot{Entrant: len(versions), Name: "hunter", Builtin: "hunter"})
	o := Options{Event: e, Archives: s, Replays: s, Dir: sc.dir}
	if change != nil {
		change(&o)
	}
	sc.worker = open(t, o)
	return sc
}

// match adds a match of some entrants to the job.
func (sc *scene) match(entrants ...int) *scene {
	sc.job.Fixtures = append(sc.job.Fixtures, fixtureOf(len(sc.job.Fixtures), entrants...))
	return sc
}

// verify replays a kept replay.
func (sc *scene) verify(t *testing.T, hash string) *replay.Replay {
	t.Helper()
	file := filepath.Join(t.TempDir(), "match.blast")
	if err := os.WriteFile(file, []byte(sc.text(hash)), 0o666); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	p, err := replay.Read(f)
	if err != nil {
		t.Fatal(err)
	}
	if err := replay.Verify(p, games.All()); err != nil {
		t.Errorf("the replay is another match: %v", err)
	}
	return p
}

// TestProgramsOverNetorcai: bots from archives play; their output is stored separately from the replay, which verifies.
func TestProgramsOverNetorcai(t *testing.T) {
	s := newStore()
	version := s.pack(t, map[string]string{"bot.toml": fmt.Sprintf("command = %q", "sh bot.sh "+testbotPath(t)),
		"bot.sh": "echo hello; printf 'to\033[31m err\n' >&2\nexec \"$1\" play\n"})
	sc := set(t, s, nil, version, s.bot(t, "play")).match(0, 1).match(2, 0).match(1, 0)
	results := play(t, sc.worker, sc.job)
	for i, r := range results {
		if r.Reasons != nil || r.Turns != 8 || r.Voids != 0 || r.Marked || len(r.Used) != 2 || r.Words != nil {
			t.Errorf("match %d: %+v", i, r)
		}
	}
	if v := results[1].Versions; v[0] != "" || v[1] != sc.job.Bots[0].Version {
		t.Errorf("versions %v", v)
	}
	if results[1].Ranks[0] != 1 {
		t.Errorf("the hunter did not win against one who stands still: %v", results[1].Ranks)
	}
	p := sc.verify(t, results[0].Replay)
	if a := p.Header.Players[0]; a.Name != "bot0" || a.Entrant != 11 || a.Hash != sc.job.Bots[0].Version ||
		strings.Contains(a.Bot, sc.dir) {
		t.Errorf("the replay calls the first player %+v", a)
	}
	for _, turn := range p.Turns {
		if len(turn.Output) > 0 {
			t.Errorf("the replay holds output: %v", turn.Output)
		}
	}
	said := sc.text(results[0].Logs[0])
	if !strings.Contains(said, "0 stdout: hello\n") || !strings.Contains(said, "0 stderr: to?[31m err\n") || results[0].Logs[1] != "" {
		t.Errorf("the logs are %q and %q", said, results[0].Logs[1])
	}
	if n := sc.opened[sc.job.Bots[0].Version]; n != 1 {
		t.Errorf("an archive was fetched %d times", n)
	}
	if left, err := filepath.Glob(filepath.Join(sc.dir, "unfinished", "*")); len(left) > 0 || err != nil {
		t.Errorf("files are left: %v, %v", left, err)
	}
}

// TestBadBotsLoseTheirMatchOnly: whatever a bot does, the match ends, the other bot wins, and the next match is played.
func TestBadBotsLoseTheirMatchOnly(t *testing.T) {
	s := newStore()
	for does, reason := range map[string]string{"crash": "crashed", "leave": "disconnected", "exit": "crashed",
		"flood": "finished", "hostile": "illegal message"} {
		t.Run(does, func(t *testing.T) {
			sc := set(t, s, nil, s.bot(t, does)).match(0, 1).match(1, 0)
			for i, r := range play(t, sc.worker, sc.job) {
				if reason == "finished" && r.Reasons == nil {
					continue
				}
				if r.Reasons[i] != reason || r.Reasons[1-i] != "finished" || r.Ranks[1-i] != 1 || r.Words[i] == "" || r.Words[1-i] != "" {
					t.Errorf("match %d: %+v", i, r)
				}
				if does == "crash" && !strings.Contains(r.Words[i], "something") {
					t.Errorf("its last words are %q", r.Words[i])
				}
				sc.verify(t, r.Replay)
			}
		})
	}
}

// TestBrokenBots: a bot with a broken archive, description or build loses its matches for that reason, and is not built
// again for each match.
func TestBrokenBots(t *testing.T) {
	s := newStore()
	s.files[strings.Repeat("ab", 32)] = []byte("no archive")
	for name, c := range map[string]struct{ version, want string }{
		"archive":     {strings.Repeat("ab", 32), "its archive"},
		"description": {s.pack(t, map[string]string{"readme.txt": "hello"}), "bot.toml"},
		"build": {s.bot(t, "play", `build = "sh -c 'echo no compiler in \x1b[31msight; exit 9'"`),
			"it last printed: bot0: sh -c"},
		"start": {s.pack(t, map[string]string{"bot.toml": `command = "./gone"`}), "cannot be started"},
	} {
		t.Run(name, func(t *testing.T) {
			sc := set(t, s, nil, c.version).match(0, 1).match(1, 0)
			for i, r := range play(t, sc.worker, sc.job) {
				if r.Reasons[i] != "crashed" || !strings.Contains(r.Words[i], c.want) || r.Ranks[1-i] != 1 {
					t.Errorf("match %d: %+v, want %q", i, r, c.want)
				}
				if strings.Contains(r.Words[i], "\x1b") || strings.Contains(r.Words[i], sc.dir) {
					t.Errorf("its words are %q", r.Words[i])
				}
			}
			play(t, sc.worker, sc.job)
			if n := s.opened[c.version]; n != 1 {
				t.Errorf("its archive was fetched %d times", n)
			}
		})
	}
}

// TestBuildOnce: several workers that share a folder build a bot once.
func TestBuildOnce(t *testing.T) {
	s := newStore()
	version := s.bot(t, "play", `build = "sh -c 'mkdir once && sleep 0.2'"`)
	sc := set(t, s, nil, version).match(0, 1)
	second := open(t, Options{Event: sc.event, Archives: s, Dir: sc.dir})
	var both sync.WaitGroup
	for _, w := range []*Worker{sc.worker, second, sc.worker, second} {
		both.Go(func() {
			if r, err := w.Play(t.Context(), sc.job, nil); err != nil || r[0].Reasons != nil {
				t.Errorf("%+v, %v", r, err)
			}
		})
	}
	both.Wait()
	if n := s.opened[version]; n != 1 {
		t.Errorf("the archive was fetched %d times", n)
	}
}

// TestBotsCannotChangeTheirFolder: at every sandbox level a bot finds its folder as it was built.
func TestBotsCannotChangeTheirFolder(t *testing.T) {
	for _, sandbox := range []string{"off", "auto"} {
		t.Run(sandbox, func(t *testing.T) {
			if level, why := harness.Reachable(); sandbox == "auto" && level < harness.SandboxFiles {
				t.Skip(why)
			}
			s := newStore()
			version := s.pack(t, map[string]string{
				"bot.toml": fmt.Sprintf("command = %q", "sh bot.sh "+testbotPath(t)),
				"bot.sh":   "if test -e mark; then echo it is changed >&2; exit 1; fi\necho x > mark\nexec \"$1\" play\n"})
			sc := set(t, s, func(o *Options) { o.Event.Sandbox = sandbox }, version).match(0, 1).match(0, 1)
			for _, r := range play(t, sc.worker, sc.job) {
				if r.Reasons != nil {
					t.Errorf("%v %v", r.Reasons, r.Words)
				}
			}
		})
	}
}

// TestRoundsPrograms: bots of 2016-Bomberman from archives play beside a built-in bot.
func TestRoundsPrograms(t *testing.T) {
	s := newStore()
	version := s.pack(t, map[string]string{
		"bot.json": `{"NickName": "bomber", "BotType": "CPlusPlus", "RunFile": "bot.sh"}`,
		"bot.sh":   "#!/bin/sh\necho I am $1\nprintf 5 > \"$2/move.txt\"\n"})
	sc := set(t, s, func(o *Options) { o.Event.Game, o.Event.Turns = "bomberman", 4 }, version)
	sc.job.Bots[1].Builtin = "reference"
	sc.match(0, 1).match(1, 0)
	for i := range sc.job.Fixtures {
		sc.job.Fixtures[i].Map = ""
	}
	for i, r := range play(t, sc.worker, sc.job) {
		if r.Reasons != nil || r.Turns != 4 || r.Late != nil {
			t.Errorf("match %d: %+v", i, r)
		}
		sc.verify(t, r.Replay)
		if said := sc.text(r.Logs[i]); !strings.Contains(said, "I am") {
			t.Errorf("match %d: its log is %q", i, said)
		}
	}
}

// TestLocalBot: a bot without an archive is played in its own folder, only on the organiser's machine.
func TestLocalBot(t *testing.T) {
	own := event.Bot{Name: "own", Local: true, Entrant: entrant.Entrant{Bot: "testbot play", Kind: entrant.Program,
		Protocol: entrant.Netorcai, Command: "testbot play", Dir: t.TempDir()}}
	s := newStore()
	sc := set(t, s, func(o *Options) { o.Event.Bots = append(o.Event.Bots, own); o.Local = true })
	sc.job.Bots = append(sc.job.Bots, JobBot{Entrant: 1, Name: "own", Local: true})
	sc.match(0, 1)
	if r := play(t, sc.worker, sc.job)[0]; r.Reasons != nil || r.Ranks[0] != 1 {
		t.Errorf("%+v", r)
	}
	elsewhere := open(t, Options{Event: sc.event, Dir: t.TempDir()})
	if _, err := elsewhere.Play(t.Context(), sc.job, nil); !errors.Is(err, ErrCannot) {
		t.Errorf("on another machine: %v", err)
	}
	if n := NeedOf(sc.event, sc.job.Bots, nil); !n.Local || elsewhere.Missing(n) == "" || sc.worker.Missing(n) != "" {
		t.Errorf("it needs %+v", n)
	}
}

// TestFaultsOfTheMachine: failures of the machine are reported as such, and no result counts.
func TestFaultsOfTheMachine(t *testing.T) {
	s := newStore()
	missing := strings.Repeat("cd", 32)
	sc := set(t, s, nil, missing).match(0, 1)
	if _, err := sc.worker.Play(t.Context(), sc.job, nil); !errors.Is(err, ErrMachine) || !errors.Is(err, errTest) {
		t.Errorf("an archive that does not come: %v", err)
	}
	s.files[missing] = s.files[s.bot(t, "play")] // another archive arrives
	if _, err := sc.worker.Play(t.Context(), sc.job, nil); !errors.Is(err, ErrMachine) {
		t.Errorf("another archive came: %v", err)
	}
	sc = set(t, s, nil, s.bot(t, "play", `build = "no-such-compiler bot.c"`)).match(0, 1)
	if _, err := sc.worker.Play(t.Context(), sc.job, nil); !errors.Is(err, ErrCannot) {
		t.Errorf("a tool is missing: %v", err)
	}
	sc = set(t, s, nil, s.bot(t, "play")).match(0, 1)
	s.fail = fmt.Errorf("%w: no room", harness.ErrHost)
	if _, err := sc.worker.Play(t.Context(), sc.job, nil); !errors.Is(err, ErrMachine) {
		t.Errorf("replays cannot be kept: %v", err)
	}
	s.fail = errTest
	if r := play(t, sc.worker, sc.job)[0]; r.Replay != "" || r.Reasons != nil {
		t.Errorf("a replay that cannot be kept for its own reasons: %+v", r)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := sc.worker.Play(ended, sc.job, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end of the context: %v", err)
	}
}

// TestStaleFiles: a later worker removes the files of a killed one, and no others.
func TestStaleFiles(t *testing.T) {
	dir := t.TempDir()
	unfinished := filepath.Join(dir, "unfinished")
	for _, err := range []error{
		os.Mkdir(unfinished, 0o700),
		os.WriteFile(filepath.Join(unfinished, "1-1.blast"), nil, 0o600),
		os.WriteFile(filepath.Join(unfinished, "1-2.blast"), nil, 0o600),
		os.Chtimes(filepath.Join(unfinished, "1-1.blast"), time.Now(), time.Now().Add(-25*time.Hour)),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	open(t, Options{Event: builtins("hunter"), Dir: dir})
	if left, err := filepath.Glob(filepath.Join(unfinished, "*")); len(left) != 1 || filepath.Base(left[0]) != "1-2.blast" {
		t.Errorf("left are %v, %v", left, err)
	}
}

// TestKeepRules: which replays are kept.
func TestKeepRules(t *testing.T) {
	s := newStore()
	good, bad := s.bot(t, "play"), s.bot(t, "crash")
	for rule, want := range map[string][]bool{
		event.KeepAll: {true, true, true, true}, event.KeepFailures: {false, true, false, false},
		event.KeepLast: {false, false, true, true}} {
		sc := set(t, s, func(o *Options) { o.Event.Keep = event.Keep{Rule: rule, Last: 2} }, good, bad)
		sc.job.Bots = append(sc.job.Bots, JobBot{Entrant: 3, Name: "greedy", Builtin: "greedy"})
		sc.match(0, 2).match(1, 2).match(0, 2).match(2, 3)
		for i, r := range play(t, sc.worker, sc.job) {
			if (r.Replay != "") != want[i] {
				t.Errorf("%s: match %d has the replay %q", rule, i, r.Replay)
			}
			if r.Replay != "" {
				sc.verify(t, r.Replay)
			}
		}
	}
}

// TestWatched: the worker asks for sinks before each match of programs, and reports progress.
func TestWatched(t *testing.T) {
	s := newStore()
	w := &heard{}
	var watched []tournament.ID
	sc := set(t, s, func(o *Options) {
		o.Sinks = func(f tournament.Fixture) []arena.Sink {
			watched = append(watched, f.ID)
			return []arena.Sink{w}
		}
	}, s.bot(t, "play"))
	sc.match(0, 1)
	var told []Progress
	if _, err := sc.worker.Play(t.Context(), sc.job, func(p Progress) { told = append(told, p) }); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(watched, []tournament.ID{sc.job.Fixtures[0].ID}) || w.turns != 8 || w.ends != 1 {
		t.Errorf("watched %v, %d turns, %d ends", watched, w.turns, w.ends)
	}
	if len(told) == 0 || told[0].Fixture != sc.job.Fixtures[0].ID {
		t.Errorf("progress: %v", told)
	}
}

type heard struct {
	arena.NopSink
	turns, ends int
}

func (h *heard) Turn(*arena.Turn) { h.turns++ }
func (h *heard) End(*arena.End)   { h.ends++ }
