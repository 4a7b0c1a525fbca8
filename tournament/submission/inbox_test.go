package submission

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"blastyard/arena/checkup"
	"blastyard/arena/entrant"
	"blastyard/arena/entrant/build"
	"blastyard/arena/harness"
	"blastyard/internal/archive"
)

func TestAGoodBotEnters(t *testing.T) {
	o, entered := fakes(t)
	d := newInbox(t, o)
	run(t, d)
	r := final(t, d, submit(t, d, "Ann", simple(t, "one")))
	if r.State != Accepted || r.Number != 1 || r.Why != "version 1 plays from the next match on" {
		t.Fatalf("%+v", r)
	}
	var names []string
	for _, s := range r.Steps {
		names = append(names, s.Name)
		if !s.OK {
			t.Errorf("%+v", s)
		}
	}
	if want := []string{"unpack", "read", "build", "play", "check", "enter"}; !slices.Equal(names, want) {
		t.Errorf("steps %q, expected %q", names, want)
	}
	list := entered.all()
	if len(list) != 1 || list[0].Name != "Ann" || list[0].By != "Ann" || list[0].Version != r.Version || list[0].Number != 1 {
		t.Fatalf("entered %+v", list)
	}
	sum := sha256.Sum256(entered.archives[0])
	if hex.EncodeToString(sum[:]) != r.Version {
		t.Error("the version is not the hash of the archive")
	}
	dir := t.TempDir()
	if _, err := archive.Unpack(bytes.NewReader(entered.archives[0]), dir, archive.Limits{}); err != nil || !exists(filepath.Join(dir, "bot.toml")) {
		t.Errorf("the archive: %v", err)
	}
	again := final(t, d, submit(t, d, "Ann", simple(t, "one")))
	if again.State != Accepted || again.Number != 1 || !strings.Contains(again.Why, "version 1, which plays already") {
		t.Errorf("the same files again: %+v", again)
	}
	if next := final(t, d, submit(t, d, "Ann", simple(t, "two"))); next.State != Accepted || next.Number != 2 {
		t.Errorf("other files: %+v", next)
	}
	if n := len(entered.all()); n != 2 {
		t.Errorf("%d entries, expected 2", n)
	}
	if left, err := os.ReadDir(d.folder(r.ID)); err != nil || len(left) != 1 {
		t.Errorf("of a submission that is final the report alone is left: %v, %v", left, err)
	}
}

// TestABadBotIsRefused: the report says what is wrong with a bot and what to do, the last good version stays, and no
// text of the bot can do harm.
func TestABadBotIsRefused(t *testing.T) {
	o, entered := fakes(t)
	o.build = func(_ context.Context, e *entrant.Entrant, name string, out io.Writer, _ *Inbox) (bool, error) {
		if strings.Contains(e.Command, "broken") {
			fmt.Fprintf(out, "line \x1b[2J1\nin %s/main.c\n", e.Dir)
			return true, &build.Error{Name: name, Err: fmt.Errorf("make in %s: exit code 2", e.Dir)}
		}
		return true, nil
	}
	o.check = func(_ context.Context, c checkup.Config) (*checkup.Report, error) {
		text, err := os.ReadFile(filepath.Join(c.Bot.Bot, "bot"))
		if strings.Contains(string(text), "crash") {
			return &checkup.Report{Points: []checkup.Point{{Name: "starts", Verdict: checkup.OK},
				{Name: "plays", Verdict: checkup.Fault, Detail: "it crashed: \x1b]0;x\x07" + c.Bot.Bot + "/bot", Fix: "look at it"}}}, err
		}
		return &checkup.Report{OK: true}, err
	}
	d := newInbox(t, o)
	run(t, d)
	good := final(t, d, submit(t, d, "Ann", simple(t, "one")))
	for _, c := range []struct {
		data            []byte
		step, why, fix  string
		line            string
		wantCheckPoints int
	}{
		{[]byte("hello"), "unpack", "it is neither a zip, a tar, a tar.gz nor a tar.zst", "send the folder of the bot", "", 0},
		{zipped(t, map[string]string{"../evil": "x"}), "unpack", `file "../evil": its path contains ".."`, "send the folder", "", 0},
		{zipped(t, map[string]string{"README": "x"}), "read", "the folder has no bot.toml", "", "", 0},
		{zipped(t, map[string]string{"bot.toml": "command = \"./bot\"\nbild = \"make\"\n"}), "read", "bild", "", "", 0},
		{zipped(t, map[string]string{"bot.toml": "command = \"./broken\"\n"}), "build", "exit code 2", "blastyard bot build", "in main.c", 0},
		{simple(t, "crash"), "play", "plays: it crashed: bot", "look at it", "", 2},
	} {
		r := final(t, d, submit(t, d, "Ann", c.data))
		last := r.Steps[len(r.Steps)-1]
		if r.State != Refused || last.Name != c.step || last.OK || !strings.Contains(r.Why, c.why) || !strings.Contains(last.Fix, c.fix) {
			t.Errorf("%s: state %s, why %q, step %+v", c.why, r.State, r.Why, last)
		}
		if c.line != "" && (len(last.Lines) != 2 || last.Lines[0] != "line 1" || last.Lines[1] != c.line) {
			t.Errorf("%s: lines %q", c.why, last.Lines)
		}
		if c.wantCheckPoints > 0 && (r.Check == nil || len(r.Check.Points) != c.wantCheckPoints) {
			t.Errorf("%s: check %+v", c.why, r.Check)
		}
		var text bytes.Buffer
		if err := r.Write(&text); err != nil || strings.ContainsAny(text.String(), "\x1b\x07") || strings.Contains(text.String(), os.TempDir()) ||
			!strings.HasSuffix(text.String(), "refused: "+r.Why+"\n") {
			t.Errorf("%s: as text %q, %v", c.why, text.String(), err)
		}
	}
	if version, number, _ := entered.current(t.Context(), "Ann"); version != good.Version || number != 1 {
		t.Errorf("version %d plays, expected the good one", number)
	}
}

// TestReportsAreOfTheirTeam: a team sees its own submissions and no others.
func TestReportsAreOfTheirTeam(t *testing.T) {
	o, _ := fakes(t)
	d := newInbox(t, o)
	r := submit(t, d, "Ann", simple(t, "one"))
	if other, _ := d.Report("Bob", r.ID); other != nil {
		t.Errorf("Bob sees %+v", other)
	}
	if list := d.Reports("Bob"); len(list) != 0 {
		t.Errorf("Bob sees %+v", list)
	}
	if own, _ := d.Report("Ann", r.ID); own == nil {
		t.Error("Ann does not see it")
	}
}

// gated is a check that waits, so that a test knows which submission is being checked.
type gated struct {
	mu      sync.Mutex
	running map[string]int
	first   int // in their first match
	most    int // of these at a time
	free    chan struct{}
}

func (g *gated) check(ctx context.Context, c checkup.Config) (*checkup.Report, error) {
	text, _ := os.ReadFile(filepath.Join(c.Bot.Bot, "team"))
	team := string(text)
	g.mu.Lock()
	g.running[team]++
	if g.running[team] > 1 {
		g.mu.Unlock()
		return nil, errors.New("two of a team at a time")
	}
	if c.Brief {
		g.first++
		g.most = max(g.most, g.first)
	}
	g.mu.Unlock()
	defer func() {
		g.mu.Lock()
		g.running[team]--
		if c.Brief {
			g.first--
		}
		g.mu.Unlock()
	}()
	select {
	case <-g.free:
		return &checkup.Report{OK: true}, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func ofTeam(t *testing.T, team, text string) []byte {
	return zipped(t, map[string]string{"bot.toml": "command = \"./bot\"\n", "bot": "#!" + text, "team": team})
}

// TestQueue: one submission of a team is checked at a time, and as many in all as allowed. A newer upload replaces the
// one that waits.
func TestQueue(t *testing.T) {
	o, entered := fakes(t)
	o.Builds, o.PerHour = 2, 1000
	g := &gated{running: map[string]int{}, free: make(chan struct{})}
	o.check = g.check
	d := newInbox(t, o)
	run(t, d)
	first := submit(t, d, "Ann", ofTeam(t, "Ann", "1"))
	until(t, d, first, func(r *Report) bool { return r.State == Running })
	second := submit(t, d, "Ann", ofTeam(t, "Ann", "2"))
	third := submit(t, d, "Ann", ofTeam(t, "Ann", "3"))
	if r, _ := d.Report("Ann", second.ID); r.State != Replaced || exists(filepath.Join(d.folder(r.ID), uploadFile)) {
		t.Errorf("the one that waited: %+v", r)
	}
	var others []*Report
	for _, team := range []string{"Bob", "Cem", "Dia"} {
		others = append(others, submit(t, d, team, ofTeam(t, team, "1")))
	}
	waitFor(t, "two are looked at", func() bool {
		g.mu.Lock()
		defer g.mu.Unlock()
		return g.most == 2
	})
	close(g.free)
	for _, r := range append(others, first, third) {
		if r = final(t, d, r); r.State != Accepted {
			t.Errorf("%+v", r)
		}
	}
	if g.most != 2 {
		t.Errorf("%d were looked at at a time, expected 2", g.most)
	}
	if n := len(entered.all()); n != 5 {
		t.Errorf("%d entries, expected 5", n)
	}
}

func TestLimitsOfTeams(t *testing.T) {
	o, _ := fakes(t)
	now := time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC)
	o.Now = func() time.Time { return now }
	o.PerHour, o.Limits.Packed = 3, 1000
	d := newInbox(t, o)
	for i := range 3 {
		submit(t, d, "Ann", simple(t, fmt.Sprint(i)))
	}
	if _, err := d.Submit("Ann", strings.NewReader("x")); !errors.Is(err, ErrTooMany) || !strings.Contains(err.Error(), "expected at most 3") {
		t.Errorf("a fourth one: %v", err)
	}
	if _, err := newInbox(t, o).Submit("Ann", strings.NewReader("x")); !errors.Is(err, ErrTooMany) {
		t.Errorf("after a restart: %v", err)
	}
	submit(t, d, "Bob", simple(t, "one"))
	now = now.Add(61 * time.Minute)
	submit(t, d, "Ann", simple(t, "later"))
	if _, err := d.Submit("Ann", strings.NewReader(strings.Repeat("x", 1001))); !errors.Is(err, ErrTooBig) {
		t.Errorf("a big one: %v", err)
	}
	broken := errors.New("cut")
	if _, err := d.Submit("Ann", io.MultiReader(strings.NewReader("PK"), failing{broken})); !errors.Is(err, broken) {
		t.Errorf("a cut one: %v", err)
	}
	list, err := os.ReadDir(filepath.Join(o.Dir, inboxFolder))
	if err != nil || len(list) != 5 {
		t.Errorf("%d folders, expected 5: what was refused leaves nothing, %v", len(list), err)
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// blocking is a reader that blocks until it is released, like a slow upload.
type blocking struct{ begun, free chan struct{} }

func (b *blocking) Read([]byte) (int, error) {
	close(b.begun)
	<-b.free
	return 0, io.EOF
}

func TestClosing(t *testing.T) {
	o, entered := fakes(t)
	var mu sync.Mutex
	zone := time.FixedZone("CET", 3600)
	now := time.Date(2026, 12, 1, 17, 59, 59, 0, zone)
	o.Closes = time.Date(2026, 12, 1, 18, 0, 0, 0, zone)
	o.Now = func() time.Time {
		mu.Lock()
		defer mu.Unlock()
		return now
	}
	d := newInbox(t, o)
	inTime := submit(t, d, "Ann", simple(t, "in time"))
	slow := &blocking{make(chan struct{}), make(chan struct{})}
	answer := make(chan error)
	go func() {
		_, err := d.Submit("Bob", slow)
		answer <- err
	}()
	<-slow.begun
	if _, err := d.Submit("Bob", strings.NewReader("x")); !errors.Is(err, ErrBusy) {
		t.Errorf("two uploads of a team at a time: %v", err)
	}
	mu.Lock()
	now = o.Closes
	mu.Unlock()
	close(slow.free)
	if err := <-answer; !errors.Is(err, ErrClosed) {
		t.Errorf("an upload that ended after closing: %v", err)
	}
	if _, err := d.Submit("Ann", strings.NewReader("x")); !errors.Is(err, ErrClosed) || !strings.Contains(err.Error(), "since 2026-12-01 18:00 CET") {
		t.Errorf("after closing: %v", err)
	}
	run(t, d)
	if r := final(t, d, inTime); r.State != Accepted || len(entered.all()) != 1 {
		t.Errorf("what came in time: %+v", r)
	}
}

func TestWithoutSandboxNothingIsAccepted(t *testing.T) {
	o, _ := fakes(t)
	o.level = harness.SandboxLimits
	if _, err := newInbox(t, o).Submit("Ann", strings.NewReader("x")); !errors.Is(err, ErrUnsafe) || !strings.Contains(err.Error(), "--unsafe") {
		t.Errorf("%v", err)
	}
	o.Unsafe = true
	submit(t, newInbox(t, o), "Ann", simple(t, "one"))
}

// TestTheServersFault: a failure of the server is not blamed on the bot.
func TestTheServersFault(t *testing.T) {
	o, entered := fakes(t)
	entered.err = errors.New("no room")
	d := newInbox(t, o)
	run(t, d)
	r := final(t, d, submit(t, d, "Ann", simple(t, "one")))
	if r.State != Failed || !strings.Contains(r.Why, "send it again") || strings.Contains(r.Why, "no room") || r.Number != 0 {
		t.Errorf("%+v", r)
	}
	entered.mu.Lock()
	entered.err = &RefusedEntry{"the final is on"}
	entered.mu.Unlock()
	if r := final(t, d, submit(t, d, "Ann", simple(t, "one"))); r.State != Refused || r.Why != "the final is on" {
		t.Errorf("%+v", r)
	}
}

// TestRestart: a stop or a kill loses nothing: the next process checks what was being checked and what waited.
func TestRestart(t *testing.T) {
	o, entered := fakes(t)
	checkHangs := true
	begun := make(chan struct{}, 10)
	free := o.check
	o.check = func(ctx context.Context, c checkup.Config) (*checkup.Report, error) {
		if !checkHangs {
			return free(ctx, c)
		}
		begun <- struct{}{}
		<-ctx.Done()
		return nil, ctx.Err()
	}
	o.Builds = 1
	d := newInbox(t, o)
	stop := run(t, d)
	looked := submit(t, d, "Ann", simple(t, "one"))
	<-begun
	waits := submit(t, d, "Bob", simple(t, "one"))
	stop()
	if r, _ := d.Report("Ann", looked.ID); r.State != Waiting || r.Begun != 0 {
		t.Errorf("after a stop: %+v", r)
	}
	checkHangs = false
	d = newInbox(t, o)
	run(t, d)
	for _, r := range []*Report{looked, waits} {
		if r = final(t, d, r); r.State != Accepted {
			t.Errorf("%+v", r)
		}
	}
	if n := len(entered.all()); n != 2 {
		t.Errorf("%d entries", n)
	}
}

// kill leaves on the disk what a process leaves that is killed while it checks a submission.
func kill(t *testing.T, o Options, begun int) *Report {
	t.Helper()
	d := newInbox(t, o)
	r := submit(t, d, "Ann", simple(t, "one"))
	r.State, r.Begun = Running, begun
	if err := d.write(r); err != nil {
		t.Fatal(err)
	}
	return r
}

func TestKill(t *testing.T) {
	o, entered := fakes(t)
	r := kill(t, o, 1)
	cut := filepath.Join(o.Dir, inboxFolder, newID(time.Now())) // killed during an upload
	if err := errors.Join(os.Mkdir(cut, 0o700), os.WriteFile(filepath.Join(cut, uploadFile), []byte("PK"), 0o600)); err != nil {
		t.Fatal(err)
	}
	d := newInbox(t, o)
	if exists(cut) {
		t.Error("an upload that was cut is still there")
	}
	run(t, d)
	if r := final(t, d, r); r.State != Accepted {
		t.Errorf("%+v", r)
	}
	// Killed after the entry, before the report was stored: it does not enter twice.
	again := kill(t, o, 1)
	d = newInbox(t, o)
	run(t, d)
	if r := final(t, d, again); r.State != Accepted || r.Number != 1 || len(entered.all()) != 1 {
		t.Errorf("%+v, %d entries", r, len(entered.all()))
	}
	// A submission that kills the server is not tried for ever.
	deadly := kill(t, o, maxBegun)
	d = newInbox(t, o)
	if r, _ := d.Report("Ann", deadly.ID); r.State != Failed || !strings.Contains(r.Why, "send it again") || exists(filepath.Join(d.folder(r.ID), uploadFile)) {
		t.Errorf("%+v", r)
	}
}

func TestOldReportsAreForgotten(t *testing.T) {
	o, _ := fakes(t)
	o.PerHour = 1000
	d := newInbox(t, o)
	var last *Report
	for i := range keptReports + 5 {
		last = submit(t, d, "Ann", simple(t, fmt.Sprint(i)))
	}
	list := d.Reports("Ann")
	if len(list) > keptReports || list[0].ID != last.ID || list[0].State != Waiting {
		t.Errorf("%d reports", len(list))
	}
	if folders, err := os.ReadDir(filepath.Join(o.Dir, inboxFolder)); err != nil || len(folders) > keptReports {
		t.Errorf("%d folders, %v", len(folders), err)
	}
}
