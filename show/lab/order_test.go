package lab_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"blastyard/show/lab"
)

// TestKeep: the order says whether the replay is kept.
func TestKeep(t *testing.T) {
	for keep, kept := range map[string]bool{"": true, `"keep":true,`: true, `"keep":false,`: false} {
		played := play(t, `{`+keep+`"config":{"turns":5}}`, lab.Options{})
		if (played.Replay != nil) != kept || played.Result.Turns != 5 {
			t.Errorf("%s: %d bytes, %+v", keep, len(played.Replay), played.Result)
		}
	}
}

// TestTurnTime: the turn time comes from the order, for a lesson too.
func TestTurnTime(t *testing.T) {
	const seats = `"seats":[{"bot":"page","name":"me"}]`
	for order, c := range map[string]struct {
		answer string
		limit  time.Duration
	}{
		`{"lesson":1,"config":{"turn_time":"70ms",` + seats + `}}`:                                  {"[]", 70 * time.Millisecond},
		`{"config":{"map":"tiny","turns":5,"turn_time":"80ms",` + seats + `}}`:                      {"[]", 80 * time.Millisecond},
		`{"config":{"map":"tiny","turns":5,` + seats + `}}`:                                         {"[]", time.Second},
		`{"config":{"game":"bomberman","turns":5,"seats":[{"bot":"page"},{"bot":"builtin:idle"}]}}`: {`{"command":0}`, 2 * time.Second},
	} {
		synctest.Test(t, func(t *testing.T) {
			began := time.Now()
			answered := false
			p := onTurns(func(turn int, say func(lab.Message)) {
				if !answered {
					answered = true
					say(lab.Message{Turn: turn, Text: c.answer})
				}
			})
			s := play(t, order, lab.Options{Ports: map[int]lab.Port{0: p}}).Result.Seats[0]
			if took := time.Since(began).Round(10 * time.Millisecond); s.Late != 3 || took != 3*c.limit {
				t.Errorf("%s: three turns of %v took %v: %+v", order, c.limit, took, s)
			}
		})
	}
	for _, order := range []string{`{"lesson":1,"config":{"no_timeout":true,` + seats + `}}`, `{"config":{"map":"tiny","turns":5,"no_timeout":true,` + seats + `}}`} {
		synctest.Test(t, func(t *testing.T) {
			p := onTurns(func(turn int, say func(lab.Message)) {
				time.Sleep(time.Hour) // the clock is the test's own
				say(lab.Message{Turn: turn, Text: "[]"})
			})
			if s := play(t, order, lab.Options{Ports: map[int]lab.Port{0: p}}).Result.Seats[0]; s.Late > 0 || string(s.Reason) != "finished" {
				t.Errorf("%s: %+v", order, s)
			}
		})
	}
}

// TestPortsOfNobody: ports of unused seats are closed with the match.
func TestPortsOfNobody(t *testing.T) {
	p := onTurns(answers("[]"))
	play(t, `{"config":{"map":"tiny","turns":2,"seats":[{"bot":"builtin:idle"}]}}`, lab.Options{Ports: map[int]lab.Port{0: p, 7: p}})
	if !p.isClosed() {
		t.Error("a port is open")
	}
}

// TestPortsOfNoMatch: if a match cannot begin, its ports are closed.
func TestPortsOfNoMatch(t *testing.T) {
	p := onTurns(answers("[]"))
	if _, err := lab.Begin([]byte(`{"config":{"map":"nowhere"}}`), lab.Options{Ports: map[int]lab.Port{0: p}}); err == nil || !p.isClosed() {
		t.Errorf("%v, closed: %t", err, p.isClosed())
	}
}

// TestLessonPause: the pause comes from the order, for a lesson too.
func TestLessonPause(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		played := play(t, `{"lesson":6,"config":{"pause":"1s","seats":[{"bot":"builtin:random"}]}}`, lab.Options{})
		if took := time.Since(began); took != time.Duration(played.Result.Turns)*time.Second {
			t.Errorf("%d turns took %v", played.Result.Turns, took)
		}
	})
}

// TestPersonTime: a person has the order's turn time, or no limit.
func TestPersonTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		m, err := lab.Begin([]byte(`{"config":{"map":"tiny","turns":5,"turn_time":"30s","seats":[{"bot":"human"}]}}`), lab.Options{})
		if err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if v, err := m.Look(); err != nil || v.Limit != 30_000 || v.Choices == nil {
			t.Errorf("%+v, %v", v, err)
		}
		if played, err := m.Wait(); err != nil || played.Result.Seats[0].Late != 4 || time.Since(began) != 4*30*time.Second {
			t.Errorf("after %v: %+v, %v", time.Since(began), played, err)
		}
	})
	for _, times := range []string{"", `"no_timeout":true,"turn_time":"1s",`} {
		synctest.Test(t, func(t *testing.T) {
			m, err := lab.Begin([]byte(`{"config":{"map":"tiny","turns":5,`+times+`"seats":[{"bot":"human"}]}}`), lab.Options{})
			if err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Hour) // the clock is the test's own
			if v, err := m.Look(); err != nil || v.Limit != 0 || v.Choices == nil || v.Choices.Turn != 1 || v.Missed != 0 {
				t.Errorf("%q: %+v, %v", times, v, err)
			}
			m.Stop()
			if _, err := m.Wait(); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestAbsent: a seat whose bot is absent stands still, whoever was to play it.
func TestAbsent(t *testing.T) {
	for _, bot := range []string{"page", "node bot.js", ""} {
		played := play(t, fmt.Sprintf(`{"config":{"map":"tiny","turns":5,"seats":[{"bot":%q,"name":"gone","absent":"its file is empty"},{"bot":"builtin:hunter"}]}}`, bot), lab.Options{})
		if s := played.Result.Seats[0]; s.Name != "gone" || string(s.Reason) != "crashed" || s.Note != "its file is empty" || played.Result.Turns != 5 {
			t.Errorf("%q: %+v", bot, s)
		}
	}
}

// TestVariables: programs get the environment variables of the order: the common ones and their own.
func TestVariables(t *testing.T) {
	p := onTurns(answers("[]"))
	play(t, `{"config":{"map":"tiny","turns":2,"env":["A=all","B=all"],"seats":[{"bot":"page","env":["B=own"]}]}}`, lab.Options{Ports: map[int]lab.Port{0: p}})
	var first struct{ Env map[string]string }
	if err := json.Unmarshal([]byte(p.got()[0]), &first); err != nil || first.Env["A"] != "all" || first.Env["B"] != "own" {
		t.Errorf("%s, %v", p.got()[0], err)
	}
}

// TestOneAfterTheOther: matches that differ only by their seed give the same results as if each were the first.
func TestOneAfterTheOther(t *testing.T) {
	replays := map[int]string{}
	for _, seed := range []int{1, 2, 1, 2, 2} {
		said := 0
		played := play(t, fmt.Sprintf(`{"config":{"map":"tiny","turns":20,"seed":%d,"seats":[{"bot":"builtin:random"},{"bot":"builtin:random"}]}}`, seed),
			lab.Options{Say: func(string) { said++ }})
		r := read(t, played.Replay)
		text := timeless(t, r)
		if before := replays[seed]; before != "" && before != text {
			t.Errorf("seed %d: another match", seed)
		}
		if replays[seed] = text; r.Header.Seed != uint64(seed) || said != 23 {
			t.Errorf("seed %d: the replay has %d, and %d lines were said", seed, r.Header.Seed, said)
		}
	}
	if replays[1] == replays[2] {
		t.Error("two seeds give one match")
	}
}

// TestShelf: what is kept of a match is used only for a match with the same config.
func TestShelf(t *testing.T) {
	const config = `{"map":"tiny","turns":20,"seed":%d,"seats":[{"bot":"builtin:random"},{"bot":"builtin:random"}]}`
	match := func(seed int) string { return `{"config":` + fmt.Sprintf(config, seed) + `}` }
	other := func() { play(t, `{"config":{"turns":1}}`, lab.Options{}) }
	replayOf := func(p *lab.Played) string { return timeless(t, read(t, p.Replay)) }
	want := map[int]string{}
	for _, seed := range []int{1, 2} {
		other()
		want[seed] = replayOf(play(t, match(seed), lab.Options{}))
	}

	// Two matches at the same time.
	other()
	var holds atomic.Bool
	held, goOn := make(chan struct{}), make(chan struct{})
	play(t, match(9), lab.Options{Yield: func() {
		if holds.CompareAndSwap(true, false) {
			close(held)
			<-goOn
		}
	}})
	holds.Store(true)
	first, err := lab.Begin([]byte(match(1)), lab.Options{})
	if err != nil {
		t.Fatal(err)
	}
	<-held
	second := replayOf(play(t, match(2), lab.Options{}))
	close(goOn)
	if played, err := first.Wait(); err != nil || replayOf(played) != want[1] || second != want[2] {
		t.Errorf("two matches at the same time are others, %v", err)
	}

	// Continue a match.
	file := recorded(t, "hexabomb-classical")
	const four = `"config":{"seats":[{"bot":"builtin:idle"},{"bot":"builtin:idle"},{"bot":"builtin:idle"},{"bot":"builtin:idle"}]}}`
	play(t, `{`+four, lab.Options{})
	if h := read(t, play(t, `{"from":30,`+four, lab.Options{Replay: file}).Replay).Header; h.Title == "" || h.Seed != read(t, file).Header.Seed {
		t.Errorf("another match goes on: %+v", h)
	}

	// Matches with programs are not kept.
	for range 2 {
		p := onTurns(answers("[]"))
		if play(t, `{"config":`+fmt.Sprintf(paged, "1m")+`}`, lab.Options{Ports: map[int]lab.Port{0: p}}); len(p.got()) < 20 {
			t.Errorf("a program got %d lines", len(p.got()))
		}
	}

	// A seed that is too large for a game is refused, even after a valid one.
	const seeded = `{"config":{"game":"bomberman","turns":5,"seed":%d,"seats":[{"bot":"builtin:random"},{"bot":"builtin:random"}]}}`
	play(t, fmt.Sprintf(seeded, 5), lab.Options{})
	m, err := lab.Begin([]byte(fmt.Sprintf(seeded, uint64(1<<40+3))), lab.Options{})
	if err == nil {
		_, err = m.Wait()
	}
	if err == nil || !strings.Contains(err.Error(), "seed is 1099511627779, expected 0 to 2147483647") {
		t.Errorf("a seed that is too large: %v", err)
	}
}
