//go:build unix

package control

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"blastyard/tournament"
	"blastyard/tournament/submission"
)

func init() { programs["cupserver"] = cupServer }

// cupServer runs as a program that serves an event by the clock in a file, for tests that kill it.
func cupServer() {
	now := func() time.Time {
		text, err := os.ReadFile(os.Args[2])
		if err != nil {
			panic(err)
		}
		t, err := time.Parse("15:04", string(text))
		if err != nil {
			panic(err)
		}
		return t.AddDate(2026, 0, 0)
	}
	p := Play{Path: os.Args[1], Jobs: 1, Quiet: true, Notes: os.Stdout, now: now}
	if err := p.Serve(context.Background(), ServeOptions{Listen: "127.0.0.1:0", Unsafe: true}); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// cup is an event whose server is a process, with a clock that the test sets.
type cup struct {
	t       *testing.T
	file    string
	clock   string
	process *exec.Cmd
	ended   chan error
	said    *notes
	address string
}

// set sets the clock in one step, so that no reader sees half of it.
func (c *cup) set(clock string) {
	c.t.Helper()
	part := c.clock + ".part"
	if err := os.WriteFile(part, []byte(clock), 0o600); err != nil {
		c.t.Fatal(err)
	}
	if err := os.Rename(part, c.clock); err != nil {
		c.t.Fatal(err)
	}
}

func (c *cup) start() {
	c.t.Helper()
	c.said, c.ended = &notes{}, make(chan error, 1)
	c.process = exec.Command("cupserver", c.file, c.clock)
	c.process.Stdout, c.process.Stderr = c.said, c.said
	if err := c.process.Start(); err != nil {
		c.t.Fatal(err)
	}
	go func(p *exec.Cmd, ended chan error) { ended <- p.Wait() }(c.process, c.ended)
	at := regexp.MustCompile(`the event is at (http://\S+/)\n`)
	within(c.t, "it serves", func() bool { return at.MatchString(c.said.String()) || len(c.ended) > 0 })
	found := at.FindStringSubmatch(c.said.String())
	if found == nil {
		c.t.Fatalf("it says %s", c.said)
	}
	c.address = found[1]
}

func (c *cup) kill() {
	_ = c.process.Process.Kill()
	<-c.ended
	c.ended <- nil // for the next call
}

// client returns the client of a team that has joined.
func (c *cup) client(team string) *submission.Client {
	c.t.Helper()
	teams, err := submission.OpenTeams(Submissions(StoreBeside(c.file)))
	if err != nil {
		c.t.Fatal(err)
	}
	token, err := teams.Token(team)
	if err != nil {
		c.t.Fatal(err)
	}
	return &submission.Client{Server: c.address, Token: token}
}

// phase returns where the event stands, as its API says.
func (c *cup) phase() string {
	c.t.Helper()
	var event struct {
		Clock struct {
			Phase string `json:"phase"`
		} `json:"clock"`
	}
	_, text := fetch(c.t, c.address+"api/event")
	if err := json.Unmarshal([]byte(text), &event); err != nil {
		c.t.Fatal(err)
	}
	return event.Clock.Phase
}

// await waits for a phase.
func (c *cup) await(phase string) {
	c.t.Helper()
	for end := time.Now().Add(5 * time.Minute); c.phase() != phase; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			c.t.Fatalf("the phase is %s, want %s; it says %s", c.phase(), phase, c.said)
		}
	}
}

// botFolder returns the folder of a bot of a team.
func botFolder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "bot.toml"), []byte("command = \"testbot hunter\"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

// slowBot is the archive of a bot, with so much in it that its upload takes a while.
func slowBot(t *testing.T) []byte {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for name, text := range map[string]string{"bot.toml": "command = \"testbot hunter\"\n", "data": strings.Repeat("x", 100_000)} {
		f, err := w.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store})
		if err == nil {
			_, err = io.WriteString(f, text)
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

// TestSubmitThenCup: "submit until 18:00, then a cup", with real processes: two teams submit, one uploads across closes,
// and one comes too late; the server is killed across closes, and between closes and starts; the cup starts, and has a
// champion. Each page says what the event waits for.
func TestSubmitThenCup(t *testing.T) {
	dir := t.TempDir()
	c := &cup{t: t, file: filepath.Join(dir, "event.toml"), clock: filepath.Join(dir, "clock")}
	text := "name = \"Cup\"\nmaps = [\"tiny\"]\nturns = 5\nturn_time = \"20s\"\nformat = \"knockout\"\nopens = 2026-01-01T10:00:00Z\n" +
		"closes = 2026-01-01T18:00:00Z\nstarts = 2026-01-01T20:00:00Z\n[[bot]]\nname = \"house\"\ncommand = \"builtin:idle\"\n"
	if err := os.WriteFile(c.file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	c.set("09:00")
	c.start()
	defer func() { c.kill() }()
	c.await("soon")
	if _, err := c.client("ann").Upload(t.Context(), botFolder(t)); err == nil || !strings.Contains(err.Error(), "from 2026-01-01 10:00 UTC on") {
		t.Errorf("before it opens: %v", err)
	}
	c.set("10:00")
	c.await("open")
	for _, team := range []string{"ann", "bob"} {
		r, err := c.client(team).Upload(t.Context(), botFolder(t))
		if err != nil || r.State != submission.Accepted || !strings.Contains(r.Why, "when the event starts") {
			t.Fatalf("%s: %+v, %v", team, r, err)
		}
		c.tested(team)
	}
	c.acrossCloses("cat")
	c.kill() // while the last submission is looked at
	c.start()
	c.await("ready")
	var event struct{ Entrants []struct{ Name string } }
	_, body := fetch(t, c.address+"api/event")
	if err := json.Unmarshal([]byte(body), &event); err != nil {
		t.Fatal(err)
	}
	names := []string{}
	for _, e := range event.Entrants {
		names = append(names, e.Name)
	}
	if !slices.Equal(names, []string{"house", "ann", "bob", "cat"}) {
		t.Errorf("the field is %v", names)
	}
	if _, page := fetch(t, c.address); !strings.Contains(page, `the first match begins at <time datetime="2026-01-01T20:00:00Z" data-what="it begins">2026-01-01 20:00 UTC</time>`) {
		t.Errorf("the first page does not say when it begins: %.3000s", page)
	}
	c.kill() // and it is away when the cup should start
	c.set("21:00")
	c.start()
	c.await("over")
	if _, page := fetch(t, c.address); !strings.Contains(page, " wins") {
		t.Errorf("there is no champion: %.3000s", page)
	}
	c.kill()
	var out strings.Builder
	if ok, err := Verify(t.Context(), c.file, &out, io.Discard, false); !ok || err != nil {
		t.Errorf("%s%v", out.String(), err)
	}
	o, err := Read(t.Context(), c.file)
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	if done, _ := o.Schedule.Done(); !done || len(o.Schedule.Standings(tournament.StandingsOptions{}).Entrants) != 4 {
		t.Error("the store alone says that the cup is not over")
	}
}

// tested waits for the test matches of a team: against the bot of the file, with its lessons, and without counting.
func (c *cup) tested(team string) {
	c.t.Helper()
	client := c.client(team)
	get := func(address string) string {
		req, err := http.NewRequestWithContext(c.t.Context(), http.MethodGet, c.address+address, nil)
		if err != nil {
			c.t.Fatal(err)
		}
		req.Header.Set("Authorization", "Bearer "+client.Token)
		res, err := (&http.Client{Transport: &http.Transport{DisableKeepAlives: true}}).Do(req)
		if err != nil {
			c.t.Fatal(err)
		}
		defer res.Body.Close()
		text, err := io.ReadAll(res.Body)
		if err != nil {
			c.t.Fatal(err)
		}
		return string(text)
	}
	type reports struct {
		Submissions []submission.Report `json:"submissions"`
	}
	var list reports
	within(c.t, "the test matches are played", func() bool {
		list = reports{}
		err := json.Unmarshal([]byte(get("team/api/submissions")), &list)
		return err == nil && len(list.Submissions) == 1 && len(list.Submissions[0].Tests) == 1 && !list.Submissions[0].Testing
	})
	r := &list.Submissions[0]
	if m := r.Tests[0]; !slices.Contains(m.Names, team) || !slices.Contains(m.Names, "house") || m.Names[m.Player] != team || m.Replay == "" {
		c.t.Errorf("the test match of %s is %+v", team, m)
	}
	if page := get("team/submissions/" + r.ID); !strings.Contains(page, "They do not count") || !strings.Contains(page, r.ID+"/tests/1") {
		c.t.Errorf("the page of %s has no test match: %.3000s", team, page)
	}
	if page := get("team/submissions/" + r.ID + "/tests/1"); !strings.Contains(page, "<h3>Lessons</h3>") || strings.Contains(page, "cannot be read") ||
		strings.Contains(page, "is not kept") {
		c.t.Errorf("the page of the test match of %s: %.3000s", team, page)
	}
	if _, text := fetch(c.t, c.address+"api/progress"); !strings.Contains(text, `"played":0`) {
		c.t.Errorf("a test match counts: %s", text)
	}
}

// acrossCloses uploads a bot that is begun before closes and ends after it. Another team comes too late.
func (c *cup) acrossCloses(team string) {
	c.t.Helper()
	data, client := slowBot(c.t), c.client(team)
	r, w := io.Pipe()
	req, err := http.NewRequestWithContext(c.t.Context(), http.MethodPost, c.address+"team/api/submissions", r)
	if err != nil {
		c.t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+client.Token)
	answer := make(chan error, 1)
	go func() {
		res, err := (&http.Client{Transport: &http.Transport{DisableKeepAlives: true}}).Do(req)
		if err == nil {
			defer res.Body.Close()
			if text, _ := io.ReadAll(res.Body); res.StatusCode != http.StatusAccepted {
				err = fmt.Errorf("%s: %s", res.Status, text)
			}
		}
		answer <- err
	}()
	if _, err := w.Write(data[:50_000]); err != nil {
		c.t.Fatal(err)
	}
	inbox := filepath.Join(Submissions(StoreBeside(c.file)), "inbox", "*", "upload")
	within(c.t, "the upload is under way", func() bool {
		list, err := filepath.Glob(inbox)
		return err == nil && len(list) > 0
	})
	c.set("18:30")
	c.await("closed")
	if _, err := c.client("late").Upload(c.t.Context(), botFolder(c.t)); err == nil || !strings.Contains(err.Error(), "closed since 2026-01-01 18:00 UTC") {
		c.t.Errorf("after closes: %v", err)
	}
	if _, err := w.Write(data[50_000:]); err != nil {
		c.t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		c.t.Fatal(err)
	}
	if err := <-answer; err != nil {
		c.t.Errorf("an upload across closes: %v", err)
	}
}
