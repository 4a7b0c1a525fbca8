package lessons

import (
	"context"
	"errors"

	"blastyard/arena"
	"blastyard/arena/record"
	"blastyard/game"
	"blastyard/game/games"
	"blastyard/rules/hexabomb"
)

// student is the id of the student's player, and of its first character.
const student = 0

// stateOf returns the state of a match of hexabomb.
func stateOf(m game.Match) *hexabomb.State { return m.State().(*hexabomb.State) }

// Config returns the config of the lesson's match. The caller must fill the first seat, the student's.
func (l *Lesson) Config() arena.Config {
	c := arena.Config{Game: "hexabomb", Map: l.mapName(), Turns: l.Turns, Seed: uint64(l.Number),
		Seats: []arena.Seat{{}}, IDs: []int{student}}
	for i, r := range l.rivals {
		c.Seats = append(c.Seats, arena.Seat{Name: r.name, Player: r})
		c.IDs = append(c.IDs, i+1)
	}
	return c
}

// mapName returns the name of the board.
func (l *Lesson) mapName() string { return "lesson " + string(rune('0'+l.Number)) }

// Games returns the games of an arena that can play Config: hexabomb with the board of the lesson as its map.
func (l *Lesson) Games() []*game.Kind {
	kind := games.Hexabomb()
	kind.OpenMap = func(string) (game.Map, error) {
		return game.Map{Name: l.mapName(), File: l.mapFile}, nil
	}
	return []*game.Kind{kind}
}

const mostReplay = 16 << 20 // limit of a replay in memory, in bytes

// Play plays lesson n with a player of this process, and returns the replay file.
func Play(ctx context.Context, n int, player arena.Player) (replay []byte, v Verdict, err error) {
	l, err := Find(n)
	if err != nil {
		return nil, v, err
	}
	c := l.Config()
	c.Seats[0] = arena.Seat{Name: "student", Player: player}
	memory := record.NewMemory(mostReplay)
	recorder := record.New(record.Options{Memory: memory, Software: "blastyard, lesson"})
	judge := l.Judge()
	_, err = (&arena.Arena{Games: l.Games()}).Play(ctx, c, judge, l.Mark(recorder))
	if err = errors.Join(err, recorder.Err()); err != nil {
		return nil, v, err
	}
	replay, err = memory.Content()
	return replay, judge.Verdict(), err
}
