package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"blastyard/game/games"
	"blastyard/game/viewer"
	"blastyard/rules/hexabomb"
	"blastyard/show/picture"
)

// A hexagons is a situation of hexabomb and what comes of it: NAME-0.svg is the start, NAME-1.svg the board after the
// first turn, and so on.
type hexagons struct {
	name  string
	start string // see hexabomb.State.String for the form
	turns []hexagonTurn
	skip  []int // boards that are not drawn
	width int   // of the pictures in pixels; 0: 300
	coord bool  // with coordinates
}

// A hexagonTurn is a turn and what the rules must make of it.
type hexagonTurn struct {
	actions []hexabomb.Action // players follow from the characters
	want    string            // the board after it, without turn and scores
	refused []hexabomb.Reason
}

func (x *hexagons) draw() ([]file, error) {
	s, err := hexabomb.ParseState(spread(x.start))
	if err != nil {
		return nil, err
	}
	var files []file
	for i := 0; ; i++ {
		if !slices.Contains(x.skip, i) {
			var f viewer.Frame
			games.PictureHexabomb(&f, s, 0, nil)
			o := picture.Options{Width: cmp.Or(x.width, 300), Coordinates: x.coord}
			drawn, err := drawFrame(fmt.Sprintf("%s-%d", x.name, i), &f, o)
			if err != nil {
				return nil, err
			}
			files = append(files, drawn)
		}
		if i == len(x.turns) {
			return files, nil
		}
		if err := x.turns[i].play(s); err != nil {
			return nil, fmt.Errorf("turn %d: %w", i+1, err)
		}
	}
}

// play plays the turn on s and compares.
func (t *hexagonTurn) play(s *hexabomb.State) error {
	actions := slices.Clone(t.actions)
	for i := range actions {
		actions[i].Player = uint16(s.Board().Owner(int(actions[i].Character)))
	}
	var refused []hexabomb.Refusal
	s.Step(actions, &refused)
	var reasons []hexabomb.Reason
	for _, r := range refused {
		reasons = append(reasons, r.Reason)
	}
	if !slices.Equal(reasons, t.refused) {
		return fmt.Errorf("refused are %v, expected %v", reasons, t.refused)
	}
	shown, err := s.Board().ParseState(spread(t.want))
	if err != nil {
		return err
	}
	p := shown.Snapshot()
	p.Turn = s.Turn()
	for k := range p.Scores {
		p.Scores[k] = s.Score(k)
	}
	want, err := s.Board().Restore(p)
	if err != nil {
		return err
	}
	if !want.Equal(s) {
		return errors.New("the rules give\n" + s.String() + "expected\n" + want.String())
	}
	return nil
}

func move(character uint16, d hexabomb.Direction) hexabomb.Action {
	return hexabomb.Action{Character: character, Kind: hexabomb.Move, Direction: d}
}

func drop(character uint16, reach, delay uint8) hexabomb.Action {
	return hexabomb.Action{Character: character, Kind: hexabomb.DropBomb, Range: reach, Delay: delay}
}

// revives is character 0's wish to come back.
var revives = hexabomb.Action{Kind: hexabomb.Revive}

func does(actions ...hexabomb.Action) []hexabomb.Action { return actions }

func because(reasons ...hexabomb.Reason) []hexabomb.Reason { return reasons }

// spread puts the words of a board of one row in columns; a _ leaves a place without a cell. Boards of several rows
// are in columns already.
func spread(text string) string {
	rows := strings.Split(text, "|")
	last := rows[len(rows)-1]
	if strings.Contains(last, "\n") {
		return strings.ReplaceAll(text, "_", " ")
	}
	var row strings.Builder
	for _, word := range strings.Fields(last) {
		fmt.Fprintf(&row, "%-8s", strings.ReplaceAll(word, "_", " "))
	}
	return strings.Join(append(rows[:len(rows)-1], row.String()), "|")
}
