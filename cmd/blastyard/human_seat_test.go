package main

import (
	"bufio"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"blastyard/replay"
	"blastyard/viewer"
)

// TestHandIsLate: a turn is answered once, and only while the match waits for it.
func TestHandIsLate(t *testing.T) {
	m := startHands(t, 1, strings.Fields("--map tiny --turns 4 --seed 1 --bot human --bot builtin:idle --replay none --quiet")...)
	p := m.players[0]
	v := p.waits(t)
	if v.Name != "human" || v.Player < 0 || v.Limit != 0 || v.Choices.Turn != 1 || v.Choices.Player != v.Player || len(v.Choices.Pieces) == 0 {
		t.Errorf("%+v", v)
	}
	own := v.Choices.Pieces[0].Token
	for _, c := range []struct {
		path, body string
		code       int
	}{
		{"/turn/0", "[]", http.StatusConflict}, {"/turn/2", "[]", http.StatusConflict},
		{"/turn/1", fmt.Sprintf(`[{"token":%d,"do":"revive"}]`, own), http.StatusUnprocessableEntity},
		{"/turn/1", "[]", http.StatusOK}, {"/turn/1", "[]", http.StatusConflict},
	} {
		if code, body, err := p.post(c.path, c.body); err != nil || code != c.code {
			t.Errorf("%s %s: %d %s %v, want %d", c.path, c.body, code, body, err, c.code)
		}
	}
	if err := p.play(m.ctx); err != nil {
		t.Error(err)
	}
	m.finish()
}

// waitings are for whom a match waits, event by event.
type waitings struct {
	*testing.T
	lines *bufio.Scanner
}

func followWaiting(t *testing.T, p *handPlayer, match string) waitings {
	t.Helper()
	res, err := http.Get(p.site + "/api/matches/" + match + "/live")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { res.Body.Close() })
	lines := bufio.NewScanner(res.Body)
	lines.Buffer(nil, 1<<20)
	return waitings{t, lines}
}

// until reads events until the match waits for these players after a turn.
func (w waitings) until(turn int, players string) {
	w.Helper()
	want := fmt.Sprintf(`data: {"turn":%d,"players":[%s]}`, turn, players)
	for w.lines.Scan() {
		if w.lines.Text() == want {
			return
		}
	}
	w.Fatalf("no event %s", want)
}

// TestTwoHands: the match says for whom it still waits, and goes on when the last one has answered.
func TestTwoHands(t *testing.T) {
	m := startHands(t, 2, strings.Fields("--map tiny --turns 3 --seed 1 --bot human:ann --bot human:bob --replay none --quiet")...)
	ann, bob := m.players[0], m.players[1]
	if ann.name != "ann" || bob.name != "bob" || ann.token == bob.token || len(ann.token) < 22 {
		t.Errorf("%+v and %+v", ann, bob)
	}
	v, w := ann.waits(t), bob.waits(t)
	if v.Player+w.Player != 1 || v.Choices.Turn != 1 || w.Choices.Turn != 1 {
		t.Fatalf("%+v and %+v", v, w)
	}
	told := followWaiting(t, ann, v.Match)
	told.until(1, "0,1")
	for turn := 1; turn < 3; turn++ {
		ann.waits(t)
		path := fmt.Sprintf("/turn/%d", turn)
		if code, body, err := ann.post(path, "[]"); code != http.StatusOK || err != nil {
			t.Fatalf("%d %s %v", code, body, err)
		}
		told.until(turn, fmt.Sprint(w.Player))
		if again := bob.waits(t); again.Choices.Turn != turn { // a page that was loaded again
			t.Fatalf("the match went on without bob: %+v", again.Choices)
		}
		if code, body, err := bob.post(path, "[]"); code != http.StatusOK || err != nil {
			t.Fatalf("%d %s %v", code, body, err)
		}
	}
	m.finish()
}

// TestGiveUp: a seat that was given up does nothing, and the match goes on to its end.
func TestGiveUp(t *testing.T) {
	for _, game := range []string{"hexabomb --turns 20", "bomberman --turns 20"} {
		file := filepath.Join(t.TempDir(), "quit.blast")
		m := startHands(t, 1, strings.Fields(game+" --seed 1 --bot human:ann --bot builtin:idle --quiet --replay "+file)...)
		p := m.players[0]
		v := p.waits(t)
		if code, body, err := p.post("/quit", "{}"); code != http.StatusOK || !strings.Contains(body, `"gaveUp":true`) || err != nil {
			t.Errorf("%d %s %v", code, body, err)
		}
		m.errOut.waitFor(t, "ann gives up and does nothing from now on")
		m.finish()
		if turns := recorded(t, file); len(turns) != 20 {
			t.Errorf("%s: %d turns", game, len(turns))
		}
		r, err := replay.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		if fate := r.Result.Players[v.Player]; fate.Reason != "disconnected" || fate.Note != "gave up" {
			t.Errorf("%s: %+v", game, fate)
		}
	}
}

// TestTurnTimeOfPeople: with --turn-time a turn goes on without a person.
func TestTurnTimeOfPeople(t *testing.T) {
	for _, game := range []string{"hexabomb --turns 4", "bomberman --turns 4"} {
		m := startHands(t, 1, strings.Fields(game+" --seed 1 --bot human:ann --bot builtin:idle --replay none --turn-time 50ms")...)
		v := m.players[0].waits(t)
		if v.Limit != 50 {
			t.Errorf("limit %d", v.Limit)
		}
		m.errOut.waitFor(t, "ann: late: no answer within 50ms")
		m.out.waitFor(t, "ann: ")
		m.finish()
	}
}

// TestHandEndsWithTheMatch: an interrupt ends a match that waits for a person.
func TestHandEndsWithTheMatch(t *testing.T) {
	for _, game := range []string{"hexabomb", "bomberman"} {
		m := startHands(t, 1, game, "--bot", "human", "--replay", "none", "--quiet")
		m.players[0].waits(t)
		m.stop()
		if code := <-m.ended; code != exitFailure {
			t.Errorf("%s: exit %d", game, code)
		}
	}
}

func TestHumanSpecs(t *testing.T) {
	for _, c := range []struct {
		args string
		code int
		want string
	}{
		{"play --bot human:", 2, "expected human:NAME"},
		{"play bomberman --bot human:much-too-long", 2, "a name of 1 to 10 characters"},
		{"play --special human:a\tb", 2, "without white space"},
		{"play --bot human --games 2", 2, "--games is 2 with --bot human"},
		{"replay rerun x.blast --player 0 --bot human", 2, "nobody can play a replay by hand"},
	} {
		if code, _, stderr := run(t, "", strings.Split(c.args, " ")...); code != c.code || !strings.Contains(stderr, c.want) {
			t.Errorf("%s: exit %d, %s", c.args, code, stderr)
		}
	}
	for spec, want := range map[string]string{"human": "human", "human:ann": "ann", "humanoid": "", "./human": "", "builtin:human": ""} {
		if name, is, err := humanName(spec); err != nil || is != (want != "") || name != want {
			t.Errorf("%s: %q %t %v", spec, name, is, err)
		}
	}
	p := testPlan(t, playOptions{bots: []string{"human", "human", "builtin:idle"}})
	if p.seats[0].name != "human" || p.seats[1].name != "human2" || p.seats[1].isProgram() || p.allInProcess() || p.people.first() != p.people.at(0) || p.people.at(2) != nil {
		t.Errorf("%+v", p.seats)
	}
}

// TestActionsOfWishes: names of actions become the rules' own.
func TestActionsOfWishes(t *testing.T) {
	got := hexabombActions(1, []viewer.Wish{{Token: 3, Do: "z-"}, {Token: 4, Do: "bomb", Range: 2, Delay: 4}, {Token: 5, Do: "revive"}, {Token: 6, Do: "x+"}})
	want := "[character 3: move z- character 4: bomb of range 2, delay 4 character 5: revive character 6: move x+]"
	if fmt.Sprint(got) != want {
		t.Errorf("%v, want %s", got, want)
	}
}
