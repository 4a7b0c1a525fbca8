package replay

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"blastyard/bomberman"
	"blastyard/game"
	"blastyard/hexabomb"
	"blastyard/hexabomb/wire"
)

// ErrNoRules says that a replay cannot be played again, only looked at: the rules of its game are not known here.
var ErrNoRules = errors.New("replay: no rules for this game")

// Game is a match that is played again: a state of the one game or the other, the other being nil.
type Game struct {
	Hexabomb  *hexabomb.State
	Bomberman *bomberman.State

	actions    []hexabomb.Action
	unreadable []wire.Unreadable
	refusals   []hexabomb.Refusal

	commands []bomberman.Command
	failed   []bool
}

// NewGame sets up the start of a match. The error is ErrNoRules for games that are neither hexabomb nor bomberman.
func NewGame(h *Header) (*Game, error) {
	switch h.Game {
	case Hexabomb:
		b, err := board(h)
		if err != nil {
			return nil, err
		}
		return &Game{Hexabomb: hexabomb.NewState(b)}, nil
	case Bomberman:
		settings := bomberman.DefaultSettings()
		if len(h.Map.Settings) > 0 {
			d := json.NewDecoder(bytes.NewReader(h.Map.Settings))
			d.DisallowUnknownFields()
			if err := d.Decode(&settings); err != nil {
				return nil, fmt.Errorf("replay: header: map.settings: %w", err)
			}
		}
		m, err := bomberman.Generate(settings, len(h.Players), int32(int64(h.Seed)))
		if err != nil {
			return nil, fmt.Errorf("replay: header: %w", err)
		}
		return &Game{Bomberman: bomberman.NewState(m), commands: make([]bomberman.Command, m.Players()), failed: make([]bool, m.Players())}, nil
	default:
		return nil, fmt.Errorf("%w: %s", ErrNoRules, shorten(h.Game))
	}
}

// board is the board of a match of hexabomb: that of the map file, or what the state at the start shows.
func board(h *Header) (*hexabomb.Board, error) {
	var m *hexabomb.Map
	var err error
	if len(h.Map.File) == 0 && len(h.State) > 0 {
		if m, err = mapOf(h); err != nil {
			return nil, fmt.Errorf("%w: header: state: %w", ErrNoRules, err)
		}
	} else if m, err = wire.DecodeMap(h.Map.File); err != nil {
		return nil, fmt.Errorf("replay: header: map.file: %w", err)
	}
	specials := 0
	for _, p := range h.Players {
		if p.Special {
			specials++
		}
	}
	b, err := hexabomb.NewBoard(m, len(h.Players)-specials, specials)
	if err != nil {
		return nil, fmt.Errorf("replay: header: %w", err)
	}
	return b, nil
}

// mapOf makes a map of a state at the start of a match of hexabomb.
func mapOf(h *Header) (*hexabomb.Map, error) {
	type coord struct{ Q, R int }
	var state struct {
		Cells      []coord
		Characters []struct {
			coord
			Color, ID int
		}
	}
	if err := json.Unmarshal(h.State, &state); err != nil {
		return nil, err
	}
	m := &hexabomb.Map{}
	for _, c := range state.Cells {
		m.Cells = append(m.Cells, hexabomb.Coord(c))
	}
	starts := make([][]hexabomb.Coord, len(h.Players))
	for i, c := range state.Characters {
		if c.ID != i {
			return nil, fmt.Errorf("characters[%d].id is %d, expected %d", i, c.ID, i)
		}
		if c.Color < 1 || c.Color > len(starts) {
			return nil, fmt.Errorf("characters[%d].color is %d, expected 1 to %d", i, c.Color, len(starts))
		}
		starts[c.Color-1] = append(starts[c.Color-1], hexabomb.Coord(c.coord))
	}
	if len(starts) > 0 && h.Players[0].Special {
		m.SpecialStarts, starts = starts[0], starts[1:]
	}
	m.Starts = starts
	return m, nil
}

// Play plays a turn. It returns the actions that changed nothing, by move, in the words of the replay; the list is valid for
// as long as the caller likes. Of a move without actions, and of a player without a move, nothing is asked.
func (g *Game) Play(t *Turn) ([]Refused, error) {
	players := g.players()
	for i, m := range t.Moves {
		if err := player(fmt.Sprintf("moves[%d].p", i), m.Player, players); err != nil {
			return nil, fmt.Errorf("replay: turn %d: %w", t.Turn, err)
		}
	}
	if g.Hexabomb != nil {
		return g.playHexabomb(t), nil
	}
	return g.playBomberman(t)
}

// Advance plays a turn like Play, for who does not ask what was refused.
func (g *Game) Advance(t *Turn) error {
	if g.Hexabomb == nil {
		_, err := g.Play(t)
		return err
	}
	g.actions = g.actions[:0]
	for i, m := range t.Moves {
		if err := player(fmt.Sprintf("moves[%d].p", i), m.Player, g.players()); err != nil {
			return fmt.Errorf("replay: turn %d: %w", t.Turn, err)
		}
		if len(m.Actions) > 0 {
			g.actions, _ = wire.AppendActions(g.actions, m.Player, m.Actions, nil) // what is no array asks for nothing
		}
	}
	g.Hexabomb.Step(g.actions, nil)
	return nil
}

// Clone returns a game that stands where g does and shares nothing with it but the board.
func (g *Game) Clone() *Game {
	if g.Hexabomb != nil {
		return &Game{Hexabomb: g.Hexabomb.Clone()}
	}
	return &Game{Bomberman: g.Bomberman.Clone(), commands: make([]bomberman.Command, len(g.commands)), failed: make([]bool, len(g.failed))}
}

func (g *Game) playHexabomb(t *Turn) []Refused {
	g.actions, g.unreadable, g.refusals = g.actions[:0], g.unreadable[:0], g.refusals[:0]
	for _, m := range t.Moves {
		if len(m.Actions) == 0 {
			continue
		}
		var err error
		if g.actions, err = wire.AppendActions(g.actions, m.Player, m.Actions, &g.unreadable); err != nil {
			g.unreadable = append(g.unreadable, wire.Unreadable{Player: m.Player, Why: err.Error()})
		}
	}
	g.Hexabomb.Step(g.actions, &g.refusals)
	var refused []Refused
	for _, u := range g.unreadable {
		refused = append(refused, Refused{Player: u.Player, Reason: u.Why})
	}
	for _, r := range g.refusals {
		refused = append(refused, Refused{Player: int(r.Action.Player), Action: r.Action.String(), Reason: r.Reason.String()})
	}
	return refused
}

func (g *Game) playBomberman(t *Turn) ([]Refused, error) {
	clear(g.commands)
	for i, m := range t.Moves {
		c, err := command(m.Actions)
		if err != nil {
			return nil, fmt.Errorf("replay: turn %d: moves[%d].a is %w", t.Turn, i, err)
		}
		g.commands[m.Player] = bomberman.Command(c)
	}
	g.Bomberman.Step(g.commands, g.failed)
	var refused []Refused
	for _, m := range t.Moves {
		if g.failed[m.Player] {
			refused = append(refused, Refused{Player: m.Player, Action: g.commands[m.Player].String(), Reason: "not possible"})
		}
	}
	return refused, nil
}

func (g *Game) players() int {
	if g.Hexabomb != nil {
		return g.Hexabomb.Board().NumPlayers()
	}
	return g.Bomberman.Map().Players()
}

// Hash is the hash of the state.
func (g *Game) Hash() Hash {
	if g.Hexabomb != nil {
		return game.HashHexabomb(g.Hexabomb)
	}
	return game.HashBomberman(g.Bomberman)
}

// Winner is who would win if the match ended here, -1 for no player.
func (g *Game) Winner() int {
	if g.Hexabomb != nil {
		return g.Hexabomb.Winner()
	}
	return g.Bomberman.Winner()
}

// Scores are the scores, in bomberman the points, by player.
func (g *Game) Scores() []int {
	scores := make([]int, g.players())
	for p := range scores {
		if g.Hexabomb != nil {
			scores[p] = g.Hexabomb.Score(p)
		} else {
			scores[p] = g.Bomberman.Player(p).Points
		}
	}
	return scores
}

// Over tells whether the rules end the match here; hexabomb goes on for as long as it is asked to.
func (g *Game) Over() bool { return g.Bomberman != nil && g.Bomberman.Over() }
