package tui

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"blastyard/game/games"
	"blastyard/game/viewer"
	"blastyard/rules/bomberman"
	"blastyard/rules/hexabomb"
	"blastyard/show/internal/termtest"
)

// player controls a playModel, as bubbletea would.
type player struct {
	*testing.T
	*playModel
	turns  []int
	sent   [][]viewer.Wish
	err    error // result of the next answer
	gaveUp int
	quit   bool
}

func newPlayer(t *testing.T, profile colorprofile.Profile) *player {
	p := &player{T: t}
	p.playModel = newPlayModel(PlayOptions{WatchOptions: WatchOptions{Pace: time.Hour}, Foot: []string{"play bob at http://there"},
		Answer: func(turn int, wishes []viewer.Wish) error {
			if p.err != nil {
				return p.err
			}
			p.turns, p.sent = append(p.turns, turn), append(p.sent, wishes)
			return nil
		},
		GiveUp: func() { p.gaveUp++ },
	}, profile)
	p.send(tea.WindowSizeMsg{Width: 100, Height: 40})
	return p
}

func (p *player) send(msg tea.Msg) {
	p.Helper()
	clock := p.clock
	if _, cmd := p.Update(msg); cmd != nil && p.clock == clock {
		_, quit := cmd().(tea.QuitMsg)
		p.quit = p.quit || quit
	}
}

func (p *player) keys(names ...string) {
	p.Helper()
	special := map[string]tea.Key{"space": {Code: tea.KeySpace, Text: " "}, "enter": {Code: tea.KeyEnter}, "tab": {Code: tea.KeyTab}, "esc": {Code: tea.KeyEscape},
		"shift+tab": {Code: tea.KeyTab, Mod: tea.ModShift}, "backspace": {Code: tea.KeyBackspace}, "left": {Code: tea.KeyLeft}, "right": {Code: tea.KeyRight},
		"up": {Code: tea.KeyUp}, "down": {Code: tea.KeyDown}, "pgup": {Code: tea.KeyPgUp}, "ctrl+c": {Code: 'c', Mod: tea.ModCtrl}}
	for _, name := range names {
		key, ok := special[name]
		if !ok {
			key = tea.Key{Code: rune(name[0]), Text: name}
		}
		p.send(tea.KeyPressMsg(key))
	}
}

func (p *player) sees(texts ...string) {
	p.Helper()
	content := p.View().Content
	for _, text := range texts {
		if !strings.Contains(content, text) {
			p.Errorf("%q is not on the screen:\n%s", text, content)
		}
	}
}

// ask shows a frame and then asks a question.
func (p *player) ask(f viewer.Frame, choices viewer.Choices) {
	p.Helper()
	choices.Turn = f.Turn
	p.send(frameMsg{f})
	p.send(askMsg{choices})
}

// start returns the start of a match of two players with three characters each.
func start() *hexabomb.State {
	b, err := hexabomb.NewBoard(termtest.HexagonMap(3, 2, 3), 2, 0)
	if err != nil {
		panic(err)
	}
	return hexabomb.NewState(b)
}

// hexagons returns the frame of the start with the number of a turn, and the choices of the first player.
func hexagons(turn int) (f viewer.Frame, first viewer.Choices) {
	s := start()
	games.PictureHexabomb(&f, s, 100, []viewer.Seat{{Name: "ann", Connected: true}, {Name: "bob", Connected: true}})
	f.Turn = turn
	return f, games.HexabombChoices(s, 0, nil)
}

// firstKey returns a letter that moves a token, and its action.
func firstKey(choices *viewer.Choices, token int) (key, do string) {
	for _, key := range []string{"w", "e", "a", "d", "z", "x"} {
		if c := choices.Find(token, hexabombKeys.pressed(key).Do); c.Refused == "" {
			return key, c.Do
		}
	}
	panic("it is locked in")
}

func TestPlayHexabomb(t *testing.T) {
	p := newPlayer(t, colorprofile.NoTTY)
	p.keys("q", "esc", "x") // there is nothing to play yet
	if p.quit || p.gaveUp > 0 {
		t.Fatal("quit before the match")
	}
	f, choices := hexagons(1)
	p.ask(f, choices)
	p.sees("A0: what to do?", "[A0 ?] A1 ?  A2 ?", "w e a d z x move", "q give up", "play bob at http://there", "turn 1 of 100")
	k0, d0 := firstKey(&choices, 0)
	k2, d2 := firstKey(&choices, 2)
	p.keys(k0)
	p.sees("A1: what to do?", "A0 "+hexabombKeys.sign(d0))
	p.keys("b")
	p.sees("A1: bomb: range, 2 to 4:")
	p.keys("1")
	p.sees("expected 2 to 4")
	p.keys("7")
	p.sees("expected 2 to 4")
	p.keys("w")
	p.sees("a number from 2 to 4 is expected")
	p.keys("3")
	p.sees("bomb of range 3, covers 13 cells: delay, 2 to 4:", "·×  ·×")
	p.keys("2")
	p.sees("A2: what to do?", "A1 ●3/2")
	p.keys("r")
	p.sees("A2 cannot revive: the character is alive")
	p.keys("j")
	p.sees("j is no key here")
	p.keys("enter")
	p.sees("Enter again sends")
	p.keys("u", "u", "u")
	p.sees("nothing is set yet", "[A0 ?]")
	p.keys("tab", "space", "shift+tab", "shift+tab")
	p.sees("A0: what to do?", "A1 stays")
	p.keys(k0, k2, "enter")
	want := []viewer.Wish{{Token: 0, Do: d0}, {Token: 2, Do: d2}}
	if !reflect.DeepEqual(p.sent, [][]viewer.Wish{want}) || p.turns[0] != 1 {
		t.Errorf("sent %v for %v, want %v", p.sent, p.turns, want)
	}
	p.sees("waiting for the others")
}

func TestPlayLateAndRefused(t *testing.T) {
	p := newPlayer(t, colorprofile.TrueColor)
	p.ask(hexagons(1))
	p.err = errors.New("token 0: refused by the match")
	p.keys("space", "space", "space", "enter")
	p.sees("refused by the match", "A2")
	p.err = nil
	next, _ := hexagons(2)
	p.send(frameMsg{next})
	p.sees("too late: the match went on")
	p.keys("space", "enter")
	if len(p.sent) > 0 {
		t.Errorf("sent %v", p.sent)
	}
	p.paused = false
	p.tick()
	p.ask(hexagons(3))
	if p.form != nil {
		t.Fatal("asked before the frame was seen")
	}
	p.tick()
	p.keys("enter", "enter")
	if !reflect.DeepEqual(p.turns, []int{3}) || len(p.sent[0]) != 0 {
		t.Errorf("sent %v for %v", p.sent, p.turns)
	}
}

func (p *player) tick() { p.send(tickMsg{p.clock}) }

func TestPlayGivesUp(t *testing.T) {
	p := newPlayer(t, colorprofile.NoTTY)
	p.ask(hexagons(1))
	p.keys("q", "space", "q")
	if p.gaveUp > 0 {
		t.Error("a key between two q")
	}
	p.sees("q again gives up")
	p.keys("q")
	if p.gaveUp != 1 || p.quit || p.form != nil {
		t.Errorf("gave up %d, quit %t", p.gaveUp, p.quit)
	}
	p.keys("q")
	if !p.quit {
		t.Error("q does not quit")
	}
	p = newPlayer(t, colorprofile.NoTTY)
	p.ask(hexagons(1))
	p.keys("ctrl+c")
	if !p.quit {
		t.Error("Ctrl-C does not quit")
	}
}

func TestPlayBomberman(t *testing.T) {
	m, err := bomberman.Generate(bomberman.DefaultSettings(), 2, 5)
	if err != nil {
		t.Fatal(err)
	}
	s := bomberman.NewState(m)
	p := newPlayer(t, colorprofile.ANSI256)
	round := func(moved ...bomberman.Command) (viewer.Frame, viewer.Choices) {
		if moved != nil {
			s.Step(moved, nil)
		}
		var f viewer.Frame
		games.PictureBomberman(&f, s, []viewer.Seat{{Name: "ann"}, {Name: "bob"}})
		return f, games.BombermanChoices(s, 0, nil)
	}
	p.ask(round())
	p.sees("A: what to do?", "z bomb", "x trigger")
	p.keys("w")
	p.sees("A cannot go up: a wall is in the way")
	p.keys("x")
	p.sees("A cannot trigger a bomb: no bomb waits to be triggered")
	p.keys("z")
	p.ask(round(bomberman.PlaceBomb, bomberman.Nothing))
	p.tick()
	p.keys("z")
	p.sees("A cannot put down a bomb: no bomb is left in the bag")
	p.keys("x")
	p.ask(round(bomberman.Nothing, bomberman.Nothing))
	p.tick()
	p.keys("space")
	p.ask(round(bomberman.Nothing, bomberman.Nothing))
	p.tick()
	p.keys("right")
	want := [][]viewer.Wish{{{Do: "bomb"}}, {{Do: "trigger"}}, {}, {{Do: "right"}}}
	if !reflect.DeepEqual(p.sent, want) {
		t.Errorf("sent %v, want %v", p.sent, want)
	}
}

// TestPlayBigBombs: the special player's numbers may have several digits. Enter ends a number that could grow.
func TestPlayBigBombs(t *testing.T) {
	b, err := hexabomb.NewBoard(termtest.HexagonMap(3, 2, 2), 2, 1)
	if err != nil {
		t.Fatal(err)
	}
	var f viewer.Frame
	s := hexabomb.NewState(b)
	games.PictureHexabomb(&f, s, 100, nil)
	choices := games.HexabombChoices(s, 0, nil)
	p := newPlayer(t, colorprofile.NoTTY)
	p.ask(f, choices)
	p.keys("b", "1", "backspace", "2", "enter", "1", "0", "0", "enter")
	if want := [][]viewer.Wish{{{Do: "bomb", Range: 2, Delay: 100}}}; !reflect.DeepEqual(p.sent, want) {
		t.Errorf("sent %v, want %v", p.sent, want)
	}
	p.sees("waiting for the others")
	p = newPlayer(t, colorprofile.NoTTY)
	p.ask(f, choices)
	p.keys("b", "esc", "b", "5", "enter", "u")
	p.sees("A0: what to do?")
}

// TestPlayFitsTheScreen: the keys are on the neighbours, whatever the size of the terminal, and nothing leaves it.
func TestPlayFitsTheScreen(t *testing.T) {
	for _, profile := range []colorprofile.Profile{colorprofile.NoTTY, colorprofile.ANSI, colorprofile.TrueColor} {
		p := newPlayer(t, profile)
		p.ask(hexagons(1))
		for _, size := range [][2]int{{200, 60}, {80, 24}, {40, 14}, {20, 8}, {3, 2}, {0, 0}, {100, 30}} {
			p.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
			termtest.CheckText(t, p.View().Content, size[0], size[1], profile != colorprofile.NoTTY)
		}
	}
	p := newPlayer(t, colorprofile.NoTTY)
	f, choices := hexagons(1)
	p.ask(f, choices)
	key, _ := firstKey(&choices, 0)
	p.sees("›A0‹", " "+key+" ")
}

// TestPlayRevival2018: by the rules of 2018 the key of a revival moves from one free cell to the next.
func TestPlayRevival2018(t *testing.T) {
	b, err := hexabomb.V2018.NewBoard(termtest.HexagonMap(2, 2, 1), 2, 0)
	if err != nil {
		t.Fatal(err)
	}
	s := hexabomb.NewState(b)
	s.Step([]hexabomb.Action{{Kind: hexabomb.DropBomb, Range: 2, Delay: 2}}, nil)
	for s.Character(0).Alive || s.Character(0).ReviveDelay > 0 {
		s.Step(nil, nil)
	}
	var f viewer.Frame
	games.PictureHexabomb(&f, s, 100, []viewer.Seat{{Name: "ann", Connected: true}, {Name: "bob", Connected: true}})
	choices := games.HexabombChoices(s, 0, nil)
	places := choices.Find(0, "revive").Places
	first := slices.Index(places, choices.Pieces[0].Cell)
	if len(places) < 3 || first < 0 {
		t.Fatalf("%+v", choices)
	}
	for presses := 1; presses <= 3; presses++ {
		p := newPlayer(t, colorprofile.NoTTY)
		p.ask(f, choices)
		for range presses {
			p.keys("r")
			p.sees("r again takes another cell")
		}
		p.keys("enter")
		want := [][]viewer.Wish{{{Do: "revive", Cell: places[(first+presses-1)%len(places)]}}}
		if !reflect.DeepEqual(p.sent, want) {
			t.Errorf("after %d presses %v was sent, want %v", presses, p.sent, want)
		}
	}
}

var hexabombKeys = keysOf(games.Hexabomb().Legend, nil)

// TestKeysOfAnyGame: the keys and their help are those of the game, and numbers where it has none.
func TestKeysOfAnyGame(t *testing.T) {
	for name, c := range map[string]struct {
		legend *viewer.Legend
		help   string
		do     map[string]string // by key; "": none
	}{
		"hexabomb": {games.Hexabomb().Legend, "w e a d z x move, b bomb, r revive, space nothing, tab next, u undo, Enter send, q give up",
			map[string]string{"w": "z+", "e": "y+", "a": "x-", "d": "x+", "z": "y-", "x": "z-", "b": "bomb", "r": "revive", "left": "x-",
				"right": "x+", "home": "z+", "up": "z+", "pgup": "y+", "end": "y-", "pgdown": "z-", "down": "z-", "s": ""}},
		"bomberman": {games.Bomberman().Legend, "w a s d move, z bomb, x trigger, space nothing, q give up",
			map[string]string{"w": "up", "a": "left", "s": "down", "d": "right", "z": "bomb", "x": "trigger", "up": "up", "left": "left", "1": ""}},
		"without a legend": {nil, "1 hop, 2 rest, space nothing, tab next, u undo, Enter send, q give up", map[string]string{"1": "hop", "2": "rest", "3": "", "w": ""}},
	} {
		keys := keysOf(c.legend, &viewer.Choices{Pieces: []viewer.Piece{{Choices: []viewer.Choice{{Do: "hop"}, {Do: "rest"}}}, {Choices: []viewer.Choice{{Do: "rest"}}}}})
		if got := strings.Join(keys.help(), ", "); got != c.help {
			t.Errorf("%s: the help is %q, expected %q", name, got, c.help)
		}
		for key, want := range c.do {
			got := ""
			if pressed := keys.pressed(key); pressed != nil {
				got = pressed.Do
			}
			if got != want {
				t.Errorf("%s: %s means %q, expected %q", name, key, got, want)
			}
		}
	}
}
