package overnetorcai

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"blastyard/arena"
	"blastyard/arena/harness"
	"blastyard/arena/programs"
	"blastyard/game"
	"blastyard/game/games"
	"blastyard/game/match"
	"blastyard/game/tinygame"
	"blastyard/game/viewer"
)

// heard is a sink that records its calls.
type heard struct {
	arena.NopSink
	players         []arena.PlayerInfo
	notes           []string
	kept            []string // notes that belong to the match
	inTurns         []string // notes that came with a turn
	moves           []string // of all turns, in order
	by              []int    // the player of each of moves
	hashes          []game.Hash
	late            int
	refused, excess []game.Refusal
	left            []arena.Left
	output          []string
	ended           error
	ends            int
	onNote          func(arena.Note)
	onTurn          func(*arena.Turn)
}

func (h *heard) Begin(b *arena.Begin) { h.players = slices.Clone(b.Players) }

func (h *heard) Turn(t *arena.Turn) {
	for _, m := range t.Moves {
		h.moves, h.by = append(h.moves, string(m.Actions)), append(h.by, m.Player)
	}
	h.hashes = append(h.hashes, t.Match.Hash())
	h.late += len(t.Late)
	h.refused = append(h.refused, t.Refused...)
	h.excess = append(h.excess, t.Excess...)
	h.left = append(h.left, t.Left...)
	for _, n := range t.Notes {
		h.inTurns = append(h.inTurns, n.Text)
	}
	if h.onTurn != nil {
		h.onTurn(t)
	}
}

func (h *heard) Output(o arena.Output) { h.output = append(h.output, o.Line.Text) }

func (h *heard) Note(n arena.Note) {
	h.notes = append(h.notes, n.Text)
	if n.Kept {
		h.kept = append(h.kept, n.Text)
	}
	if h.onNote != nil {
		h.onNote(n)
	}
}

func (h *heard) End(e *arena.End) { h.ended, h.ends = e.Err, h.ends+1 }

func (h *heard) has(part string) bool {
	return part == "" || slices.ContainsFunc(h.notes, func(n string) bool { return strings.Contains(n, part) })
}

func seats(bots ...string) (s []arena.Seat) {
	for _, b := range bots {
		s = append(s, arena.Seat{Bot: b})
	}
	return s
}

// TestNetorcaiIsAsLocal: the same bots and seed give the same match, with and without a server.
func TestNetorcaiIsAsLocal(t *testing.T) {
	for _, c := range []arena.Config{
		{Seed: 1, Turns: 60, Map: "yard"},
		{Seed: 2, Turns: 60, Map: "tiny", Seats: seats("builtin:random", "builtin:random", "builtin:greedy")},
		{Seed: 3, Turns: 60, Map: "maze4", Seats: append([]arena.Seat{{Bot: "builtin:ghost", Special: true}},
			seats("builtin:hunter", "builtin:random")...)},
	} {
		c.NoTimeout = true // a busy machine must not influence the match
		p := prepared(t, c)
		var here, there heard
		local, err := p.Play(t.Context(), &here)
		if err != nil {
			t.Fatal(err)
		}
		p.Close()
		p.Local = false // use the server
		served, err := p.Play(t.Context(), &there)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(local.Result, served.Result) {
			t.Errorf("%+v: in a loop %+v, with a server %+v", c, local.Result, served.Result)
		}
		if diff := cmp.Diff(here.hashes, there.hashes); diff != "" {
			t.Errorf("%+v: states differ (-local +served):\n%s", c, diff)
		}
		if diff := cmp.Diff(here.moves, there.moves); diff != "" {
			t.Errorf("%+v: moves differ (-local +served):\n%s", c, diff)
		}
		if diff := cmp.Diff(here.players, there.players); diff != "" {
			t.Errorf("%+v: players differ (-local +served):\n%s", c, diff)
		}
	}
}

// TestPrograms: the result of programs that behave well or badly, and what is reported about them.
func TestPrograms(t *testing.T) {
	for _, c := range []struct {
		bot        string
		reason     match.Reason
		note       string // a part of the note
		told, kept string // parts of notes; "": none is expected
		prints     string // a part of a printed line
		refused    bool
	}{
		{bot: "fakebot idle", reason: match.Finished},
		{bot: "testbot crash", reason: match.Crashed, note: "exit code 3: panic: something",
			told: "turn 5: tester crashed (exit code 3): panic: something"},
		{bot: "testbot leave", reason: match.Disconnected, note: "exited with 0", told: "turn 5: tester disconnected (exited with 0)"},
		{bot: "testbot exit", reason: match.Crashed,
			note: "ended before it logged in: exit code 7; it last printed: line one | my last words",
			told: "testbot: ended before it logged in: exit code 7; it last printed: line one | my last words; its characters will stand still"},
		{bot: "fakebot illegal", reason: match.Illegal, note: "Invalid TURN_ACK received", told: "turn 5: tester sent an illegal message (Invalid TURN_ACK received"},
		{bot: "fakebot refused", reason: match.Finished, refused: true},
		{bot: "testbot orphan", reason: match.Disconnected, note: "exited with 0",
			told: "tester: left children behind when it ended (1); they were killed"},
		{bot: "testbot special", reason: match.Finished, told: "testbot: not let in: LOGIN denied: "},
		{bot: "testbot twice", reason: match.Finished, prints: "login: "}, // no note if its port was closed in time
	} {
		t.Run(strings.Fields(c.bot)[1], func(t *testing.T) {
			config := arena.Config{Map: "tiny", Seats: seats(c.bot, "builtin:idle"), Seed: 1, Turns: 12, TurnTime: arena.Duration(20 * time.Second)}
			var h heard
			r, err := play(t.Context(), config, &h)
			if err != nil {
				t.Fatal(err, h.notes)
			}
			s := &r.Seats[0]
			if s.Reason != c.reason || !strings.Contains(s.Note, c.note) || (s.Note == "") != (c.note == "") {
				t.Errorf("%s: %q, want %s: %q", s.Reason, s.Note, c.reason, c.note)
			}
			if !h.has(c.told) {
				t.Errorf("told %q, want %q", h.notes, c.told)
			}
			if c.prints != "" && !slices.ContainsFunc(h.output, func(line string) bool {
				return strings.Contains(line, c.prints) && !strings.Contains(line, "<nil>")
			}) {
				t.Errorf("it printed %q, want %q", h.output, c.prints)
			}
			if c.kept != "" && !slices.ContainsFunc(h.kept, func(n string) bool { return strings.HasPrefix(n, c.kept) }) {
				t.Errorf("kept %q, want %q", h.kept, c.kept)
			}
			if s.Late > 0 || h.late > 0 || (s.Refused > 0) != c.refused {
				t.Errorf("%d turns late (%d told), %d actions refused", s.Late, h.late, s.Refused)
			}
			if r.Turns != 12 || h.ends != 1 || h.ended != nil || len(h.hashes) != 12 {
				t.Errorf("%d turns, %d heard, %d ends (%v)", r.Turns, len(h.hashes), h.ends, h.ended)
			}
			p := &s.Program
			if !p.Started || (p.Login > 0) != (c.bot != "testbot exit") || p.Exit.Wall <= 0 {
				t.Errorf("of the program is known %+v", p)
			}
		})
	}
}

// TestLateAnswer: an answer to an earlier turn is reported as late, for the right player. Its time does not count as
// the time of a turn.
func TestLateAnswer(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	file := filepath.Join(t.TempDir(), "go on")
	var late []int
	h := heard{onTurn: func(turn *arena.Turn) {
		if turn.Number > 6 && slices.Contains(turn.Late, 0) { // whichever turn the bot waits in
			if err := os.WriteFile(file, nil, 0o666); err != nil {
				t.Error(err)
			}
		}
		for _, m := range turn.Moves {
			if m.Late {
				late = append(late, m.Player)
				if micros := turn.Frame().Players[m.Player].Micros; micros != viewer.NoTime {
					t.Errorf("turn %d: the picture has %d µs for an answer to an earlier turn", turn.Number, micros)
				}
				cancel()
			}
		}
	}}
	r, err := play(ctx, arena.Config{Map: "tiny", Seats: seats("fakebot behind '"+file+"'", "builtin:idle"), IDs: []int{0, 1},
		Turns: 2000, TurnTime: arena.Duration(50 * time.Millisecond)}, &h)
	if !errors.Is(err, context.Canceled) || !slices.Equal(late, []int{0}) {
		t.Errorf("late were the answers of the players %v, want those of player 0, once; %v, %+v", late, err, r)
	}
}

// TestBudgetOfAMatch: actions of a bot beyond its budget do not count, are counted as refused, and are reported.
func TestBudgetOfAMatch(t *testing.T) {
	var h heard
	r, err := play(t.Context(), arena.Config{Map: "tiny", Seats: seats("fakebot greed", "builtin:idle"), Turns: 12, NoTimeout: true}, &h)
	if err != nil {
		t.Fatal(err)
	}
	if len(h.excess) == 0 || r.Seats[0].Refused < 5000 || len(h.refused) > 0 {
		t.Errorf("%d turns beyond the budget, %d actions refused; %v", len(h.excess), r.Seats[0].Refused, h.refused)
	}
	if !slices.ContainsFunc(h.inTurns, func(n string) bool { return strings.HasPrefix(n, "tester: refused: 5001 actions in a turn, expected") }) {
		t.Errorf("kept %q", h.inTurns)
	}
}

// early is a match of hexabomb that ends after its fifth turn.
type early struct{ game.Match }

func (e early) Over() bool { return e.Turn() >= 5 }

// TestRulesEndTheMatch: if the rules end a match before its last turn, the bots are told.
func TestRulesEndTheMatch(t *testing.T) {
	kind := *games.Hexabomb()
	kind.New = func(s game.Setup) (game.Match, error) {
		m, err := games.Hexabomb().New(s)
		return early{m}, err
	}
	a := testArena()
	a.Games = []*game.Kind{&kind}
	seen, ended := 0, make(chan error, 1)
	h := heard{onNote: func(n arena.Note) {
		if address, ok := awaits(n, 1); ok {
			go func() {
				var err error
				seen, err = guestPlays(t.Context(), address, "ann")
				ended <- err
			}()
		}
	}}
	r, err := a.Play(t.Context(), arena.Config{Map: "tiny", Seats: seats("", "builtin:random"), Turns: 50, NoTimeout: true}, &h)
	if err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err != nil {
		t.Errorf("the guest was not told that the match has ended: %v", err)
	}
	if r.Turns != 5 || seen != 4 || r.Seats[0].Reason != match.Finished { // GAME_ENDS comes after the last turn
		t.Errorf("%d turns, %d seen, %+v", r.Turns, seen, r.Seats[0])
	}
}

// TestThirdGame: a program plays a game over netorcai of which the arena knows only the adapter.
func TestThirdGame(t *testing.T) {
	a := testArena()
	a.Games = []*game.Kind{tinygame.Kind()}
	var h heard
	r, err := a.Play(t.Context(), arena.Config{Seats: seats("fakebot race", "builtin:plodder"), NoTimeout: true, Seed: 3}, &h)
	if err != nil {
		t.Fatal(err)
	}
	me := r.Seats[0].Player
	if r.Turns < 10 || r.Scores[me] < 10 || r.Seats[0].Reason != match.Finished {
		t.Errorf("%+v after %d turns: %v", r.Seats[0], r.Turns, r.Scores)
	}
	for _, player := range []int{0, 1} {
		if n := len(slices.DeleteFunc(slices.Clone(h.by), func(id int) bool { return id != player })); n < 10 {
			t.Errorf("player %d has moved in %d of %d turns", player, n, r.Turns)
		}
	}
}

// TestBrokenOffServerEndsFirst: if a match is broken off, a bot first loses its connection and is then asked to end.
// If it were killed while it plays, it would be reported as having left.
func TestBrokenOffServerEndsFirst(t *testing.T) {
	patient := times
	patient.StopGrace = time.Minute
	a := arena.Arena{Games: games.All(), Transports: []arena.Transport{&Transport{Times: patient}}}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	h := heard{onTurn: func(turn *arena.Turn) {
		if turn.Number == 20 {
			cancel()
		}
	}}
	r, err := a.Play(ctx, arena.Config{Map: "tiny", Seats: seats("testbot obedient", "builtin:idle"), Turns: 5000, NoTimeout: true}, &h)
	if !errors.Is(err, context.Canceled) || r == nil {
		t.Fatal(r, err)
	}
	if x := r.Seats[0].Program.Exit; x.Code != 8 || !x.Stopped {
		t.Errorf("the bot has ended in this way: %+v", x)
	}
}

// TestStartOfAProgram: the end of the match's context ends the start of a program, but not a program that was
// started.
func TestStartOfAProgram(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var life context.Context
	begin := func(ctx context.Context, _ harness.Command) (string, error) {
		life = ctx
		return "program", nil
	}
	if p, err := programs.Start(ctx, harness.Command{}, begin); p == "" || err != nil {
		t.Fatal(p, err)
	}
	cancel()
	if life.Err() != nil {
		t.Error("the program is killed with the match")
	}
	ctx, cancel = context.WithCancel(t.Context())
	interrupted := func(ctx context.Context, _ harness.Command) (string, error) {
		cancel()
		<-ctx.Done()
		return "program", nil
	}
	if p, err := programs.Start(ctx, harness.Command{}, interrupted); p == "" || !errors.Is(err, context.Canceled) {
		t.Error(p, err)
	}
}

// TestBrokenOff: the end of the context ends a match at once. Nobody is blamed, and nothing is left running.
func TestBrokenOff(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	h := heard{onTurn: func(turn *arena.Turn) {
		if turn.Number == 20 {
			cancel()
		}
	}}
	r, err := play(ctx, arena.Config{Map: "tiny", Seats: seats("testbot idle", "builtin:idle"), Turns: 5000, NoTimeout: true}, &h)
	if !errors.Is(err, context.Canceled) || r == nil || r.Turns != 20 || r.Winner != match.NoWinner {
		t.Fatal(r, err)
	}
	for k := range r.Seats {
		if r.Seats[k].Reason != match.Interrupted || r.Seats[k].Note != "" {
			t.Errorf("%+v", r.Seats[k])
		}
	}
	if len(h.left) > 0 || len(h.kept) > 0 || !errors.Is(h.ended, context.Canceled) || h.ends != 1 {
		t.Errorf("left %v, kept %q, %d ends: %v", h.left, h.kept, h.ends, h.ended)
	}
}

// TestSlowCrash: a crash is reported as a crash even if the program ends some seconds after its bot has left, as on a
// busy machine.
func TestSlowCrash(t *testing.T) {
	t.Parallel()
	p := prepared(t, arena.Config{Map: "tiny", Turns: 2, NoTimeout: true, Seats: seats("fakebot 'dies slowly'", "builtin:idle")})
	r, err := p.Play(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if s := r.Seats[0]; s.Reason != match.Crashed {
		t.Errorf("it %s in turn %d: %s; expected it to have crashed", s.Reason, s.LeftTurn, s.Note)
	}
}
