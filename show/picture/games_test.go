package picture

import (
	"testing"

	"blastyard/bots/bomberbots"
	"blastyard/bots/hexabots"
	"blastyard/game/games"
	"blastyard/game/viewer"
	"blastyard/rules/bomberman"
	"blastyard/rules/hexabomb"
	"blastyard/rules/maps"
)

// playHexabomb returns the frames of a match of built-in bots. The special players come first.
func playHexabomb(tb testing.TB, mapName string, specials, turns int, names ...string) (*viewer.Header, []*viewer.Frame) {
	tb.Helper()
	m, err := maps.Load(mapName)
	if err != nil {
		tb.Fatal(err)
	}
	board, err := hexabomb.NewBoard(m, len(names)-specials, specials)
	if err != nil {
		tb.Fatal(err)
	}
	bots := make([]hexabots.Bot, len(names))
	seats := make([]viewer.Seat, len(names))
	for p, name := range names {
		if bots[p], err = hexabots.New(name, board, p, uint64(p+1)); err != nil {
			tb.Fatal(err)
		}
		seats[p] = viewer.Seat{Name: name, Connected: true, Micros: viewer.NoTime}
	}
	s := hexabomb.NewState(board)
	frames := make([]*viewer.Frame, turns+1)
	var actions []hexabomb.Action
	for t := range frames {
		frames[t] = &viewer.Frame{}
		games.PictureHexabomb(frames[t], s, turns, seats)
		actions = actions[:0]
		for i := range bots {
			actions = bots[(i+t)%len(bots)].Act(actions, s)
		}
		s.Step(actions, nil)
	}
	return showOf("hexabomb", "hexabomb on "+mapName, frames[0]), frames
}

// playBomberman returns the frames of a match of built-in bots.
func playBomberman(tb testing.TB, seed int32, turns int, names ...string) (*viewer.Header, []*viewer.Frame) {
	tb.Helper()
	m, err := bomberman.Generate(bomberman.DefaultSettings(), len(names), seed)
	if err != nil {
		tb.Fatal(err)
	}
	bots := make([]bomberbots.Bot, len(names))
	seats := make([]viewer.Seat, len(names))
	for p, name := range names {
		if bots[p], err = bomberbots.New(name, m, p, uint64(p+1)); err != nil {
			tb.Fatal(err)
		}
		seats[p] = viewer.Seat{Name: name, Connected: true, Micros: viewer.NoTime}
	}
	s := bomberman.NewState(m)
	frames := make([]*viewer.Frame, turns+1)
	for t := range frames {
		frames[t] = &viewer.Frame{}
		games.PictureBomberman(frames[t], s, seats)
		commands := make([]bomberman.Command, len(bots))
		for p, b := range bots {
			commands[p] = b.Act(s)
		}
		s.Step(commands, nil)
	}
	return showOf("bomberman", "2016-Bomberman, seed 7", frames[0]), frames
}

func showOf(game, title string, f *viewer.Frame) *viewer.Header {
	s := &viewer.Header{Game: game, Title: title}
	s.SetBoard(f)
	return s
}
