package replay

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"blastyard/game"
	"blastyard/game/games"
	"blastyard/internal/text/texttest"
	"blastyard/rules/bomberman"
	"blastyard/rules/bomberman/wire"
)

// writeFolder writes the folder of a match as the original does, except that its end is a round of its own.
func writeFolder(tb testing.TB, r *Replay) string {
	tb.Helper()
	g, err := NewMatch(&r.Header, games.All())
	if err != nil {
		tb.Fatal(err)
	}
	dir := filepath.Join(tb.TempDir(), strconv.Itoa(int(int32(r.Header.Seed))))
	put := func(text []byte, names ...string) {
		file := filepath.Join(append([]string{dir}, names...)...)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			tb.Fatal(err)
		}
		if err := os.WriteFile(file, text, 0o666); err != nil {
			tb.Fatal(err)
		}
	}
	var text wire.Text
	var infos []wire.PlayerInfo
	for k, p := range r.Header.Players {
		text.Names = append(text.Names, p.Name)
		infos = append(infos, wire.PlayerInfo{Author: "Ann", NickName: p.Name, PlayerKey: string(bomberman.Key(k)), BotType: "Python3"})
	}
	for i := 0; ; i++ {
		round := strconv.Itoa(i)
		put(text.AppendMap(nil, bombermanOf(g)), round, "map.txt")
		put(text.AppendState(nil, bombermanOf(g)), round, "state.json")
		put(wire.AppendRoundInfo(nil, bombermanOf(g), infos), round, "roundInfo.json")
		if i == len(r.Turns) {
			return dir
		}
		for _, m := range r.Turns[i].Moves {
			key := string(bomberman.Key(m.Player))
			put(append(m.Actions, "\r\n"...), round, key, "move.txt")
			put([]byte("thinking of "+string(m.Actions)+"\r\ndone\n"), round, key, "log.txt")
		}
		if err := Play(g, &r.Turns[i], true); err != nil {
			tb.Fatal(err)
		}
	}
}

func TestOpenFolder(t *testing.T) {
	match := playBombers(t, -4, 442, "random", "random", "reference")
	r, err := Open(writeFolder(t, match))
	if err != nil {
		t.Fatal(err)
	}
	if err := Verify(r, games.All()); err != nil {
		t.Error(err)
	}
	h := &r.Header
	if h.Game != Bomberman || int32(h.Seed) != -4 || len(h.Players) != 3 || h.Players[2] != (Player{Name: "reference 2", Bot: "Python3"}) || len(h.State) == 0 {
		t.Errorf("%+v", h)
	}
	if len(r.Turns) != len(match.Turns) || r.Result == nil || r.Result.Winner != match.Result.Winner || r.Result.Turns != len(match.Turns) {
		t.Errorf("%d turns, %+v; want %d, %+v", len(r.Turns), r.Result, len(match.Turns), match.Result)
	}
	for i, x := range r.Turns {
		if len(x.Moves) != len(match.Turns[i].Moves) || string(x.Moves[0].Actions) != string(match.Turns[i].Moves[0].Actions) {
			t.Fatalf("turn %d: %v, want %v", i+1, x.Moves, match.Turns[i].Moves)
		}
	}
	if o := r.Turns[0].Output; len(o) != 6 || o[0].Text != "thinking of "+string(match.Turns[0].Moves[0].Actions) || o[5] != (Line{Player: 2, Text: "done"}) {
		t.Errorf("%+v", o)
	}
	if reread(t, r).Header.Seed != h.Seed { // it can also be stored as a file
		t.Error("another seed in the file")
	}
}

// TestFolderBecomesAFile: the match of a folder, written as a file, is the same match.
func TestFolderBecomesAFile(t *testing.T) {
	folder, err := Open(writeFolder(t, playBombers(t, -4, 442, "random", "random", "reference")))
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if err := folder.Write(&file); err != nil {
		t.Fatal(err)
	}
	r, err := Read(&file)
	if err != nil {
		t.Fatal(err)
	}
	if err := Verify(r, games.All()); err != nil {
		t.Error(err)
	}
	got, err := FingerprintOf(r)
	if err != nil {
		t.Fatal(err)
	}
	want, err := FingerprintOf(folder)
	if err != nil || got != want || len(r.Turns) != len(folder.Turns) || !reflect.DeepEqual(r.Result, folder.Result) {
		t.Errorf("%d turns, %+v, expected %d turns, %+v", len(r.Turns), r.Result, len(folder.Turns), folder.Result)
	}
}

// change changes the text of a file. nil removes the file.
func change(tb testing.TB, text func(string) string, names ...string) {
	tb.Helper()
	file := filepath.Join(names...)
	old, err := os.ReadFile(file)
	if err != nil {
		tb.Fatal(err)
	}
	if text == nil {
		err = os.RemoveAll(file)
	} else {
		err = os.WriteFile(file, []byte(text(string(old))), 0o666)
	}
	if err != nil {
		tb.Fatal(err)
	}
}

func TestOpenFolderWithFlaws(t *testing.T) {
	match := playBombers(t, 11, 30, "idle", "idle", "idle", "reference")
	is := func(text string) func(string) string { return func(string) string { return text } }
	for name, c := range map[string]struct {
		change func(dir string)
		turns  int // -1: no replay
		err    error
		says   string
	}{
		"as it is": {func(string) {}, 30, ErrCut, "round 30 is the last, and the match is not over in it"},
		"marks and line ends": {func(dir string) {
			change(t, func(s string) string { return "\xef\xbb\xbf" + strings.ReplaceAll(s, `,"C`, ",\r\n\"C") + "\r\n" }, dir, "7", "state.json")
			change(t, func(s string) string { return "\xef\xbb\xbf" + s }, dir, "7", "B", "move.txt")
		}, 30, ErrCut, "round 30 is the last"},
		"no start":       {func(dir string) { change(t, nil, dir, "0", "state.json") }, -1, os.ErrNotExist, "state.json"},
		"bad start":      {func(dir string) { change(t, is("{"), dir, "0", "state.json") }, -1, ErrFormat, "the JSON ends too early"},
		"empty start":    {func(dir string) { change(t, is("{}"), dir, "0", "state.json") }, -1, ErrFormat, "has 0 players, expected 2 to 12"},
		"no info":        {func(dir string) { change(t, nil, dir, "0", "roundInfo.json") }, 30, ErrCut, "round 30 is the last"},
		"bad info":       {func(dir string) { change(t, is("{"), dir, "0", "roundInfo.json") }, 0, ErrFormat, "roundInfo.json"},
		"no state later": {func(dir string) { change(t, nil, dir, "12", "state.json") }, 11, os.ErrNotExist, "state.json"},
		"another round": {func(dir string) {
			change(t, func(s string) string { return strings.Replace(s, `"CurrentRound":12`, `"CurrentRound":13`, 1) }, dir, "12", "state.json")
		}, 11, ErrFormat, "CurrentRound is 13, expected 12"},
		"other players": {func(dir string) { change(t, is(`{"CurrentRound":12}`), dir, "12", "state.json") }, 11, ErrFormat, "RegisteredPlayerEntities are 0, expected 4"},
		"a gap": {func(dir string) {
			if err := os.RemoveAll(filepath.Join(dir, "20")); err != nil {
				t.Error(err)
			}
		}, 19, ErrCut, "the folder of round 20 is missing"},
		"garbage as a move": {func(dir string) { change(t, is("hello"), dir, "3", "A", "move.txt") }, 30, ErrCut, "round 30"},
		"no move":           {func(dir string) { change(t, nil, dir, "3", "A", "move.txt") }, 30, ErrCut, "round 30"},
	} {
		dir := writeFolder(t, match)
		c.change(dir)
		r, err := Open(dir)
		if !errors.Is(err, c.err) || !strings.Contains(err.Error(), c.says) || !strings.Contains(err.Error(), dir) {
			t.Errorf("%s: %v, want %v with %q", name, err, c.err, c.says)
		}
		if r == nil && c.turns >= 0 || r != nil && len(r.Turns) != c.turns {
			t.Errorf("%s: a replay: %t, want %d turns", name, r != nil, c.turns)
		}
		if r != nil {
			if err := Verify(r, games.All()); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

// TestFolderOfWindows: a folder whose files were all saved in another encoding is the same match.
func TestFolderOfWindows(t *testing.T) {
	match := playBombers(t, 11, 12, "random", "reference") // it ends early
	plain, err := Open(writeFolder(t, match))
	if err != nil {
		t.Fatal(err)
	}
	want, err := FingerprintOf(plain)
	if err != nil {
		t.Fatal(err)
	}
	for _, how := range slices.Collect(maps.Keys(texttest.OnWindows(""))) {
		dir := writeFolder(t, match)
		err := filepath.WalkDir(dir, func(file string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() || e.Name() == "move.txt" && strings.Contains(how, "no mark") {
				return err
			}
			change(t, func(s string) string { return string(texttest.OnWindows(s)[how]) }, file)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		r, err := Open(dir)
		if err != nil {
			t.Errorf("%s: %v", how, err)
			continue
		}
		if got, err := FingerprintOf(r); err != nil || got != want || !reflect.DeepEqual(r.Header.Players, plain.Header.Players) ||
			!reflect.DeepEqual(r.Turns[3].Output, plain.Turns[3].Output) {
			t.Errorf("%s: another match: %v", how, err)
		}
	}
}

// Our own logs say which command counted.
func TestFolderTakesTheCommandThatCounted(t *testing.T) {
	match := playBombers(t, 11, 3, "idle", "idle")
	dir := writeFolder(t, match)
	change(t, func(s string) string { return s + "[blastyard] late\n[blastyard] command: 5, place bomb\n" }, dir, "1", "A", "log.txt")
	r, err := Open(dir)
	if !errors.Is(err, ErrCut) {
		t.Fatal(err)
	}
	if got := string(r.Turns[1].Moves[0].Actions); got != "5" {
		t.Errorf("the command is %s, want 5", got)
	}
	var d *Difference
	if err := Verify(r, games.All()); !errors.As(err, &d) || d.Turn != 2 || !strings.HasPrefix(d.Field, "GameBlocks[") {
		t.Errorf("%v, want a difference of GameBlocks in turn 2", err)
	}
}

// TestFolderTakesTheCommandOfEngineLog: engine.log says what was really played. A late bot may have left a move file,
// but its command was nothing.
func TestFolderTakesTheCommandOfEngineLog(t *testing.T) {
	match := playBombers(t, 11, 30, "random", "random", "reference")
	late := -1
	for i, turn := range match.Turns { // find a move of player 1 that would change the board
		if c := string(turn.Moves[1].Actions); late < 0 && i > 2 && c != "0" && c != "6" {
			late = i
		}
	}
	for i := late; i < len(match.Turns); i++ {
		match.Turns[i].Moves[1].Actions = []byte("0") // it does nothing from then on
	}
	match.Turns = match.Turns[:late+3]
	dir := writeFolder(t, match)
	for i := late; i < late+3; i++ {
		round := filepath.Join(dir, strconv.Itoa(i))
		if err := os.WriteFile(filepath.Join(round, "B", "move.txt"), []byte("5\r\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	r, err := Open(dir)
	if r == nil {
		t.Fatal(err)
	}
	if Verify(r, games.All()) == nil {
		t.Fatal("the late moves change nothing: the test shows nothing")
	}
	original := [...]string{"DoNothingCommand", "MovementCommand(Up)", "MovementCommand(Left)", "MovementCommand(Right)", "MovementCommand(Down)",
		"PlaceBombCommand", "TriggerBombCommand"}
	for form, line := range map[string]func(log []byte, k, c int) []byte{
		"ours": func(log []byte, k, c int) []byte {
			return wire.AppendAdded(append(log, "Round begins\n"...), k, match.Header.Players[k].Name, bomberman.Command(c))
		},
		"the original's": func(log []byte, k, c int) []byte {
			return fmt.Appendf(log, "23-11-2026 13:04:08:055 - I: \tAdded Command %s for Player PlayerEntity(X:3, Y:2, Key:%c)\r\n",
				original[c], bomberman.Key(k))
		},
	} {
		for i := late; i < late+3; i++ {
			var log []byte
			for k := range match.Header.Players {
				c, err := strconv.Atoi(string(match.Turns[i].Moves[k].Actions))
				if err != nil {
					t.Fatal(err)
				}
				log = line(log, k, c)
			}
			if err := os.WriteFile(filepath.Join(dir, strconv.Itoa(i), "engine.log"), log, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if r, err = Open(dir); r == nil {
			t.Fatal(err)
		}
		if err := Verify(r, games.All()); err != nil {
			t.Errorf("%s engine.log: %v", form, err)
		}
	}
}

// TestFolderFollowsNoLinks: a link or a pipe that a bot has left is not followed.
func TestFolderFollowsNoLinks(t *testing.T) {
	match := playBombers(t, 11, 3, "idle", "idle")
	dir := writeFolder(t, match)
	secret := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(secret, []byte("3 secret"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"move.txt", "log.txt"} {
		change(t, nil, dir, "1", "A", name)
		if err := os.Symlink(secret, filepath.Join(dir, "1", "A", name)); err != nil {
			t.Fatal(err)
		}
	}
	r, err := Open(dir)
	if r == nil {
		t.Fatal(err)
	}
	for _, x := range r.Turns {
		for _, l := range x.Output {
			if strings.Contains(l.Text, "secret") {
				t.Error("a link was followed")
			}
		}
	}
}

// TestContestedBlocksAreMentioned: if players move to the same block, a difference from an old match has an
// explanation.
func TestContestedBlocksAreMentioned(t *testing.T) {
	match := playBombers(t, 11, 5, "idle", "idle")
	r, err := Open(writeFolder(t, match))
	if !errors.Is(err, ErrCut) {
		t.Fatal(err)
	}
	contested := *games.Bomberman()
	contested.New = func(s game.Setup) (game.Match, error) {
		m, err := games.Bomberman().New(s)
		return contestedMatch{m}, err
	}
	r.Turns[3].State = RawState(`{}`)
	const want = "(players wanted the same block in turn 1: the original drew the loser by a chance that no seed repeats)"
	if err := Verify(r, []*game.Kind{&contested}); err == nil || !strings.HasSuffix(err.Error(), want) {
		t.Errorf("%v, want it to end with %s", err, want)
	}
	if err := Verify(r, games.All()); err == nil || strings.Contains(err.Error(), "the same block") {
		t.Errorf("players that do nothing: %v", err)
	}
}

// contestedMatch is a match in which chance decides in each turn.
type contestedMatch struct{ game.Match }

func (contestedMatch) Chance() string { return "players wanted the same block" }

func TestOpenSaysWhatThereIs(t *testing.T) {
	dir := t.TempDir()
	if _, err := Open(dir); !errors.Is(err, ErrFolder) || !strings.Contains(err.Error(), "no folders 0, 1, 2, … of rounds, and no replays") {
		t.Error(err)
	}
	match := playBombers(t, 11, 3, "idle", "idle")
	seed := writeFolder(t, match)
	if _, err := Open(filepath.Join(seed, "1")); !errors.Is(err, ErrFolder) || !strings.HasSuffix(err.Error(), "is the folder of one round: name the folder above it") {
		t.Error(err)
	}
	if err := os.WriteFile(filepath.Join(filepath.Dir(seed), "x.blast"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(filepath.Dir(seed), "notes.txt"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	_, err := Open(filepath.Dir(seed))
	if !errors.Is(err, ErrFolder) || !strings.HasSuffix(err.Error(), "choose one: "+seed+", "+filepath.Join(filepath.Dir(seed), "x.blast")) {
		t.Error(err)
	}
	if _, err := Open(filepath.Join(dir, "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%v, want ErrNotExist", err)
	}
	bad := filepath.Join(dir, "bad.blast")
	if err := os.WriteFile(bad, []byte("hello, world"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(bad); !errors.Is(err, ErrFormat) || !strings.Contains(err.Error(), bad) {
		t.Errorf("%v, want ErrFormat and the name", err)
	}
	file := filepath.Join(dir, "good.blast")
	if err := os.WriteFile(file, write(t, smallMatch.play(t)), 0o666); err != nil {
		t.Fatal(err)
	}
	if r, err := Open(file); err != nil || len(r.Turns) != smallMatch.turns {
		t.Errorf("%v", err)
	}
	if !IsFolder(dir) || IsFolder(file) || IsFolder(file+"x") {
		t.Error("IsFolder")
	}
	if !bytes.Equal(write(t, smallMatch.play(t)), write(t, smallMatch.play(t))) {
		t.Error("the same match gives two files")
	}
}
