package rerun_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"blastyard/arena"
	"blastyard/arena/harness"
	"blastyard/arena/internal/arenatest"
	"blastyard/arena/record"
	"blastyard/arena/rerun"
	"blastyard/game"
	"blastyard/game/games"
	"blastyard/game/tinygame"
	"blastyard/game/viewer"
	"blastyard/replay"
)

func TestMain(m *testing.M) {
	harness.BecomeBot()
	os.Exit(m.Run())
}

func kinds() []*game.Kind { return append(games.All(), tinygame.Kind()) }

// play records a match of built-in bots.
func play(t *testing.T, c arena.Config, bots ...string) *replay.Replay {
	t.Helper()
	for _, b := range bots {
		c.Seats = append(c.Seats, arena.Seat{Bot: arena.BuiltinPrefix + b})
	}
	file := filepath.Join(t.TempDir(), "match.blast")
	r := record.New(record.Options{Path: file})
	a := arena.Arena{Games: kinds(), Transports: arenatest.Transports()}
	if _, err := a.Play(t.Context(), c, r); err != nil {
		t.Fatal(err)
	}
	if r.Err() != nil {
		t.Fatal(r.Err())
	}
	return open(t, file)
}

func open(t *testing.T, file string) *replay.Replay {
	t.Helper()
	r, err := replay.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func compare(t *testing.T, r *replay.Replay, o rerun.Options) *rerun.Report {
	t.Helper()
	o.Arena.Games = kinds()
	o.Arena.Transports = arenatest.Transports()
	x, err := rerun.Prepare(r, o)
	if err != nil {
		t.Fatal(err)
	}
	report, err := x.Compare(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// TestSameBotDoesTheSame: a built-in bot does the same as in the match. Another one does not.
func TestSameBotDoesTheSame(t *testing.T) {
	for _, c := range []struct {
		config arena.Config
		bots   []string
		other  string
	}{
		{arena.Config{Map: "tiny", Seed: 4}, []string{"hunter", "greedy"}, "random"},
		{arena.Config{Game: "bomberman", Seed: 4}, []string{"reference", "reference"}, "idle"},
		{arena.Config{Game: "race", Seed: 4}, []string{"hopper", "plodder"}, ""},
	} {
		r := play(t, c.config, c.bots...)
		for player := range r.Header.Players {
			bot := r.Header.Players[player].Bot
			report := compare(t, r, rerun.Options{Player: player, Bot: bot})
			if report.Differ != 0 || report.Played() == 0 {
				t.Errorf("%s in %s: %d of %d turns differ", bot, r.Header.Game, report.Differ, report.Played())
			}
		}
		if c.other == "" {
			continue
		}
		report := compare(t, r, rerun.Options{Player: 0, Bot: arena.BuiltinPrefix + c.other})
		first := slices.IndexFunc(report.Turns, func(t rerun.Turn) bool { return t.Now != "" })
		if report.Differ == 0 || first < 0 || report.Turns[first].Then == "" {
			t.Errorf("%s in place of %s in %s: %d turns differ", c.other, c.bots[0], r.Header.Game, report.Differ)
		}
	}
}

// TestForkWithTheSameBot: all seats of a fork go on as before, so a fork with the recorded bot ends like the match.
// Its replay contains the turns before the fork unchanged.
func TestForkWithTheSameBot(t *testing.T) {
	for _, c := range []struct {
		config arena.Config
		bots   []string
	}{
		{arena.Config{Map: "tiny", Seed: 8, Turns: 60}, []string{"hunter", "random"}},
		{arena.Config{Game: "bomberman", Seed: 8}, []string{"reference", "random"}},
		{arena.Config{Game: "race", Seed: 8}, []string{"hopper", "plodder"}},
	} {
		r := play(t, c.config, c.bots...)
		from := len(r.Turns) / 2
		x, err := rerun.Prepare(r, rerun.Options{Arena: arena.Arena{Games: kinds(), Transports: arenatest.Transports()}, Player: 0, Bot: r.Header.Players[0].Bot, Fork: true, From: from,
			Record: record.Options{Path: filepath.Join(t.TempDir(), "fork.blast")}})
		if err != nil {
			t.Fatal(err)
		}
		result, err := x.Continue(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(result.Scores, r.Result.Scores) || result.Turns != r.Result.Turns {
			t.Errorf("%s: %v in %d turns, recorded %v in %d", r.Header.Game, result.Scores, result.Turns, r.Result.Scores, r.Result.Turns)
		}
		fork := open(t, x.Record.Path)
		for i := range fork.Turns {
			if *fork.Turns[i].Hash != *r.Turns[i].Hash {
				t.Errorf("%s: turn %d of the fork is another", r.Header.Game, i+1)
				break
			}
		}
		if i := from - 2; i >= 0 && len(fork.Turns[i].Moves) != len(r.Turns[i].Moves) {
			t.Errorf("%s: turn %d holds %d moves, recorded %d", r.Header.Game, i+1, len(fork.Turns[i].Moves), len(r.Turns[i].Moves))
		}
	}
}

// TestForkWithAnotherBot: another bot changes the match from the fork on, and not before.
func TestForkWithAnotherBot(t *testing.T) {
	r := play(t, arena.Config{Map: "tiny", Seed: 8, Turns: 60}, "hunter", "hunter")
	x, err := rerun.Prepare(r, rerun.Options{Player: 1, Bot: "builtin:idle", Fork: true, From: 30,
		Record: record.Options{Path: filepath.Join(t.TempDir(), "fork.blast")}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := x.Continue(t.Context()); err != nil {
		t.Fatal(err)
	}
	fork := open(t, x.Record.Path)
	for i, want := range map[int]bool{28: true, 59: false} {
		if same := *fork.Turns[i].Hash == *r.Turns[i].Hash; same != want {
			t.Errorf("turn %d is as recorded: %v, want %v", i+1, same, want)
		}
	}
	if !strings.HasPrefix(fork.Header.Title, "fork at turn 30: ") {
		t.Errorf("the title is %q", fork.Header.Title)
	}
}

// TestForkWithAFunction: a Go function plays a seat of a fork. The fork's replay does not name the recorded bot.
func TestForkWithAFunction(t *testing.T) {
	r := play(t, arena.Config{Map: "tiny", Seed: 8, Turns: 60}, "hunter", "idle")
	var asked []int
	idle := arena.Func(func(v *arena.View) []viewer.Wish {
		asked = append(asked, v.Match.Turn()+1)
		return nil
	})
	x, err := rerun.Prepare(r, rerun.Options{Fork: true, From: 58, Seats: []arena.Seat{{Player: idle}, {}},
		Record: record.Options{Path: filepath.Join(t.TempDir(), "fork.blast")}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := x.Continue(t.Context()); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(asked, []int{58, 59, 60}) {
		t.Errorf("the function was asked in the turns %v, expected 58 to 60", asked)
	}
	if p := open(t, x.Record.Path).Header.Players; p[0].Bot != "" || p[1].Bot != "builtin:idle" {
		t.Errorf("players %+v", p)
	}
}

func TestOptions(t *testing.T) {
	r := play(t, arena.Config{Map: "tiny", Turns: 20}, "idle", "idle")
	for _, c := range []struct {
		o    rerun.Options
		want string
	}{
		{rerun.Options{Player: 7, Bot: "builtin:idle"}, "player is 7, expected 0 to 1"},
		{rerun.Options{From: 21, Bot: "builtin:idle"}, "from is 21, expected 2 to 20"},
		{rerun.Options{From: 5, To: 4, Bot: "builtin:idle"}, "to is 4, expected 5 to 20"},
	} {
		_, err := rerun.Prepare(r, c.o)
		var option *rerun.OptionError
		if !errors.As(err, &option) || err.Error() != c.want {
			t.Errorf("%+v: %v, want %s", c.o, err, c.want)
		}
	}
	if _, err := rerun.Prepare(r, rerun.Options{Bot: "builtin:nosuch"}); err == nil || !strings.Contains(err.Error(), "nosuch") {
		t.Errorf("an unknown bot: %v", err)
	}
}
