package serve

import (
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"blastyard/game/viewer"
)

// testPerson is a seat that waits for turn 5 and accepts wishes of token 1 only.
type testPerson struct {
	mu     sync.Mutex
	played [][]viewer.Wish
	gaveUp bool
	joined int
}

func (h *testPerson) Join() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.joined++
}

func (h *testPerson) Look() viewer.PersonView {
	h.mu.Lock()
	defer h.mu.Unlock()
	v := viewer.PersonView{Name: "ann", Player: 1, Match: "m", GaveUp: h.gaveUp}
	if len(h.played) == 0 {
		v.Choices = &viewer.Choices{Player: 1, Turn: 5, Pieces: []viewer.Piece{{Token: 1, Label: "B1", Choices: []viewer.Choice{{Do: "x+"}}}}}
	}
	return v
}

func (h *testPerson) Play(turn int, wishes []viewer.Wish) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if turn != 5 || len(h.played) > 0 {
		return viewer.ErrLate
	}
	if slices.ContainsFunc(wishes, func(w viewer.Wish) bool { return w.Token != 1 }) {
		return errors.New("the token is not yours")
	}
	h.played = append(h.played, wishes)
	return nil
}

func (h *testPerson) GiveUp() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.gaveUp = true
}

// post sends a body. headers are pairs of name and value.
func (s *site) post(path, body string, headers ...string) (code int, answer string) {
	s.Helper()
	r, err := http.NewRequest(http.MethodPost, s.url+path, strings.NewReader(body))
	if err != nil {
		s.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json; charset=utf-8")
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	res, err := s.client.Do(r)
	if err != nil {
		s.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		s.Fatal(err)
	}
	return res.StatusCode, string(text)
}

func startPersons(t *testing.T) (*site, *testPerson) {
	h := &testPerson{}
	return start(t, Config{Person: func(token string) Person {
		if token == "secret" {
			return h
		}
		return nil
	}}), h
}

func TestHandRefuses(t *testing.T) {
	s, h := startPersons(t)
	const turn = "/api/seat/secret/turn/5"
	for _, c := range []struct {
		path, body string
		headers    []string
		code       int
		want       string
	}{
		{"/api/seat/wrong/turn/5", "[]", nil, 404, "no such seat"},
		{"/api/seat/wrong/quit", "{}", nil, 404, "no such seat"},
		{"/api/seat/secret/turn/-1", "[]", nil, 404, "no such turn"},
		{"/api/seat/secret/turn/x", "[]", nil, 404, "no such turn"},
		{"/api/seat/secret/nosuch/thing", "[]", nil, 404, "nothing here"},
		{"/api/seat/secret", "[]", nil, 405, "only GET and HEAD"},
		{"/api/matches/x/y", "[]", nil, 405, "only GET and HEAD"},
		{"/api/seat/secret/turn/4", "[]", nil, 409, "not waited for"},
		{turn, "[]", []string{"Origin", "http://evil.example"}, 403, "only the page of this server"},
		{turn, "[]", []string{"Sec-Fetch-Site", "cross-site", "Origin", s.url}, 403, "only the page of this server"},
		{turn, "[]", []string{"Sec-Fetch-Site", "same-site"}, 403, "only the page of this server"},
		{turn, "[]", []string{"Content-Type", "text/plain"}, 415, "must be application/json"},
		{turn, "[]", []string{"Content-Type", ""}, 415, "must be application/json"},
		{turn, "", nil, 400, "not the JSON"},
		{turn, "{}", nil, 400, "not the JSON"},
		{turn, "[] []", nil, 400, "more than one JSON value"},
		{turn, `[{"token":1,"move":"x+"}]`, nil, 400, `there is no key`},
		{turn, `["` + strings.Repeat("x", 70_000) + `"]`, nil, 413, "larger than 65536 bytes"},
		{turn, `[{"token":7,"do":"x+"}]`, nil, 422, "not yours"},
		{"/api/seat/secret/quit", "[]", nil, 400, "not the JSON"},
	} {
		if code, body := s.post(c.path, c.body, c.headers...); code != c.code || !strings.Contains(body, c.want) {
			t.Errorf("%s %.40q %v: %d %s, want %d %q", c.path, c.body, c.headers, code, body, c.code, c.want)
		}
	}
	if res, body := s.get(turn); res.code != 405 || res.header.Get("Allow") != "POST" {
		t.Errorf("GET of a turn: %d, %s", res.code, body)
	}
	if len(h.played) > 0 || h.gaveUp {
		t.Errorf("played %v, gave up %t", h.played, h.gaveUp)
	}
	if code, _ := start(t, Config{}).post(turn, "[]"); code != 405 {
		t.Errorf("where no person plays: %d", code)
	}
}

func TestHandPlays(t *testing.T) {
	s, h := startPersons(t)
	if res, body := s.get("/api/seat/secret"); res.code != 200 || !strings.Contains(body, `"name":"ann","player":1,"match":"m","choices":{"player":1,"turn":5,"pieces":[{"token":1,"label":"B1"`) {
		t.Errorf("%d %s", res.code, body)
	}
	if res, _ := s.get("/api/seat/wrong"); res.code != 404 {
		t.Errorf("wrong token: %d", res.code)
	}
	code, body := s.post("/api/seat/secret/turn/5", `[{"token":1,"do":"bomb","range":2,"delay":3}]`, "Origin", s.url, "Sec-Fetch-Site", "same-origin")
	if code != 200 || !strings.Contains(body, `"choices":null`) || len(h.played) != 1 || h.played[0][0] != (viewer.Wish{Token: 1, Do: "bomb", Range: 2, Delay: 3}) {
		t.Errorf("%d %s, %v", code, body, h.played)
	}
	if code, _ := s.post("/api/seat/secret/turn/5", "[]"); code != 409 {
		t.Errorf("the same turn again: %d", code)
	}
	if code, body := s.post("/api/seat/secret/quit", "{}"); code != 200 || !h.gaveUp || !strings.Contains(body, `"gaveUp":true`) {
		t.Errorf("%d %s", code, body)
	}
}

// TestWaitingIsTold: readers of a match are told for whom it waits, when they connect and after each change.
func TestWaitingIsTold(t *testing.T) {
	s := start(t, Config{})
	m := s.add("m", 3)
	m.Await([]int{0, 2}, []int{2})
	r := s.follow("/api/matches/m/live")
	if e := r.want("waiting"); e.data != `{"turn":3,"players":[0,2],"absent":[2]}` {
		t.Errorf("%+v", e)
	}
	m.Await(nil, nil)
	if e := r.want("waiting"); e.data != `{"turn":3,"players":[],"absent":[]}` {
		t.Errorf("%+v", e)
	}
	m.Add(4, frame(4))
	if e, _ := r.next(); e.name != "turn" {
		t.Errorf("said twice: %+v", e)
	}
	m.End([]byte("{}"))
	m.Await([]int{1}, nil)
	if e, _ := r.next(); e.name == "waiting" {
		t.Error("waits after the end")
	}
}
