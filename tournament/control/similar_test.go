//go:build unix

package control

import (
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"blastyard/tournament/internal/desk"
	"blastyard/tournament/submission"
)

// TestSimilar: the organiser sees which bots resemble each other, by a command and side by side on the desk. Teams and
// spectators see nothing of it.
func TestSimilar(t *testing.T) {
	dir := t.TempDir()
	for name, from := range map[string]string{"ann": "vec.py", "bob": "vec.py", "cem": "simulator.py"} {
		source, err := os.ReadFile(filepath.Join("../../train/python/blastyard", from))
		if err != nil {
			t.Fatal(err)
		}
		text := string(source)
		if name == "bob" {
			text = "# mine\n" + regexp.MustCompile(`\b[a-z]+_\w+\b`).ReplaceAllString(text, "renamed_$0")
		}
		bot := filepath.Join(dir, name)
		if err := os.Mkdir(bot, 0o700); err != nil {
			t.Fatal(err)
		}
		for file, content := range map[string]string{"bot.py": "import sys\nprint('idle')\n", "code.py": text,
			"bot.toml": "command = \"python3 bot.py\"\n"} {
			if err := os.WriteFile(filepath.Join(bot, file), []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	event := "name = \"Test\"\nmaps = [\"tiny\"]\nturns = 5\nformat = \"ladder\"\nstarts = 2099-01-01T00:00:00Z\n" +
		"[[bot]]\nfolder = \"ann\"\n[[bot]]\nfolder = \"bob\"\n[[bot]]\nfolder = \"cem\"\n[[bot]]\ncommand = \"builtin:hunter\"\n"
	if err := os.WriteFile(filepath.Join(dir, "event.toml"), []byte(event), 0o600); err != nil {
		t.Fatal(err)
	}
	at, _, stop := serving(t, filepath.Join(dir, "event.toml"), ServeOptions{})
	var said strings.Builder
	g := &Organiser{Path: dir, Out: &said, Notes: io.Discard}
	if err := g.Similar(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	if got := said.String(); !regexp.MustCompile(`^ *(9\d|100) %  ann and bob: \d+ tokens\n +code\.py:\d+-\d+ = code\.py:`).MatchString(got) ||
		!strings.HasSuffix(got, "3 bots compared\n") || strings.Contains(got, "cem") {
		t.Errorf("the command says:\n%s", got)
	}
	store := StoreBeside(dir)
	link, err := desk.OpenKeys(store).Link("anna")
	if err != nil {
		t.Fatal(err)
	}
	teams, err := submission.OpenTeams(Submissions(store))
	if err != nil {
		t.Fatal(err)
	}
	invitation, err := teams.Invite("ann")
	if err != nil {
		t.Fatal(err)
	}
	organiser := signedIn(t, at+"desk/join", url.Values{"key": {link}})
	team := signedIn(t, at+"team/join", url.Values{"invitation": {invitation}})
	const pair = "desk/similar/pair?a=ann&b=bob"
	for path, want := range map[string]string{"desk/similar": "similar/pair?a=ann", pair: "renamed_"} {
		if code, text := fetched(t, organiser, at+path); code != http.StatusOK || !strings.Contains(text, want) {
			t.Errorf("the organiser gets %d for %s: %s", code, path, text)
		}
		for who, c := range map[string]*http.Client{"a team": team, "a spectator": {}} {
			if code, text := fetched(t, c, at+path); code != http.StatusUnauthorized || strings.Contains(text, want) {
				t.Errorf("%s gets %d for %s: %s", who, code, path, text)
			}
		}
	}
	if code, _ := fetched(t, organiser, at+"desk/similar/pair?a=ann&b=cem"); code != http.StatusNotFound {
		t.Errorf("a pair that is none: %d", code)
	}
	for _, path := range []string{"", "standings", "matches", "entrants/1", "entrants/2", "orders", "team/", "api/event",
		"api/standings", "api/entrants/1", "api/orders", "api/openapi.json", "metrics", "feed.atom", "projector"} {
		for who, c := range map[string]*http.Client{"a team": team, "a spectator": {}} {
			if _, text := fetched(t, c, at+path); strings.Contains(text, "similar") || strings.Contains(text, "resembl") ||
				strings.Contains(text, "renamed_") {
				t.Errorf("%s reads of it at /%s", who, path)
			}
		}
	}
	stop()
}

// signedIn is a browser that has sent a form to sign in.
func signedIn(t *testing.T, address string, form url.Values) *http.Client {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	c := &http.Client{Jar: jar}
	res, err := c.PostForm(address, form)
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	if res.StatusCode != http.StatusOK {
		t.Fatalf("%s: %d", address, res.StatusCode)
	}
	return c
}

func fetched(t *testing.T, c *http.Client, address string) (code int, text string) {
	t.Helper()
	res, err := c.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, string(body)
}
