package control

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"blastyard/tournament/submission"
)

// notes collects the output of a command; a test can read it meanwhile.
type notes struct {
	mu   sync.Mutex
	text strings.Builder
}

func (n *notes) Write(p []byte) (int, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.text.Write(p)
}

func (n *notes) String() string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.text.String()
}

// within waits for a condition that sends no notification.
func within(t *testing.T, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(2 * time.Minute); !is(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("not so: %s", what)
		}
	}
}

func fetch(t *testing.T, address string) (code int, text string) {
	t.Helper()
	r, err := (&http.Client{Transport: &http.Transport{DisableKeepAlives: true}}).Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return r.StatusCode, string(body)
}

// serving serves an event of built-in bots. said has the output.
func serving(t *testing.T, file string, o ServeOptions) (address string, said *notes, stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	said = &notes{}
	p := &Play{Path: file, Jobs: 1, Quiet: true, Notes: said}
	o.Listen = "127.0.0.1:0"
	ended := make(chan error, 1)
	go func() { ended <- p.Serve(ctx, o) }()
	stop = sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("it ended with %v", err)
		}
	})
	t.Cleanup(stop)
	at := regexp.MustCompile(`the event is at (http://\S+/)\n`)
	within(t, "it serves", func() bool { return at.MatchString(said.String()) || len(ended) > 0 })
	found := at.FindStringSubmatch(said.String())
	if found == nil {
		t.Fatalf("it says %s", said)
	}
	return found[1], said, stop
}

// TestServe: an event is played while its pages are served. It is still served when it is over, and continues where it
// stopped when it is served again. Teams reach their pages with an invitation from another process.
func TestServe(t *testing.T) {
	file := filepath.Join(t.TempDir(), "event.toml")
	text := "name = \"Served\"\nmaps = [\"tiny\"]\nturns = 5\nformat = \"round-robin\"\nrounds = 1\n" +
		"[[bot]]\ncommand = \"builtin:greedy\"\n[[bot]]\ncommand = \"builtin:hunter\"\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	log := filepath.Join(t.TempDir(), "serve.log")
	address, said, stop := serving(t, file, ServeOptions{LogFile: log})
	within(t, "the event is over", func() bool {
		var progress struct{ Done bool }
		_, text := fetch(t, address+"api/progress")
		return json.Unmarshal([]byte(text), &progress) == nil && progress.Done
	})
	if code, text := fetch(t, address); code != http.StatusOK || !strings.Contains(text, "hunter") {
		t.Errorf("%d %s", code, text)
	}
	if code, text := fetch(t, address+"healthz"); code != http.StatusOK {
		t.Errorf("%d %s", code, text)
	}
	teams, err := submission.OpenTeams(Submissions(StoreBeside(file)))
	if err != nil {
		t.Fatal(err)
	}
	invitation, err := teams.Invite("hunter")
	if err != nil {
		t.Fatal(err)
	}
	c := &submission.Client{Server: address}
	if team, _, err := c.Join(t.Context(), invitation); team != "hunter" || err != nil {
		t.Errorf("%q, %v", team, err)
	}
	stop()
	if text := said.String(); !strings.Contains(text, "stopped: 2 matches kept; the same command goes on") {
		t.Errorf("it says %s", text)
	}
	if text, err := os.ReadFile(log); err != nil || !strings.Contains(string(text), `"team":"hunter"`) || strings.Contains(string(text), invitation) {
		t.Errorf("the log: %s, %v", text, err)
	}
	address, _, _ = serving(t, file, ServeOptions{})
	if _, text := fetch(t, address+"api/progress"); !strings.Contains(text, `"played":2`) {
		t.Errorf("served again: %s", text)
	}
}

func TestServeRefuses(t *testing.T) {
	file := filepath.Join(t.TempDir(), "event.toml")
	if err := os.WriteFile(file, []byte("name = \"x\"\n[[bot]]\ncommand = \"builtin:greedy\"\n[[bot]]\ncommand = \"builtin:hunter\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for want, o := range map[string]ServeOptions{
		"no-such":    {Listen: "no-such-host.invalid:1"},
		"no-folder/": {Listen: "127.0.0.1:0", LogFile: filepath.Join(t.TempDir(), "no-folder/log")},
	} {
		if err := (&Play{Path: file, Quiet: true, Notes: io.Discard}).Serve(t.Context(), o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v", o, err)
		}
	}
}

// TestRunWaitsForNobody: an event whose submissions are not all looked at is not run without its server, which would
// take the field without them; standings say who is there so far.
func TestRunWaitsForNobody(t *testing.T) {
	file := filepath.Join(t.TempDir(), "event.toml")
	if err := os.WriteFile(file, []byte("closes = 2001-01-01T00:00:00Z\nmaps = [\"tiny\"]\nturns = 5\n[[bot]]\ncommand = \"builtin:greedy\"\n"+
		"[[bot]]\ncommand = \"builtin:hunter\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	inbox := filepath.Join(Submissions(StoreBeside(file)), "inbox", "20010101-000000.000000-aa")
	if err := os.MkdirAll(inbox, 0o700); err != nil {
		t.Fatal(err)
	}
	report := filepath.Join(inbox, "report.json")
	if err := os.WriteFile(report, []byte(`{"id":"20010101-000000.000000-aa","team":"ann","state":"waiting"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	p := Play{Path: file, Quiet: true, Out: io.Discard, Notes: io.Discard}
	if err := p.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "1 submission not looked at yet") {
		t.Errorf("it is run while a submission waits: %v", err)
	}
	o, err := Read(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	var out strings.Builder
	stages, err := Standings(o, -1)
	if err == nil {
		err = TellStandings(&out, o, stages, false)
	}
	if want := "2 entrants so far: greedy, hunter\n"; err != nil || !strings.HasSuffix(out.String(), want) {
		t.Errorf("%v, %q, want %q", err, out.String(), want)
	}
	if err := os.Remove(report); err != nil {
		t.Fatal(err)
	}
	if err := p.Run(t.Context()); err != nil {
		t.Error(err)
	}
}
