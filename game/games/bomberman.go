package games

import (
	"encoding/json"
	"fmt"
	"math"

	"blastyard/bots/bomberbots"
	"blastyard/game"
	"blastyard/game/viewer"
	"blastyard/internal/jsonerror"
	"blastyard/rules/bomberman"
	"blastyard/rules/bomberman/wire"
)

// Bomberman returns 2016-Bomberman.
func Bomberman() *game.Kind {
	return &game.Kind{
		Name:      "bomberman",
		Rules:     bomberman.RulesVersion,
		Parts:     [game.NumParts]string{"walls", "players", "bombs", "explosions", "points"},
		Protocol:  game.Rounds,
		MaxSeed:   math.MaxInt32,
		MinSeed:   math.MinInt32,
		Bots:      bomberbots.Names(),
		Usual:     []string{"hunter", "hunter", "hunter", "reference"},
		Seats:     func(game.Map) int { return bomberman.MaxPlayers },
		StateOnly: true,
		Called:    "2016-Bomberman",
		Title:     func(s game.Setup) string { return fmt.Sprintf("2016-Bomberman for %d players", s.Players) },
		Legend:    &bombermanLegend,
		Goal:      bombermanGoal,
		Draw:      drawBomberman,
		New:       newBomberman,
	}
}

// BombermanPlayers returns the smallest and largest number of players of a match of 2016-Bomberman.
func BombermanPlayers() (least, most int) { return bomberman.MinPlayers, bomberman.MaxPlayers }

// BombermanMap returns the map of 2016-Bomberman for a seed, one line for each row, as map.txt shows it before the
// first round. With reveal it also shows the power-ups under walls.
func BombermanMap(players int, seed int32, reveal bool) ([]byte, error) {
	m, err := bomberman.Generate(bomberman.DefaultSettings(), players, seed)
	if err != nil {
		return nil, err
	}
	var text []byte
	for y := 1; y <= m.Height; y++ {
		text = append(wire.AppendRow(text, m, y, reveal), '\n')
	}
	return text, nil
}

func drawBomberman(f *viewer.Frame, state []byte, turn, turns, _ int, seats []viewer.Seat) error {
	if err := drawBombermanState(f, state, seats); err != nil {
		return err
	}
	f.Turn = turn
	limitTurns(f, turns)
	return nil
}

// limitTurns limits the turns of a frame, for a match that may end before the rules end it. 0 means no limit.
func limitTurns(f *viewer.Frame, turns int) {
	if turns > 0 {
		f.Turns = min(turns, f.Turns)
	}
}

func newBomberman(s game.Setup) (game.Match, error) {
	if err := checkPlayers(&s); err != nil {
		return nil, err
	}
	if s.Specials != 0 {
		return nil, setupError{fmt.Errorf("%d special players, expected none in bomberman", s.Specials)}
	}
	m := &bombermanMatch{settings: bomberman.DefaultSettings(), names: bombermanNames(&s)}
	if len(s.Map.Settings) > 0 {
		if err := jsonerror.Strict(s.Map.Settings, &m.settings); err != nil {
			return nil, setupError{fmt.Errorf("map.settings: %w", err)}
		}
	}
	var err error
	if m.generator, err = bomberman.NewGenerator(m.settings, s.Players); err != nil {
		return nil, setupError{err}
	}
	m.asked, m.commands, m.failed = make([]bombermanAsked, s.Players), make([]bomberman.Command,
		s.Players), make([]bool, s.Players)
	if err := m.RestartSecret(s.Seed, s.Secret); err != nil {
		return nil, err
	}
	return m, nil
}

// bombermanNames returns the players' names in the initial state. Without one, players are called by their keys.
func bombermanNames(s *game.Setup) wire.Text {
	var start struct {
		RegisteredPlayerEntities []struct{ Name string }
	}
	if len(s.State) > 0 {
		_ = json.Unmarshal(s.State, &start) // an unreadable state differs from the simulation, which is reported later
	}
	names := make([]string, s.Players)
	for k := range names {
		if k < len(start.RegisteredPlayerEntities) {
			names[k] = start.RegisteredPlayerEntities[k].Name
		} else {
			names[k] = string(bomberman.Key(k))
		}
	}
	return wire.Text{Names: names}
}

// bombermanSeed returns the seed of a map. Seeds have 32 bits with a sign. Of a longer one the lowest 31 bits count.
func bombermanSeed(seed uint64) int32 {
	if s := int64(seed); s >= math.MinInt32 && s <= math.MaxInt32 {
		return int32(s)
	}
	return int32(seed & math.MaxInt32)
}
