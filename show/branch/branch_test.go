package branch_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"blastyard"

	"go.uber.org/goleak"

	"blastyard/arena"
	"blastyard/arena/harness"
	"blastyard/arena/record"
	"blastyard/game/viewer"
	"blastyard/show/branch"
	"blastyard/show/live"
	"blastyard/show/livepage"
	"blastyard/show/serve"
)

func TestMain(m *testing.M) {
	harness.BecomeBot()
	goleak.VerifyTestMain(m)
}

// deadline limits every wait of a test.
const deadline = time.Minute

// site is a page with a finished match and its branches.
type site struct {
	*testing.T
	url  string
	base string // the id of the match
	file string // its replay
}

// start plays a match of built-in bots and serves it.
func start(t *testing.T, c arena.Config, bots ...string) *site {
	t.Helper()
	for _, bot := range bots {
		c.Seats = append(c.Seats, arena.Seat{Bot: arena.BuiltinPrefix + bot})
	}
	s := &site{T: t, file: filepath.Join(t.TempDir(), "match.blast")}
	matches := live.NewMatches(20)
	page := livepage.New(matches, livepage.Options{Begun: func(m *live.Match) { s.base = m.ID() }})
	a := blastyard.Arena()
	if _, err := a.Play(t.Context(), c, record.New(record.Options{Path: s.file}), page); err != nil {
		t.Fatal(err)
	}
	m, err := matches.Catalog().Open(s.base)
	if err != nil {
		t.Fatal(err)
	}
	m.RecordedBy(func() (*serve.Recording, error) {
		f, err := os.Open(s.file)
		if err != nil {
			return nil, serve.ErrNoRecording
		}
		return &serve.Recording{Name: "match.blast", Content: f}, nil
	})
	b := branch.New(branch.Config{Arena: *blastyard.Arena(), Page: matches, Failed: t.Errorf, Matches: matches.Catalog()})
	server, err := serve.New(serve.Config{Catalog: matches.Catalog(), Person: b.Find, Branches: b, Messages: b})
	if err != nil {
		t.Fatal(err)
	}
	h := httptest.NewServer(server)
	t.Cleanup(func() {
		b.Close()
		server.Close()
		h.Close()
		http.DefaultClient.CloseIdleConnections()
	})
	s.url = h.URL
	return s
}

// ask sends a request. With a body it is a POST. headers are pairs of name and value.
func (s *site) ask(path, body string, headers ...string) (code int, answer []byte) {
	s.Helper()
	method := http.MethodGet
	var send io.Reader
	if body != "" {
		method, send = http.MethodPost, strings.NewReader(body)
	}
	r, err := http.NewRequestWithContext(s.Context(), method, s.url+path, send)
	if err != nil {
		s.Fatal(err)
	}
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		s.Fatal(err)
	}
	defer a.Body.Close()
	if answer, err = io.ReadAll(a.Body); err != nil {
		s.Fatal(err)
	}
	return a.StatusCode, answer
}

// get decodes an answer, which must be a success.
func (s *site) get(path string, into any) {
	s.Helper()
	code, text := s.ask(path, "")
	if code != http.StatusOK {
		s.Fatalf("GET %s: %d %s", path, code, text)
	}
	if err := json.Unmarshal(text, into); err != nil {
		s.Fatalf("GET %s: %v in %s", path, err, text)
	}
}

// branch starts a branch of the match.
func (s *site) branch(turn int, seats ...string) serve.BranchMade {
	s.Helper()
	body, err := json.Marshal(serve.BranchAsk{Turn: turn, Seats: seats})
	if err != nil {
		s.Fatal(err)
	}
	code, text := s.ask("/api/matches/"+s.base+"/branch", string(body))
	var made serve.BranchMade
	if err := json.Unmarshal(text, &made); code != http.StatusOK || err != nil {
		s.Fatalf("POST %s: %d %s", body, code, text)
	}
	return made
}

// match is the page's description of a match.
type match struct {
	Live   bool
	Turn   int
	Header struct {
		Title  string
		Branch *struct {
			Match string
			Turn  int
		}
		Players []struct {
			Name    string
			Entrant int
		}
	}
	End *struct {
		Winner, Turns int
		Why           string
	}
}

// until waits until a condition holds for a match.
func (s *site) until(id, what string, is func(m *match) bool) *match {
	s.Helper()
	var m match
	for end := time.Now().Add(deadline); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		m = match{}
		if s.get("/api/matches/"+id, &m); is(&m) {
			return &m
		}
	}
	s.Fatalf("match %s: %s does not come: %+v", id, what, m)
	return nil
}

func (s *site) ended(id string) *match {
	s.Helper()
	return s.until(id, "the end", func(m *match) bool { return m.End != nil })
}

// boards returns the frames of a match without texts and times.
func (s *site) boards(id string) []string {
	s.Helper()
	code, text := s.ask("/api/matches/"+id+"/turns/0", "")
	if code != http.StatusOK {
		s.Fatalf("turns of %s: %d", id, code)
	}
	var list []string
	for line := range bytes.Lines(text) {
		var f map[string]json.RawMessage
		if err := json.Unmarshal(line, &f); err != nil {
			s.Fatal(err)
		}
		list = append(list, fmt.Sprintf("%s %s %s %s %s", f["owners"], f["walls"], f["items"], f["tokens"], f["bombs"]))
	}
	return list
}

// TestSameBots: if the same bots continue, the branch repeats the match, whatever the turn.
func TestSameBots(t *testing.T) {
	for _, c := range []struct {
		config arena.Config
		bots   []string
		turns  []int
	}{
		{arena.Config{Map: "tiny", Seed: 4, Turns: 50}, []string{"hunter", "greedy", "random"}, []int{1, 20, 49}},
		{arena.Config{Game: "bomberman", Seed: 4, Turns: 40}, []string{"reference", "random"}, []int{0, 8}},
	} {
		s := start(t, c.config, c.bots...)
		want, base := s.boards(s.base), s.ended(s.base)
		for _, turn := range c.turns {
			made := s.branch(turn, slices.Repeat([]string{serve.StandIn}, len(c.bots))...)
			m := s.ended(made.Match)
			if *m.End != *base.End || !slices.Equal(s.boards(made.Match), want) {
				t.Errorf("from turn %d of %s: %+v, the match was %+v", turn, c.config.Game, m.End, base.End)
			}
			if m.Header.Branch == nil || m.Header.Branch.Match != s.base || m.Header.Branch.Turn != turn || made.Seat != "" ||
				m.Header.Title != fmt.Sprintf("from turn %d of %s", turn, base.Header.Title) {
				t.Errorf("from turn %d: %+v, header %+v", turn, made, m.Header)
			}
			if !slices.Equal(m.Header.Players, base.Header.Players) {
				t.Errorf("from turn %d: players %+v, those of the match %+v", turn, m.Header.Players, base.Header.Players)
			}
		}
	}
}

// TestOtherBots: another bot changes the match after the turn and not before.
func TestOtherBots(t *testing.T) {
	s := start(t, arena.Config{Map: "tiny", Seed: 4, Turns: 50}, "hunter", "hunter")
	made := s.branch(20, "builtin:idle", serve.StandIn)
	s.ended(made.Match)
	got, want := s.boards(made.Match), s.boards(s.base)
	if len(got) != len(want) || !slices.Equal(got[:21], want[:21]) || slices.Equal(got[21:], want[21:]) {
		t.Errorf("%d boards; those until turn 20 are the same: %v; those after it: %v", len(got),
			slices.Equal(got[:21], want[:21]), slices.Equal(got[21:], want[21:]))
	}
}

// TestByHand: a person is asked in the first turn after the branch point, and its choice is played.
func TestByHand(t *testing.T) {
	for _, c := range []struct {
		config arena.Config
		bots   []string
		turn   int
	}{
		{arena.Config{Map: "tiny", Seed: 4, Turns: 40}, []string{"hunter", "greedy"}, 12},
		{arena.Config{Game: "bomberman", Seed: 4, Turns: 30}, []string{"random", "idle"}, 4},
	} {
		s := start(t, c.config, c.bots...)
		made := s.branch(c.turn, "human", serve.StandIn)
		if made.Seat == "" || made.Match == "" {
			t.Fatalf("made is %+v", made)
		}
		var seat viewer.PersonView
		for end := time.Now().Add(deadline); seat.Choices == nil; time.Sleep(5 * time.Millisecond) {
			if s.get("/api/seat/"+made.Seat, &seat); time.Now().After(end) {
				t.Fatalf("%s: nobody is asked: %+v", c.config.Game, seat)
			}
		}
		if seat.Match != made.Match || seat.Player != 0 || seat.Choices.Turn != c.turn || seat.Limit != 0 {
			t.Errorf("%s: the person is asked %+v, choices for turn %d", c.config.Game, seat, seat.Choices.Turn)
		}
		if code, text := s.ask(fmt.Sprintf("/api/seat/%s/turn/%d", made.Seat, c.turn), "[]"); code != http.StatusOK {
			t.Fatalf("turn %d: %d %s", c.turn, code, text)
		}
		s.until(made.Match, "the next turn", func(m *match) bool { return m.Turn > c.turn })
		if code, text := s.ask("/api/seat/"+made.Seat+"/quit", "{}"); code != http.StatusOK {
			t.Fatalf("quit: %d %s", code, text)
		}
		s.ended(made.Match)
		got, want := s.boards(made.Match), s.boards(s.base)
		if !slices.Equal(got[:c.turn+1], want[:c.turn+1]) {
			t.Errorf("%s: the boards until turn %d are not those of the match", c.config.Game, c.turn)
		}
	}
}

// TestHostileRequests: invalid requests are refused, and nothing is played.
func TestHostileRequests(t *testing.T) {
	s := start(t, arena.Config{Map: "tiny", Seed: 4, Turns: 30}, "idle", "idle")
	good := `{"turn":5,"seats":["stand-in","stand-in"]}`
	for _, c := range []struct {
		body    string
		headers []string
		code    int
		want    string
	}{
		{`{"turn":30,"seats":["stand-in","stand-in"]}`, nil, 422, "turn is 30, expected 1 to 29"},
		{`{"turn":0,"seats":["stand-in","stand-in"]}`, nil, 422, "turn is 0, expected 1 to 29"},
		{`{"turn":-9223372036854775808,"seats":["stand-in","stand-in"]}`, nil, 422, "expected 1 to 29"},
		{`{"turn":5,"seats":["stand-in"]}`, nil, 422, "seats are 1, expected 2"},
		{`{"turn":5}`, nil, 422, "seats are 0, expected 2"},
		{`{"turn":5,"seats":["stand-in","touch /tmp/x"]}`, nil, 422, "seats[1] is"},
		{`{"turn":5,"seats":["stand-in","builtin:ghost"]}`, nil, 422, "seats[1] is"},
		{`{"turn":5,"seats":["stand-in","human:<b>"]}`, nil, 422, "seats[1] is"},
		{`{"turn":5,"seats":["stand-in","builtin:nothing"]}`, nil, 422, "seats[1] is"},
		{`{"turn":5,"seats":["",""]}`, nil, 422, "seats[0] is"},
		{`{"turn":5,"bot":"./x"}`, nil, 400, "bot"},
		{`{"turn":5,"seats":["` + strings.Repeat("x", 70<<10) + `"]}`, nil, 413, "larger"},
		{good, []string{"Origin", "http://evil.example"}, 403, "only the page of this server"},
		{good, []string{"Sec-Fetch-Site", "cross-site"}, 403, "only the page of this server"},
		{good, []string{"Content-Type", "text/plain"}, 415, "Content-Type"},
		{good, []string{"X-Forwarded-For", "192.0.2.7"}, 403, "only for the machine"},
		{good, []string{"Forwarded", "for=192.0.2.7"}, 403, "only for the machine"},
	} {
		code, text := s.ask("/api/matches/"+s.base+"/branch", c.body, c.headers...)
		if code != c.code || !strings.Contains(string(text), c.want) {
			t.Errorf("%.100s %q: %d %s, want %d %s", c.body, c.headers, code, text, c.code, c.want)
		}
	}
	if code, _ := s.ask("/api/matches/nosuch/branch", good); code != 404 {
		t.Errorf("a match that is not there: %d", code)
	}
	var list struct{ Matches []struct{} }
	if s.get("/api/matches", &list); len(list.Matches) != 1 {
		t.Errorf("%d matches are listed", len(list.Matches))
	}
}

// TestManyBranches: at most four branches are played at the same time. One that waits for a person makes room.
func TestManyBranches(t *testing.T) {
	s := start(t, arena.Config{Map: "tiny", Seed: 4, Turns: 30}, "idle", "idle")
	var made []serve.BranchMade
	for range 6 {
		made = append(made, s.branch(5, "human", serve.StandIn))
	}
	for i, m := range made {
		if code, _ := s.ask("/api/seat/"+m.Seat, ""); (code == http.StatusOK) != (i >= 2) {
			t.Errorf("branch %d: its seat answers %d", i, code)
		}
	}
	if m := s.ended(made[0].Match); m.End.Why == "" {
		t.Errorf("the first branch was not broken off: %+v", m.End)
	}
}

// TestOffer: the offer says how a match can be continued, or why not.
func TestOffer(t *testing.T) {
	s := start(t, arena.Config{Map: "tiny", Seed: 4, Turns: 30}, "hunter", "greedy")
	var o viewer.BranchOffer
	s.get("/api/matches/"+s.base+"/branch", &o)
	if !o.Can || o.Turns != [2]int{1, 29} || !slices.Contains(o.Bots, "hunter") || len(o.Seats) != 2 {
		t.Errorf("the offer is %+v", o)
	}
	for id, seat := range o.Seats {
		if seat.StandIn != seat.Bot {
			t.Errorf("player %d: %+v", id, seat)
		}
	}
	if err := os.Remove(s.file); err != nil {
		t.Fatal(err)
	}
	o = viewer.BranchOffer{}
	if s.get("/api/matches/"+s.base+"/branch", &o); o.Can || o.Why == "" {
		t.Errorf("without a replay the offer is %+v", o)
	}
}

// TestMessages: the page gets the messages that a bot received.
func TestMessages(t *testing.T) {
	s := start(t, arena.Config{Map: "tiny", Seed: 4, Turns: 10}, "hunter", "greedy")
	var m serve.Messages
	s.get("/api/matches/"+s.base+"/messages/3/1", &m)
	if m.Turn != 3 || m.Player != 1 || len(m.Sent) != 1 || m.Answer == nil || len(m.Notes) != 1 ||
		!strings.HasPrefix(m.Sent[0].Text, `{"message_type":"TURN","turn_number":2,"game_state":{`) {
		t.Errorf("after 3 turns: %+v", m)
	}
	for _, path := range []string{"/11/0", "/3/2", "/-1/0", "/3/x"} {
		if code, _ := s.ask("/api/matches/"+s.base+"/messages"+path, ""); code != http.StatusNotFound {
			t.Errorf("%s: %d", path, code)
		}
	}
}
