//stage:unraced its tests build and start many bots

package submission

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"blastyard/arena/checkup"
	"blastyard/arena/entrant"
	"blastyard/arena/harness"
	"blastyard/protocol/netorcai"
	"blastyard/tournament"
)

func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) == "bot" {
		testBot()
		return
	}
	harness.BecomeBot()
	if err := os.Setenv("GORACE", "atexit_sleep_ms=0"); err != nil { // otherwise each program takes a second to end
		panic(err)
	}
	goleak.VerifyTestMain(m)
}

// testBot makes this program a bot of a team. It plays without doing anything.
func testBot() {
	if len(os.Args) > 1 {
		attack(os.Args[1], os.Args[2:])
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	c, err := netorcai.Dial(ctx, os.Getenv("NETORCAI_HOST")+":"+os.Getenv("NETORCAI_PORT"))
	if err == nil {
		err = c.Login(ctx, "tester", netorcai.RolePlayer)
	}
	for err == nil {
		var m netorcai.Message
		if m, err = c.Read(ctx); err != nil {
			break
		}
		if turn, ok := m.(netorcai.Turn); ok {
			err = c.SendTurnAck(ctx, turn.TurnNumber, []byte("[]"))
		}
	}
}

// patience is the time limit for everything that a test waits for.
const patience = 5 * time.Minute

// zipped returns a zip of files. Files whose names end in "bot" or ".sh" are programs.
func zipped(t testing.TB, files map[string]string) []byte {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	names := make([]string, 0, len(files))
	for name := range files {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		h := &zip.FileHeader{Name: name, Method: zip.Store}
		h.SetMode(fs.FileMode(0o644))
		if name == "bot" || filepath.Ext(name) == ".sh" {
			h.SetMode(0o755)
		}
		f, err := w.CreateHeader(h)
		if err == nil {
			_, err = io.WriteString(f, files[name])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// simple returns a bot that only an inbox with fakes accepts.
func simple(t testing.TB, text string) []byte {
	t.Helper()
	return zipped(t, map[string]string{"bot.toml": "command = \"./bot\"\n", "bot": "#!/bin/sh\n# " + text + "\n"})
}

// entries records the calls of Options.Enter.
type entries struct {
	mu       sync.Mutex
	list     []tournament.Entry
	archives [][]byte
	err      error
}

func (e *entries) enter(_ context.Context, entry tournament.Entry, archive string) error {
	data, err := os.ReadFile(archive)
	e.mu.Lock()
	defer e.mu.Unlock()
	if err = errors.Join(err, e.err); err != nil {
		return err
	}
	e.list, e.archives = append(e.list, entry), append(e.archives, data)
	return nil
}

func (e *entries) current(_ context.Context, name string) (version string, number int, err error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, entry := range e.list {
		if entry.Name == name {
			version, number = entry.Version, entry.Number
		}
	}
	return version, number, nil
}

func (e *entries) all() []tournament.Entry {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.Clone(e.list)
}

// fakes returns options with which each bot builds and passes the check.
func fakes(t testing.TB) (Options, *entries) {
	t.Helper()
	o, e := realOptions(t)
	o.level = harness.SandboxFiles
	o.build = func(context.Context, *entrant.Entrant, string, io.Writer, *Inbox) (bool, error) { return false, nil }
	o.check = func(context.Context, checkup.Config) (*checkup.Report, error) { return &checkup.Report{OK: true}, nil }
	return o, e
}

// realOptions returns options with real builds and checks.
func realOptions(t testing.TB) (Options, *entries) {
	t.Helper()
	e := &entries{}
	return Options{Dir: filepath.Join(t.TempDir(), "submissions"), Event: "Test", Enter: e.enter, Current: e.current,
		Env: []string{"GORACE=atexit_sleep_ms=0"}}, e // no delay at the end under the race detector
}

func newInbox(t testing.TB, o Options) *Inbox {
	t.Helper()
	d, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// run runs an inbox until the test ends or stop is called.
func run(t testing.TB, d *Inbox) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		d.Run(ctx)
	}()
	stop = func() {
		cancel()
		<-done
	}
	t.Cleanup(stop)
	return stop
}

func submit(t testing.TB, d *Inbox, team string, data []byte) *Report {
	t.Helper()
	r, err := d.Submit(team, bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// final waits until a report is final.
func final(t testing.TB, d *Inbox, r *Report) *Report {
	t.Helper()
	return until(t, d, r, func(r *Report) bool { return r.State.Final() })
}

func until(t testing.TB, d *Inbox, r *Report, is func(r *Report) bool) *Report {
	t.Helper()
	over := time.After(patience)
	for {
		now, changed := d.Report(r.Team, r.ID)
		if now == nil {
			t.Fatalf("%s has no submission %s", r.Team, r.ID)
		}
		if is(now) {
			return now
		}
		select {
		case <-changed:
		case <-over:
			t.Fatalf("after %v the submission is %+v", patience, now)
		}
	}
}

// put writes files below a folder. files are pairs of a name and a text.
func put(t testing.TB, dir string, files ...string) {
	t.Helper()
	for i := 0; i < len(files); i += 2 {
		path := filepath.Join(dir, filepath.FromSlash(files[i]))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(files[i+1]), 0o755)); err != nil {
			t.Fatal(err)
		}
	}
}

// readNames returns the names in a folder.
func readNames(dir string) (names []string, err error) {
	list, err := os.ReadDir(dir)
	for _, e := range list {
		names = append(names, e.Name())
	}
	return names, err
}
