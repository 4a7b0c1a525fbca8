package control

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"blastyard/game/match"
	"blastyard/tournament"
	"blastyard/tournament/engine"
	"blastyard/tournament/submission"
)

const spied = `name = "Spied"
maps = ["tiny"]
turns = 6
turn_time = "300s"
format = "round-robin"
rounds = 1
players = 2
keep = "all"
sandbox = "off"
public = 2001-01-01T00:00:00Z

[[bot]]
name = "spy"
command = "spy %s"

[[bot]]
name = "greedy"
command = "builtin:greedy"

[[bot]]
name = "hunter"
command = "builtin:hunter"
`

// outsider is somebody who reads all that an event shows while it is played, and looks for secrets.
type outsider struct {
	t       *testing.T
	address string
	cookie  string // of a team
	seek    map[string]match.Secret
	known   map[string]int // status by address
	todo    []string
}

// TestSecretsStayHidden: while a match of a block is played again, nothing that an event shows, prints or gives to bots
// has the secret of the event or of the block, and each way to a replay of the block refuses it. When all is over, the
// replays and the secret of the event are public.
func TestSecretsStayHidden(t *testing.T) {
	dir := t.TempDir()
	file, seen := filepath.Join(dir, "event.toml"), t.TempDir()
	if err := os.WriteFile(file, fmt.Appendf(nil, spied, seen), 0o600); err != nil {
		t.Fatal(err)
	}
	finished(t, &Play{Path: file, Quiet: true, Notes: io.Discard})
	id := blockOf(t, file, "spy")
	organiser := &Organiser{Path: file, By: "anna", Out: io.Discard, Notes: io.Discard}
	void := tournament.Order{What: tournament.VoidMatch, Match: &id, Why: "to look at it"}
	if err := organiser.Do(t.Context(), void); err != nil {
		t.Fatal(err)
	}
	hold := filepath.Join(seen, "hold")
	if err := os.WriteFile(hold, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	log := filepath.Join(dir, "serve.log")
	address, said, stop := serving(t, file, ServeOptions{LogFile: log})
	o := readEvent(t, file)
	first, again := tournament.BlockSecret(o.Secret, id, 0), tournament.BlockSecret(o.Secret, id, 1)
	secrets := map[string]match.Secret{"the event": o.Secret, "the open block": first, "the match of now": again}
	out := &outsider{t: t, address: address, seek: secrets, known: map[string]int{}}
	out.join(file, "spy")
	within(t, "the match is played", func() bool {
		_, text := fetch(t, address+"api/progress")
		return strings.Contains(text, `"running":[{"id":"`+id.String()+`"`)
	})
	held := replaysOf(t, o, id)
	out.crawl()
	out.refused(held)
	out.streams()
	out.processes()
	out.commands(file, id)
	out.look("the bots", readAll(t, seen))
	out.look("the log", readAll(t, log))
	out.look("the notes", said.String())

	if err := os.Remove(hold); err != nil {
		t.Fatal(err)
	}
	within(t, "the event is over", func() bool {
		_, text := fetch(t, address+"api/event")
		return strings.Contains(text, `"done":true`)
	})
	for _, page := range []string{"", "api/event"} {
		if _, text := fetch(t, address+page); !strings.Contains(text, o.Secret.String()) {
			t.Errorf("/%s does not publish the secret of the event", page)
		}
	}
	replayed := 0
	for _, hash := range replaysOf(t, readEvent(t, file), id) {
		code, text := fetch(t, address+"replays/"+hash+"/blast")
		if strings.Contains(text, again.String()) {
			replayed++
		} else if code != http.StatusOK || !strings.Contains(text, first.String()) {
			t.Errorf("the replay %s: %d, or without its secret", hash, code)
		}
	}
	if replayed != 1 {
		t.Errorf("%d replays have the secret of a match that is played again, want 1", replayed)
	}
	stop()
	var text strings.Builder
	if ok, err := Verify(t.Context(), file, &text, io.Discard, false); !ok || err != nil {
		t.Errorf("verify: %s%v", text.String(), err)
	}
}

// blockOf returns the second match of the block in which an entrant meets another one first.
func blockOf(t *testing.T, file, name string) tournament.ID {
	t.Helper()
	o := readEvent(t, file)
	list, err := Matches(t.Context(), o, tournament.Query{Entrant: name})
	if err != nil || len(list) != 4 {
		t.Fatalf("%d matches, %v", len(list), err)
	}
	id := list[0].ID
	id.Match = 1
	return id
}

func readEvent(t *testing.T, file string) *engine.Offline {
	t.Helper()
	o, err := Read(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := o.Close(); err != nil {
			t.Error(err)
		}
	})
	if o.Secret.IsZero() {
		t.Fatal("the event has no secret")
	}
	return o
}

// replaysOf returns the replays of all tries of the matches of a block.
func replaysOf(t *testing.T, o *engine.Offline, id tournament.ID) (hashes []string) {
	t.Helper()
	list, err := Matches(t.Context(), o, tournament.Query{All: true})
	if err != nil {
		t.Fatal(err)
	}
	for i := range list {
		if m := &list[i]; m.ID.Block == id.Block && m.Replay != "" && !slices.Contains(hashes, m.Replay) {
			hashes = append(hashes, m.Replay)
		}
	}
	if len(hashes) < 2 {
		t.Fatalf("%d replays", len(hashes))
	}
	return hashes
}

// readAll returns the content of a file, or of all files of a folder, with their names.
func readAll(t *testing.T, path string) string {
	t.Helper()
	var all strings.Builder
	err := filepath.WalkDir(path, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		fmt.Fprintf(&all, "%s\n%s\n", path, text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all.String()
}

// look looks for secrets in a text.
func (o *outsider) look(where, text string) {
	o.t.Helper()
	if text == "" {
		o.t.Errorf("%s: there is nothing to look at", where)
	}
	lower := strings.ToLower(text)
	for what, s := range o.seek {
		if strings.Contains(lower, s.String()) || strings.Contains(text, string(s[:])) {
			o.t.Errorf("%s shows the secret of %s", where, what)
		}
	}
}

// join signs in as a team.
func (o *outsider) join(file, team string) {
	o.t.Helper()
	teams, err := submission.OpenTeams(Submissions(StoreBeside(file)))
	if err != nil {
		o.t.Fatal(err)
	}
	invitation, err := teams.Invite(team)
	if err != nil {
		o.t.Fatal(err)
	}
	_, token, err := (&submission.Client{Server: o.address}).Join(o.t.Context(), invitation)
	if err != nil {
		o.t.Fatal(err)
	}
	o.cookie = token
}

// get asks for an address.
func (o *outsider) get(path string) *http.Response {
	o.t.Helper()
	r, err := http.NewRequestWithContext(o.t.Context(), http.MethodGet, o.address+path, nil)
	if err != nil {
		o.t.Fatal(err)
	}
	r.AddCookie(&http.Cookie{Name: "blastyard_team", Value: o.cookie})
	answer, err := (&http.Client{Transport: &http.Transport{DisableKeepAlives: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}).Do(r)
	if err != nil {
		o.t.Fatal(err)
	}
	return answer
}

// starts are addresses from which all others are found, and those to which nothing links.
var starts = []string{
	"", "cross-table", "rounds", "schedule", "live", "workers", "projector", "matches", "team/", "metrics", "healthz",
	"api/event", "api/progress", "api/schedule", "api/standings", "api/cross-table", "api/rounds", "api/matches?voids=1",
	"api/matches", "csv/standings.csv", "csv/cross-table.csv", "csv/entrants.csv", "csv/matches.csv", "csv/ratings.csv",
	"live/watch/", "live/watch/api/matches", "live/watch/api/series", "live/watch/api/lobby", "team/api/submissions",
}

// matchPaths are what a viewer asks of a match.
var matchPaths = []string{
	"", "/turns/0", "/turns/1", "/replay", "/export.html", "/turns.gif", "/downloads", "/messages/0/0", "/messages/1/0", "/branch",
}

var (
	linked = regexp.MustCompile(`(?:href|src|action)="([^"#]*)`)
	hashed = regexp.MustCompile(`\b[0-9a-f]{64}\b`)
	ofLive = regexp.MustCompile(`"(?:watch|id)":"([0-9]+-[0-9]+)"`)
	number = regexp.MustCompile(`"id":"(f?[0-9]+\.[0-9]+)"`)
)

// crawl reads all addresses that it finds.
func (o *outsider) crawl() {
	o.t.Helper()
	o.todo = slices.Clone(starts)
	for len(o.todo) > 0 && len(o.known) < 1000 {
		path := o.todo[0]
		if o.todo = o.todo[1:]; o.known[path] != 0 {
			continue
		}
		r := o.get(path)
		body, err := io.ReadAll(r.Body)
		r.Body.Close()
		if err != nil {
			o.t.Fatal(err)
		}
		o.known[path] = r.StatusCode
		o.look("/"+path, fmt.Sprint(r.Header, string(body)))
		o.follow(path, string(body))
	}
	count := map[int]int{}
	for _, code := range o.known {
		count[code]++
	}
	if count[http.StatusOK] < 50 || len(o.todo) > 0 {
		o.t.Errorf("read %d addresses: %v, and %d are left", len(o.known), count, len(o.todo))
	}
	for _, path := range []string{"", "live", "api/event", "matches", "csv/matches.csv", "team/", "live/watch/api/matches", "matches/0.0"} {
		if o.known[path] != http.StatusOK {
			o.t.Errorf("/%s answers %d", path, o.known[path])
		}
	}
}

// follow notes the addresses that an answer names.
func (o *outsider) follow(path, body string) {
	add := func(paths ...string) {
		for _, p := range paths {
			if o.known[p] == 0 {
				o.todo = append(o.todo, p)
			}
		}
	}
	for _, found := range linked.FindAllStringSubmatch(body, -1) {
		if target := found[1]; !strings.Contains(target, ":") && !strings.HasPrefix(target, "/") &&
			!strings.HasPrefix(path, "live/watch/docs") && !strings.HasPrefix(target, "docs") {
			folder := path[:strings.LastIndex("/"+strings.SplitN(path, "?", 2)[0], "/")]
			add(strings.TrimPrefix(filepath.Join("/", folder, target), "/"))
		}
	}
	for _, hash := range hashed.FindAllString(body, -1) {
		add("replays/"+hash+"/", "replays/"+hash+"/blast", "replays/"+hash+"/api/matches")
	}
	for _, found := range ofLive.FindAllStringSubmatch(body, -1) {
		for _, p := range matchPaths {
			add("live/watch/api/matches/" + found[1] + p)
		}
	}
	for _, found := range number.FindAllStringSubmatch(body, -1) {
		add("matches/"+found[1], "api/matches/"+found[1], "team/matches/"+found[1])
	}
}

// refused checks that each way to some replays is closed.
func (o *outsider) refused(held []string) {
	o.t.Helper()
	for _, hash := range held {
		paths := []string{"/blast", "/api/matches", "/api/live", "/api/series", "/api/lobby"}
		for _, p := range matchPaths {
			paths = append(paths, "/api/matches/1"+p, "/api/matches/"+hash+p)
		}
		for _, p := range paths {
			r := o.get("replays/" + hash + p)
			var body []byte
			if r.StatusCode == http.StatusForbidden { // it is no stream
				body, _ = io.ReadAll(r.Body)
			}
			r.Body.Close()
			if !strings.Contains(string(body), "replay is shown when all 2 matches of its block are over") {
				o.t.Errorf("replays/%s%s: %d %.200s", hash, p, r.StatusCode, body)
			}
		}
	}
	r := o.get("team/matches/0.0")
	body, err := io.ReadAll(r.Body)
	r.Body.Close()
	if !strings.Contains(string(body), "replay is shown when all 2 matches of its block are over") {
		o.t.Errorf("what the team learns from it: %d %s, %v", r.StatusCode, body, err)
	}
	found := 0
	for path, code := range o.known {
		if strings.HasPrefix(path, "replays/") && code == http.StatusOK && strings.HasSuffix(path, "/blast") {
			found++
		}
	}
	if found != 4 {
		o.t.Errorf("%d replays of other blocks are served, want 4", found)
	}
}

// streams reads the beginning of each stream.
func (o *outsider) streams() {
	o.t.Helper()
	var list struct {
		Running []struct{ Watch string }
	}
	_, text := fetch(o.t, o.address+"api/progress")
	if err := json.Unmarshal([]byte(text), &list); err != nil || len(list.Running) != 1 || list.Running[0].Watch == "" {
		o.t.Fatalf("%s, %v", text, err)
	}
	watched := list.Running[0].Watch
	for _, path := range []string{"events", "live/watch/api/live?topics=event,match:" + watched, "live/watch/api/matches/" + watched + "/live"} {
		r := o.get(path)
		start := make([]byte, 1<<16)
		n, err := r.Body.Read(start)
		r.Body.Close()
		if r.StatusCode != http.StatusOK || n == 0 {
			o.t.Errorf("/%s: %d, %d bytes, %v", path, r.StatusCode, n, err)
		}
		o.look("/"+path, string(start[:n]))
	}
}

// processes reads what all processes of this machine show.
func (o *outsider) processes() {
	o.t.Helper()
	bots := 0
	list, err := filepath.Glob("/proc/[0-9]*")
	if err != nil {
		o.t.Fatal(err)
	}
	for _, p := range list {
		for _, name := range []string{"cmdline", "environ"} {
			text, err := os.ReadFile(filepath.Join(p, name))
			if err != nil || len(text) == 0 {
				continue // it has ended, or it is another user's
			}
			if strings.HasPrefix(string(text), "spy\x00") {
				bots++
			}
			o.look(filepath.Join(p, name), string(text))
		}
	}
	if bots == 0 {
		o.t.Error("no bot is running")
	}
}

// commands looks at what commands print and write meanwhile.
func (o *outsider) commands(file string, id tournament.ID) {
	o.t.Helper()
	var text strings.Builder
	for _, asJSON := range []bool{false, true} {
		if _, err := Verify(o.t.Context(), file, &text, &text, asJSON); err != nil {
			o.t.Error(err)
		}
	}
	e := readEvent(o.t, file)
	shown, err := json.Marshal(e.Schedule.Standings(tournament.StandingsOptions{}))
	if err != nil {
		o.t.Error(err)
	}
	matches, err := Matches(o.t.Context(), e, tournament.Query{All: true})
	if err != nil {
		o.t.Error(err)
	}
	listed, err := json.Marshal(matches)
	if err != nil {
		o.t.Error(err)
	}
	o.look("commands", text.String()+string(shown)+string(listed))
	id.Match = 0
	if _, err := Replay(o.t.Context(), e, id); !errors.As(err, new(*engine.HeldError)) {
		o.t.Errorf("tournament replay %v: %v", id, err)
	}
	for _, csv := range []bool{false, true} {
		to := filepath.Join(o.t.TempDir(), "out")
		var notes strings.Builder
		if err := (&Export{CSV: csv}).Write(o.t.Context(), file, to, io.Discard, &notes); err != nil {
			o.t.Fatal(err)
		}
		if !csv && strings.Count(notes.String(), "when all 2 matches of its block are over") < 2 {
			o.t.Errorf("export leaves out: %s", notes.String())
		}
		o.look("export", readAll(o.t, to))
	}
}
