package checkup

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"blastyard/arena"
	"blastyard/arena/harness"
	"blastyard/arena/overnetorcai"
	"blastyard/arena/overrounds"
	"blastyard/game"
	"blastyard/game/games"
	"blastyard/game/match"
	"blastyard/game/tinygame"
	"blastyard/rules/hexabomb"
)

// arenaOf returns an arena with some games that can start programs of all protocols.
func arenaOf(kinds ...*game.Kind) *arena.Arena {
	return &arena.Arena{Games: kinds, Transports: []arena.Transport{new(overnetorcai.Transport), new(overrounds.Transport)}}
}

func TestQuantile(t *testing.T) {
	sorted := make([]time.Duration, 200)
	for i := range sorted {
		sorted[i] = time.Duration(i + 1)
	}
	for percent, want := range map[int]time.Duration{0: 1, 1: 2, 50: 100, 99: 198, 100: 200} {
		if got := quantile(sorted, percent); got != want {
			t.Errorf("%d %%: %d, expected %d", percent, got, want)
		}
	}
	if got := quantile(sorted[:1], 99); got != 1 {
		t.Errorf("of one: %d", got)
	}
}

func TestMost(t *testing.T) {
	if got := most(map[string]int{"b": 2, "a": 2, "c": 5, "d": 1, "e": 1}); got != "c (5×); a (2×); b (2×); and 2 other reasons" {
		t.Error(got)
	}
}

// triedOut returns an attempt of a bot that played some turns. dead are its dead characters after each turn.
func triedOut(reason match.Reason, leftTurn int, dead ...int) *attempt {
	a := newObserver(&situation{name: "some"}, 0).attempt
	a.process, a.login, a.turns, a.dead, a.total, a.limit = true, time.Millisecond, len(dead), dead, 2, time.Second
	a.seat = arena.SeatResult{Reason: reason, LeftTurn: leftTurn}
	return a
}

// TestLivesOn: the fault is reported only if the bot leaves when its characters are dead.
func TestLivesOn(t *testing.T) {
	for _, c := range []struct {
		attempts []*attempt
		verdict  Verdict
		detail   string
	}{
		{[]*attempt{triedOut(match.Finished, 0, 0, 1, 2, 2, 0, 1)}, OK, "3 deaths, 2 turns without a living character"},
		{[]*attempt{triedOut(match.Finished, 0, 0, 0)}, Note, "0 deaths"},
		{[]*attempt{triedOut(match.Finished, 0, 0, 0), triedOut(match.Crashed, 3, 0, 1, 2, 2)}, Fault, `"some": it left when 1 of its characters were dead`},
		{[]*attempt{triedOut(match.Crashed, 2, 0, 1), triedOut(match.Crashed, 3, 0, 1, 2)}, Note, "it leaves in any case"},
	} {
		check := checker{kind: games.Hexabomb(), attempts: c.attempts}
		if p := check.livesOn(); p.Verdict != c.verdict || !strings.Contains(p.Detail, c.detail) || (p.Fix != "") != (c.verdict == Fault) {
			t.Errorf("%+v, expected %s: %s", p, c.verdict, c.detail)
		}
	}
}

// TestRefusedCalls: what the sandbox has refused in any situation is named, or that it is not known.
func TestRefusedCalls(t *testing.T) {
	refused := func(known bool, calls ...harness.Refusal) *attempt {
		a := triedOut(match.Finished, 0, 0)
		a.denied = harness.Refusals{Known: known, Calls: calls}
		return a
	}
	box := &harness.Sandbox{Level: harness.SandboxFiles}
	for _, c := range []struct {
		attempts []*attempt
		verdict  Verdict
		detail   string
	}{
		{[]*attempt{refused(true)}, OK, ""},
		{[]*attempt{refused(false)}, Note, "not known: this system does not tell what the sandbox refused"},
		{[]*attempt{refused(true, harness.Refusal{Call: "chmod", Times: 2}), refused(true, harness.Refusal{Call: "chmod", Times: 1})},
			Note, "the sandbox refused the system call chmod (3 times)"},
	} {
		check := checker{kind: games.Hexabomb(), attempts: c.attempts, box: box}
		if p := check.refusedNothing(); len(p) != 1 || p[0].Verdict != c.verdict || p[0].Detail != c.detail {
			t.Errorf("%+v, expected %s: %q", p, c.verdict, c.detail)
		}
		check.box = nil
		if p := check.refusedNothing(); len(p) != 0 {
			t.Errorf("without a sandbox: %+v", p)
		}
	}
}

// TestNeverActs: of a bot that has answered often and asked for nothing the check says so.
func TestNeverActs(t *testing.T) {
	for _, c := range []struct {
		answers int
		acted   bool
		verdict Verdict
		detail  string
	}{
		{613, false, Note, "613 answers, all with no action: it never acts; expected actions such as "},
		{613, true, OK, ""},
		{5, false, OK, ""},
	} {
		a := triedOut(match.Finished, 0, 0)
		a.acts.Answers, a.acts.Acted = c.answers, c.acted
		check := checker{kind: games.Hexabomb(), attempts: []*attempt{a}}
		if p := check.asks(); p.Verdict != c.verdict || !strings.HasPrefix(p.Detail, c.detail) || c.detail == "" && p.Detail != "" {
			t.Errorf("%d answers, acted %v: %+v, expected %s: %s", c.answers, c.acted, p, c.verdict, c.detail)
		}
	}
}

// TestHurryIsNoFault: being late is no fault in a situation where no bot can be in time.
func TestHurryIsNoFault(t *testing.T) {
	hurried := triedOut(match.Finished, 0, 0, 0, 0)
	hurried.situation.hurry, hurried.seat.Late = true, 3
	punctual := triedOut(match.Finished, 0, 0)
	punctual.took = []time.Duration{time.Millisecond}
	check := checker{kind: games.Hexabomb(), attempts: []*attempt{punctual, hurried}}
	if p := check.isOnTime(); p.Verdict != OK || !strings.Contains(p.Detail, "p50 1.0 ms, p99 1.0 ms, max 1.0 ms; the limit is 1000.0 ms") {
		t.Errorf("%+v", p)
	}
	punctual.took[0] = 600 * time.Millisecond
	if p := check.isOnTime(); p.Verdict != Note {
		t.Errorf("an answer after more than half of the time: %+v", p)
	}
	punctual.seat.Late = 1
	if p := check.isOnTime(); p.Verdict != Fault || p.Fix == "" {
		t.Errorf("late once: %+v", p)
	}
}

// TestTheMachineIsNoFault: turns in which the machine gave the bot no processor are reported, but they are no fault
// of the bot.
func TestTheMachineIsNoFault(t *testing.T) {
	a := triedOut(match.Finished, 0, 0)
	a.took = []time.Duration{time.Millisecond}
	a.seat.Late, a.seat.Host = 2, 2
	check := checker{kind: games.Hexabomb(), attempts: []*attempt{a}}
	const want = "in 2 turns this machine gave it no processor; p50 1.0 ms"
	if p := check.isOnTime(); p.Verdict != Note || !strings.Contains(p.Detail, want) || p.Fix == "" {
		t.Errorf("%+v, expected %q", p, want)
	}
	a.seat.Late = 3
	if p := check.isOnTime(); p.Verdict != Fault || !strings.Contains(p.Detail, "1 turn late") {
		t.Errorf("one turn of its own: %+v", p)
	}
}

// TestSituationMaps: the rules accept each map, and the sapper reaches every player that cannot leave its lines.
func TestSituationMaps(t *testing.T) {
	for _, kind := range []*game.Kind{games.Hexabomb(), games.Bomberman(), tinygame.Kind()} {
		c, err := newChecker(Config{Game: kind.Name, Arena: arenaOf(kind), Bot: arena.Seat{Bot: "builtin:" + kind.Usual[0]}})
		if err != nil {
			t.Fatal(err)
		}
		for i := range c.plan.situations {
			s := &c.plan.situations[i]
			cfg := c.config(s)
			if s.special == "" && s.opponents == nil {
				cfg.Seats[0].Bot = "builtin:idle"
			}
			p, err := c.arena().Prepare(cfg)
			if err != nil {
				t.Errorf("%s: %s: %v", kind.Name, s.name, err)
				continue
			}
			if s.id != anyID && cfg.IDs[s.seat()] != s.id || len(p.Seats) != len(cfg.Seats) {
				t.Errorf("%s: %s: ids %v of %d seats, want %d for seat %d", kind.Name, s.name, cfg.IDs, len(p.Seats), s.id, s.seat())
			}
			if last := p.Seats[len(p.Seats)-1].Name; s.odd && last != oddName {
				t.Errorf("%s: %s: the last opponent is called %q", kind.Name, s.name, last)
			}
			p.Close()
		}
	}
}

// TestSapper: a player that cannot leave the lines of the sapper's bomb dies of the first bomb.
func TestSapper(t *testing.T) {
	plan := planFor(games.Hexabomb())
	kind := plan.extend(games.Hexabomb())
	star, err := kind.OpenMap("star")
	if err != nil {
		t.Fatal(err)
	}
	m, err := kind.New(game.Setup{Map: star, Players: 3, Specials: 1})
	if err != nil {
		t.Fatal(err)
	}
	bot, err := m.Bot(sapperName, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	for range 1 + hexabomb.MinBomb {
		bot.Act(m)
		m.Play([]int{0, 1, 2}, true)
	}
	var living [3]int
	for id := range living {
		living[id], _ = m.Living(id)
	}
	if living[0] == 0 || living[1]+living[2] > 0 {
		t.Errorf("when the first bomb of the sapper has gone off %v characters live", living)
	}
}

// TestCheckPrograms: faults are found in bots that misbehave, and none in a bot that plays well.
func TestCheckPrograms(t *testing.T) {
	for _, c := range []struct {
		bot     string
		point   string // the point with a fault; "": none
		detail  string
		untried int
	}{
		{"testbot race", "", "", 0},
		{"testbot exit", "logs in", `"a plain match": ended before it logged in: exit code 7; it last printed: my last words`, 3},
		{"testbot leave", "answers each turn", `"a plain match": turn 5: disconnected: `, 0},
		{"testbot words", "asks for what is allowed", "actions that cannot be read: ", 0},
		{"./no-such-bot", "starts", "no such file", 3},
	} {
		t.Run(strings.TrimPrefix(c.bot, "testbot "), func(t *testing.T) {
			var told []string
			r, err := Check(t.Context(), Config{Arena: arenaOf(tinygame.Kind()), Bot: arena.Seat{Bot: c.bot}, Time: 20 * time.Second,
				Begin: func(i, of int, name string) { told = append(told, fmt.Sprintf("%d of %d: %s", i+1, of, name)) }})
			if err != nil {
				t.Fatal(err)
			}
			if r.OK != (c.point == "") || r.Untried != c.untried || len(told)+r.Untried != 4 || told[0] != "1 of 4: a plain match" {
				t.Errorf("%+v; told %q", r, told)
			}
			for _, p := range r.Points {
				if fault := p.Verdict == Fault; fault != (p.Name == c.point) || fault && !strings.Contains(p.Detail, c.detail) {
					t.Errorf("%+v, want a fault of %q: %s", p, c.point, c.detail)
				}
			}
			if c.point == "" && (len(r.Situations) != 4 || r.Situations[0].Turns < 10 || r.Millis == nil || r.Millis.Limit != 20000) {
				t.Errorf("%+v", r)
			}
		})
	}
}

// TestFaultOfTheMachine: if the machine fails a match, Check returns an error and does not judge the bot.
func TestFaultOfTheMachine(t *testing.T) {
	for _, c := range []struct {
		err   error
		start bool // the bot is to blame
	}{
		{fmt.Errorf("%w: no port for bot: too many open files", harness.ErrHost), false},
		{errors.New("the server has failed"), false},
		{&arena.ConfigError{Field: "map", Err: errors.New("no such map")}, false},
		{&arena.ConfigError{Field: "seats[0].bot", Err: errors.New("no such bot")}, true},
		{&harness.StartError{What: "no such file"}, true},
	} {
		check, err := newChecker(Config{Arena: arenaOf(games.All()...), Bot: arena.Seat{Bot: "testbot race"}})
		if err != nil {
			t.Fatal(err)
		}
		check.play = func(context.Context, *situation, arena.Sink) (*arena.Result, error) { return nil, c.err }
		err = check.playAll(t.Context())
		if (err == nil) != c.start || (check.cannotStart != "") != c.start || len(check.attempts) > 0 {
			t.Errorf("%v: %v, cannot start: %q", c.err, err, check.cannotStart)
		}
		if r := check.report(); c.start && (r.OK || len(r.Points) != 1 || r.Untried != 8) {
			t.Errorf("%v: %+v", c.err, r)
		}
	}
}

// TestCutOff: a match that takes too long is ended, after it was tried again, and the report says so and blames nobody.
func TestCutOff(t *testing.T) {
	check, err := newChecker(Config{Arena: arenaOf(games.All()...), Bot: arena.Seat{Bot: "testbot race"}})
	if err != nil {
		t.Fatal(err)
	}
	tries := 0
	check.play = func(ctx context.Context, _ *situation, sink arena.Sink) (*arena.Result, error) {
		tries++
		sink.(*observer).began = true
		<-ctx.Done()
		r := &arena.Result{Seats: []arena.SeatResult{{Reason: match.Interrupted, Program: arena.Program{Started: true, Login: time.Second}}}}
		return r, ctx.Err()
	}
	synctest.Test(t, func(t *testing.T) {
		if err := check.playAll(t.Context()); err != nil || len(check.attempts) != 1 || !check.attempts[0].cut {
			t.Fatal(err, check.attempts)
		}
	})
	if r := check.report(); tries != mostTries || !r.OK || !r.Cut || r.Untried == 0 || strings.Contains(fmt.Sprint(r.Points), "late") {
		t.Errorf("after %d tries: %+v", tries, r)
	}
	if p := check.isOnTime(); p.Verdict != Note || !strings.Contains(p.Detail, `the check of "a plain match" took too long and was cut`) {
		t.Errorf("%+v", p)
	}
}

// TestAnySituations: a game without situations of its own has those that its seats and bots allow.
func TestAnySituations(t *testing.T) {
	for _, c := range []struct {
		seats int
		usual []string
		want  string // name: opponents
	}{
		{4, []string{"a", "b"}, "a plain match: a b, two players: a, many players, the last one: a b a, turns too short for anybody: a"},
		{2, []string{"a", "b", "c", "d"}, "a plain match: a, two players: a, turns too short for anybody: a"},
		{1, []string{"a"}, "a match alone: , turns too short for anybody: "},
		{4, nil, "a match alone: , turns too short for anybody: "},
	} {
		k := tinygame.Kind()
		k.Seats, k.Usual = func(game.Map) int { return c.seats }, c.usual
		var got []string
		for _, s := range planFor(k).situations {
			got = append(got, s.name+": "+strings.Join(s.opponents, " "))
		}
		if text := strings.Join(got, ", "); text != c.want {
			t.Errorf("%d seats, %q: %s, want %s", c.seats, c.usual, text, c.want)
		}
	}
}
