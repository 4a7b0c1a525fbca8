package wire

import (
	"math/rand/v2"
	"strconv"
	"testing"

	"blastyard/internal/enginetest"
	"blastyard/rules/bomberman"
)

// TestEngine runs the tests that both games must pass. No text of this game contains all of its state, so none can be
// read back.
func TestEngine(t *testing.T) {
	enginetest.Run(t, enginetest.Game[*bomberman.State, []bomberman.Command]{
		New: func(seed uint64) *bomberman.State {
			return newState(t, bomberman.MinPlayers+int(2*seed%(bomberman.MaxPlayers-bomberman.MinPlayers+1)), int32(seed))
		},
		Random: func(s *bomberman.State, rng *rand.Rand) []bomberman.Command {
			commands := make([]bomberman.Command, s.Map().Players())
			for k := range commands {
				commands[k] = bomberman.Command(rng.IntN(bomberman.NumCommands + 1))
			}
			return commands
		},
		Step: func(s *bomberman.State, commands []bomberman.Command) *bomberman.State {
			s.Step(commands, nil)
			return s
		},
		Copy: (*bomberman.State).Clone,
		Encode: func(s *bomberman.State) []byte {
			text := &Text{}
			for k := range s.Map().Players() {
				text.Names = append(text.Names, "Player "+strconv.Itoa(k+1))
			}
			return text.AppendConsole(text.AppendState(text.AppendMap(nil, s), s), s)
		},
		Seeds: 6, // 2, 4, 6, 8, 10 and 12 players
		Turns: 12,
	})
}
