//stage:first its tests take long

package lab_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"blastyard/arena"
	"blastyard/arena/message"
	"blastyard/arena/record"
	"blastyard/bots"
	"blastyard/game/games"
	"blastyard/game/viewer"
	"blastyard/replay"
	"blastyard/replay/explain"
	"blastyard/rules/maps"
	"blastyard/show/lab"
	"blastyard/show/playback"
)

// port is the page's side of a program. play answers each line, on another goroutine.
type port struct {
	play func(p *port, line string)

	mu     sync.Mutex
	hear   func(lab.Message)
	lines  []string
	closed bool
}

func (p *port) Listen(hear func(lab.Message)) { p.hear = hear }

func (p *port) Send(line string) {
	p.mu.Lock()
	p.lines = append(p.lines, line)
	p.mu.Unlock()
	go p.play(p, line)
}

func (p *port) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
}

// got returns the lines that were sent to the program.
func (p *port) got() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]string(nil), p.lines...)
}

func (p *port) isClosed() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.closed
}

// onTurns returns a program that calls do in each turn.
func onTurns(do func(turn int, say func(lab.Message))) *port {
	return &port{play: func(p *port, line string) {
		var l struct {
			Type string
			Turn int
		}
		if json.Unmarshal([]byte(line), &l); l.Type == "turn" {
			do(l.Turn, p.hear)
		}
	}}
}

func answers(actions string) func(int, func(lab.Message)) {
	return func(turn int, say func(lab.Message)) { say(lab.Message{Turn: turn, Text: actions}) }
}

const (
	move  = `[{"id":0,"movement":"move","direction":"x+"}]`
	paged = `{"map":"tiny","seed":5,"turns":20,"turn_time":%q,"seats":[{"bot":"page","name":"me"},{"bot":"builtin:hunter"}]}`
)

func play(t *testing.T, order string, o lab.Options) *lab.Played {
	t.Helper()
	m, err := lab.Begin([]byte(order), o)
	if err != nil {
		t.Fatal(err)
	}
	played, err := m.Wait()
	if err != nil {
		t.Fatal(err)
	}
	return played
}

// TestProgram: a program of the page plays like a Go function with the same decisions, and receives the lines of a
// bot over stdio.
func TestProgram(t *testing.T) {
	for config, form := range map[string]string{
		fmt.Sprintf(paged, "1m"): move,
		`{"game":"bomberman","seed":2,"turn_time":"1m","seats":[{"bot":"page","name":"me"},{"bot":"builtin:reference"}]}`: `{"command":1}`,
	} {
		p := onTurns(answers(form))
		played := play(t, `{"config":`+config+`}`, lab.Options{Ports: map[int]lab.Port{0: p}})
		got := read(t, played.Replay)

		var c arena.Config
		if err := json.Unmarshal([]byte(config), &c); err != nil {
			t.Fatal(err)
		}
		c.Seats[0].Bot, c.Seats[0].Player = "", actions(strings.TrimSuffix(strings.TrimPrefix(form, `{"command":`), "}"))
		memory := record.NewMemory(1 << 30)
		recorder := record.New(record.Options{Memory: memory, Software: got.Header.Software})
		if _, err := (&arena.Arena{Games: games.All()}).Play(t.Context(), c, recorder); err != nil {
			t.Fatal(err)
		}
		file, err := memory.Content()
		if err != nil {
			t.Fatal(err)
		}
		want := read(t, file)
		want.Header.Limit = got.Header.Limit
		lines := p.got()
		if a, b := timeless(t, got), timeless(t, want); a != b {
			t.Errorf("the replays differ:\n%.3000s\n%.3000s", a, b)
		}
		var env struct{ Env map[string]string }
		if json.Unmarshal([]byte(lines[0]), &env); env.Env["BLASTYARD_SEED"] == "" {
			t.Errorf("the first line is %s", lines[0])
		}
		compareLines(t, got, lines[1:])
	}
}

type actions string

func (a actions) Decide(context.Context, *arena.View) arena.Decision {
	return arena.Decision{Actions: []byte(a)}
}

// compareLines compares the lines that a program of player 0 or 1 received with those of package message.
func compareLines(t *testing.T, r *replay.Replay, lines []string) {
	t.Helper()
	player := 0
	for id := range r.Header.Players {
		if r.Header.Players[id].Name == "me" {
			player = id
		}
	}
	var text strings.Builder
	feed := message.Feed{Replay: r, Player: player, Games: games.All(), Stdio: true, From: 0, To: len(r.Turns)}
	if err := feed.Lines(&text); err != nil {
		t.Fatal(err)
	}
	want := strings.Split(strings.TrimSuffix(text.String(), "\n"), "\n")
	if strings.Join(lines, "\n") != strings.Join(want, "\n") {
		for i := range min(len(lines), len(want)) {
			if lines[i] != want[i] {
				t.Errorf("line %d is\n%.300s\nexpected\n%.300s", i, lines[i], want[i])
				return
			}
		}
		t.Errorf("%d lines, expected %d", len(lines), len(want))
	}
}

func asLong(turn time.Duration) time.Duration { return turn }

// TestHostilePrograms: programs that misbehave do not break the match.
func TestHostilePrograms(t *testing.T) {
	for name, c := range map[string]struct {
		do     func(turn int, say func(lab.Message))
		limit  string
		reason string
		note   string
		late   int
		left   int
	}{
		"never answers": {do: func(int, func(lab.Message)) {}, limit: "1ms", reason: "disconnected", note: "no answer from turn 2 on", late: 3, left: 4},
		"is gone": {do: func(turn int, say func(lab.Message)) {
			if turn == 4 {
				say(lab.Message{Kind: lab.Gone, Text: "TypeError: x\x1b[31m (bot.js:3)"})
				return
			}
			say(lab.Message{Turn: turn, Text: "[]"})
		}, limit: "1m", reason: "crashed", note: "TypeError: x�[31m (bot.js:3)", left: 6},
		"no list":                     {do: answers("hello"), limit: "1m", reason: "illegal message", note: `expected a list of actions: "hello"`, left: 2},
		"null":                        {do: answers("null"), limit: "1m", reason: "illegal message", note: `expected a list of actions: "null"`, left: 2},
		"two values":                  {do: answers("[] []"), limit: "1m", reason: "illegal message", note: `expected a list of actions: "[] []"`, left: 2},
		"a long answer":               {do: answers("[" + strings.Repeat(" ", lab.MaxText) + "]"), limit: "1m", reason: "illegal message", note: "an answer of more than 65536 bytes", left: 2},
		"as long an answer as may be": {do: answers("[" + strings.Repeat(" ", lab.MaxText-2) + "]"), limit: "1m", reason: "finished"},
		"as many actions as may be":   {do: answers("[" + strings.Repeat("1,", 1023) + "1]"), limit: "1m", reason: "finished"},
		"is gone with many words": {do: func(turn int, say func(lab.Message)) {
			say(lab.Message{Kind: lab.Gone, Text: strings.Repeat("x", lab.MaxText-1) + "é and more"})
			say(lab.Message{Kind: lab.Output, Text: "more"})
		}, limit: "1m", reason: "crashed", note: strings.Repeat("x", 100), left: 2},
		"many actions": {do: answers("[" + strings.Repeat("1,", 2000) + "1]"), limit: "1m", reason: "illegal message", note: "2001 actions, expected 1024 at most", left: 2},
		"deep":         {do: answers(strings.Repeat("[", 30000) + strings.Repeat("]", 30000)), limit: "1m", reason: "illegal message", note: "expected a list of actions", left: 2},
		"other turns": {do: func(turn int, say func(lab.Message)) {
			for _, other := range []int{turn - 1, turn + 1, -1, 1 << 30} {
				say(lab.Message{Turn: other, Text: "hello"})
			}
			say(lab.Message{Turn: turn, Text: "[]"})
			say(lab.Message{Turn: turn, Text: "hello"})
		}, limit: "1m", reason: "finished"},
		"no UTF-8": {do: func(turn int, say func(lab.Message)) {
			say(lab.Message{Kind: lab.Output, Text: "\xff\x00\x1b[2J"})
			say(lab.Message{Turn: turn, Text: "[]"})
		}, limit: "1m", reason: "finished"},
	} {
		t.Run(name, func(t *testing.T) {
			p := onTurns(c.do)
			played := play(t, `{"config":`+fmt.Sprintf(paged, c.limit)+`}`, lab.Options{Ports: map[int]lab.Port{0: p}, First: asLong})
			s := played.Result.Seats[0]
			if string(s.Reason) != c.reason || !strings.HasPrefix(s.Note, c.note) || s.Late != c.late || s.LeftTurn != c.left && c.left > 0 {
				t.Errorf("%+v", s)
			}
			if !p.isClosed() {
				t.Error("its port is open")
			}
			if lines := p.got(); strings.HasPrefix(lines[len(lines)-1], `{"type":"end"`) != (c.reason == "finished") {
				t.Errorf("the last line that it gets is %.100s", lines[len(lines)-1])
			}
			if len(s.Note) >= lab.MaxText || strings.ContainsRune(s.Note, 'é') {
				t.Errorf("the note has %d bytes", len(s.Note))
			}
			for _, turn := range read(t, played.Replay).Turns {
				if c.reason != "finished" && len(turn.Output) > 0 {
					t.Errorf("it prints after its end: %v", turn.Output)
				}
			}
			if v, err := lab.Verify(played.Replay); err != nil || !v.AsRecorded {
				t.Errorf("the replay: %+v, %v", v, err)
			}
		})
	}
}

// TestPrints: output and drawings of a program are in the replay, up to the limits.
func TestPrints(t *testing.T) {
	p := onTurns(func(turn int, say func(lab.Message)) {
		for i := range 5000 {
			say(lab.Message{Kind: lab.Output, Text: fmt.Sprintf("%d: %d", turn, i)})
		}
		say(lab.Message{Turn: turn, Text: "[]"})
		say(lab.Message{Kind: lab.Error, Text: "@draw {\"cell\":[0,0]}"})
	})
	said := 0
	played := play(t, `{"config":`+fmt.Sprintf(paged, "1m")+`}`, lab.Options{Ports: map[int]lab.Port{0: p}, Say: func(string) { said++ }})
	r := read(t, played.Replay)
	lines, drawn := 0, 0
	for i := range r.Turns {
		lines, drawn = max(lines, len(r.Turns[i].Output)), drawn+len(r.Turns[i].Drawings)
	}
	if lines < 100 || lines > 1000 || drawn == 0 || said != 23 { // header, 21 frames, end
		t.Errorf("%d lines in a turn, %d drawings, %d lines said", lines, drawn, said)
	}
}

// TestFork: a match is continued from a turn, by a program and by recorded bots. The turns before are repeated, and
// the program receives them unless it does not want to.
func TestFork(t *testing.T) {
	file := recorded(t, "hexabomb-classical")
	r := read(t, file)
	seats := strings.Repeat(`{},`, len(r.Header.Players)-1)
	for order, refeed := range map[string]bool{"": true, `"refeed":true,`: true, `"refeed":false,`: false} {
		p := onTurns(answers("[]"))
		played := play(t, fmt.Sprintf(`{"from":30,%s"config":{"seats":[{"bot":"page","name":"me"},%s]}}`, order,
			strings.TrimSuffix(seats, ",")), lab.Options{Ports: map[int]lab.Port{0: p}, Replay: file})
		forked := read(t, played.Replay)
		if len(forked.Turns) != len(r.Turns) || forked.Turns[29].Hash.Whole != r.Turns[29].Hash.Whole {
			t.Errorf("%d turns, expected %d with the same 30 first", len(forked.Turns), len(r.Turns))
		}
		if who := forked.Header.Players[0]; who.Name != "me" || who.Bot != "" || forked.Header.Players[1].Name != r.Header.Players[1].Name {
			t.Errorf("%+v", forked.Header.Players)
		}
		if want := "from turn 30 of " + r.Header.Title; forked.Header.Title != want {
			t.Errorf("it is called %q, expected %q", forked.Header.Title, want)
		}
		asked := 0
		for _, line := range p.got() {
			if strings.HasPrefix(line, `{"type":"turn"`) {
				asked++
			}
		}
		want := len(r.Turns) - 30
		if refeed {
			want = len(r.Turns) - r.Header.Unseen
		}
		if asked != want {
			t.Errorf("refeed %v: it was asked %d times, expected %d", refeed, asked, want)
		}
		if v, err := lab.Verify(played.Replay); err != nil || !v.AsRecorded {
			t.Errorf("%+v, %v", v, err)
		}
	}
	for order, want := range map[string]string{
		`{"from":-1,"config":{"seats":[{},` + strings.TrimSuffix(seats, ",") + `]}}`:   "from is -1, expected ",
		`{"from":1000,"config":{"seats":[{},` + strings.TrimSuffix(seats, ",") + `]}}`: "from is 1001, expected ",
		`{"from":30,"config":{}}`: "seats is 0, expected ",
	} {
		if _, err := lab.Begin([]byte(order), lab.Options{Replay: file}); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, expected %s", order, err, want)
		}
	}
}

// TestPerson: a person plays by hand until it gives up.
func TestPerson(t *testing.T) {
	const order = `{"config":{"map":"tiny","seed":5,"turns":20,"seats":[{"bot":"human:ann"},{"bot":"builtin:hunter"}]}}`
	waits := make(chan string, 100)
	lastWait := ""
	m, err := lab.Begin([]byte(order), lab.Options{Say: func(line string) {
		if strings.HasPrefix(line, `{"waiting":`) {
			lastWait = line
		}
		if strings.HasPrefix(line, `{"waiting":{`) {
			waits <- line
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	for turn := 1; turn < 6; turn++ {
		if line := <-waits; line != fmt.Sprintf(`{"waiting":{"turn":%d,"players":[0]}}`, turn) && line != fmt.Sprintf(`{"waiting":{"turn":%d,"players":[1]}}`, turn) {
			t.Fatalf("turn %d: %s", turn, line)
		}
		v, err := m.Look()
		if err != nil || v.Name != "ann" || v.Choices == nil || v.Choices.Turn != turn {
			t.Fatalf("%+v, %v", v, err)
		}
		if _, err := m.Play(turn-1, []byte("[]")); !errors.Is(err, viewer.ErrLate) {
			t.Errorf("an old turn: %v", err)
		}
		if _, err := m.Play(turn, []byte("{}")); err == nil {
			t.Error("what are no wishes is taken")
		}
		if turn == 5 {
			v, err = m.Quit()
		} else {
			v, err = m.Play(turn, []byte("[]"))
		}
		if err != nil || v.GaveUp != (turn == 5) {
			t.Fatalf("%+v, %v", v, err)
		}
	}
	played, err := m.Wait()
	if err != nil || played.Result.Turns != 20 || played.Result.Seats[0].Note != "gave up" || lastWait != `{"waiting":null}` {
		t.Errorf("%+v, %v; %s", played, err, lastWait)
	}
}

// TestPersonNames: persons have their unique names in the match.
func TestPersonNames(t *testing.T) {
	recorded := recorded(t, "hexabomb-classical")
	for _, order := range []string{
		`{"config":{"map":"tiny","turns":20,"seats":[{"bot":"builtin:hunter","name":"ann"},{"bot":"human:ann"}]}}`,
		`{"from":30,"config":{"seats":[{"bot":"builtin:hunter","name":"ann"},{"bot":"human:ann"},{},{}]}}`,
	} {
		m, err := lab.Begin([]byte(order), lab.Options{Replay: recorded})
		if err != nil {
			t.Fatal(err)
		}
		v, err := m.Look()
		m.Stop()
		if played, endErr := m.Wait(); err != nil || endErr != nil || v.Name != played.Result.Seats[1].Name || v.Name == "ann" {
			t.Errorf("%s: %+v, %v, %+v, %v", order, v, err, played, endErr)
		}
	}
}

// TestStop: the result of a match that is stopped describes how far it came.
func TestStop(t *testing.T) {
	begun := make(chan struct{})
	p := onTurns(func(turn int, say func(lab.Message)) {
		if turn == 5 {
			close(begun)
			return
		}
		say(lab.Message{Turn: turn, Text: "[]"})
	})
	m, err := lab.Begin([]byte(`{"config":`+fmt.Sprintf(paged, "1h")+`}`), lab.Options{Ports: map[int]lab.Port{0: p}})
	if err != nil {
		t.Fatal(err)
	}
	<-begun
	m.Stop()
	played, err := m.Wait()
	if err != nil || played.Result.Turns != 6 || string(played.Result.Seats[1].Reason) != "interrupted" || !p.isClosed() {
		t.Errorf("%+v, %v", played, err)
	}
	for _, line := range p.got() {
		if strings.HasPrefix(line, `{"type":"end"`) {
			t.Errorf("a match without an end has %s", line)
		}
	}
}

// TestDone: Done is called at the end, after all lines, and Yield is called between the turns.
func TestDone(t *testing.T) {
	var said []string
	yields := 0
	ended := make(chan *lab.Played, 1)
	m, err := lab.Begin([]byte(`{"config":{"map":"tiny","turns":20,"seed":5}}`), lab.Options{
		Say: func(line string) { said = append(said, line) }, Yield: func() { yields++ },
		Done: func(p *lab.Played, err error) {
			if last := said[len(said)-1]; err != nil || !strings.HasPrefix(last, `{"end":{`) || !strings.Contains(last, `"lessons":[{`) {
				t.Errorf("%v; the last line is %.200s", err, last)
			}
			ended <- p
		}})
	if err != nil {
		t.Fatal(err)
	}
	if played, err := m.Wait(); err != nil || played != <-ended || yields == 0 {
		t.Errorf("%+v, %v, %d yields", played, err, yields)
	}
}

// TestWrongCommand: a program of 2016-Bomberman that answers anything else than a command is told what was expected.
func TestWrongCommand(t *testing.T) {
	played := play(t, `{"config":{"game":"bomberman","turns":5,"turn_time":"1m","seats":[{"bot":"page"},{"bot":"builtin:idle"}]}}`,
		lab.Options{Ports: map[int]lab.Port{0: onTurns(answers("hello"))}})
	const want = `expected {"command":N} with N from 0 to 6: "hello"`
	if s := played.Result.Seats[0]; string(s.Reason) != "illegal message" || s.Note != want {
		t.Errorf("%+v, expected %s", s, want)
	}
}

// TestPages: the page's film, lessons, offer and starters equal those of the commands.
func TestPages(t *testing.T) {
	file := recorded(t, "hexabomb-classical")
	r := read(t, file)
	film, err := lab.Film(file)
	lines := strings.Split(strings.TrimSuffix(string(film), "\n"), "\n")
	if err != nil || len(lines) != 2+1+len(r.Turns) || !strings.Contains(lines[1], `"lessons":[`) {
		t.Errorf("%d lines, %v", len(lines), err)
	}
	lessons, err := lab.Lessons(file)
	list, explainErr := explain.Match(r, games.All())
	if want := viewer.AppendLessons(nil, explain.ForViewer(list)); err != nil || explainErr != nil || string(lessons) != string(want) || len(list) == 0 {
		t.Errorf("%v, %v:\n%s\nexpected\n%s", err, explainErr, lessons, want)
	}
	if offer, err := lab.Offer(file); err != nil || !offer.Can || offer.Turns != [2]int{1, len(r.Turns) - 1} || len(offer.Seats) != len(r.Header.Players) {
		t.Errorf("%+v, %v", offer, err)
	}
	if kinds, err := lab.Kinds(); err != nil || len(kinds) != 3 || len(kinds[0].Maps) != 6 || kinds[1].Rules != "2018" || kinds[2].Game != "bomberman" {
		t.Errorf("%+v, %v", kinds, err)
	} else if m := kinds[0].Maps[5]; m != (lab.Map{Name: "yard", Info: maps.Info("yard"), Players: 4}) ||
		kinds[2].Players != 12 || kinds[0].Turns != games.Hexabomb().Turns || !slices.Contains(kinds[0].Specials, "ghost") {
		t.Errorf("%+v", kinds)
	}
	finds := map[string]func(game, language string) (bots.Starter, error){bots.Hexabomb: bots.Find, bots.Bomberman: bots.FindStdio}
	for game, find := range finds {
		files, err := lab.Starter(game, "javascript", "mybot-7")
		if err != nil {
			t.Fatal(err)
		}
		s, err := find(game, "javascript")
		if err != nil {
			t.Fatal(err)
		}
		dir := filepath.Join(t.TempDir(), "new")
		created, err := s.Create(dir, "mybot-7")
		if err != nil || len(created) != len(files) {
			t.Errorf("%v, %v", created, err)
		}
		for _, name := range created {
			if want, err := os.ReadFile(filepath.Join(dir, name)); err != nil || files[name] != string(want) {
				t.Errorf("%s differs, %v", name, err)
			}
		}
	}
}

// TestPagesOfDamaged: pages of an incomplete match, and of a match of an unknown game.
func TestPagesOfDamaged(t *testing.T) {
	file := recorded(t, "bomberman")
	film, err := lab.Film(file[:len(file)/2])
	if lines := strings.SplitN(string(film), "\n", 3); err != nil || len(lines) != 3 || lines[1] != "null" {
		t.Errorf("%.300s, %v", film, err)
	}
	r := read(t, file)
	r.Header.Game, r.Header.Rules = "chess", 1
	unknown := written(t, r)
	if text, err := lab.Lessons(unknown); err != nil || string(text) != "[]" {
		t.Errorf("%s, %v", text, err)
	}
	if _, err := lab.Film(unknown); !errors.Is(err, playback.ErrNoBoard) {
		t.Error(err)
	}
}
