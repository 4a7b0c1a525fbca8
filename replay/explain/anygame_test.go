package explain

import (
	"errors"
	"testing"

	"blastyard/game"
	"blastyard/game/tinygame"
	"blastyard/replay"
)

// TestUnknownGame: a game with known rules has no lessons if it is unknown what costs points in it.
func TestUnknownGame(t *testing.T) {
	r := &replay.Replay{Header: replay.Header{Game: tinygame.Name, Players: make([]replay.Player, 2)}}
	if lessons, err := Match(r, []*game.Kind{tinygame.Kind()}); !errors.Is(err, ErrUnknown) || lessons != nil {
		t.Errorf("%d lessons, %v", len(lessons), err)
	}
}
