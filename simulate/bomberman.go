package simulate

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"

	"blastyard/bomberman"
	"blastyard/bomberman/wire"
	"blastyard/internal/english"
	"blastyard/internal/jsonappend"
	"blastyard/internal/jsonscan"
)

// Bomberman plays 2016-Bomberman from lines.
func Bomberman() Game { return &bombermanGame{generators: map[int]*bomberman.Generator{}} }

type bombermanGame struct {
	state      *bomberman.State // nil: no game
	reveal     bool
	text       wire.Text
	failed     []bool
	commands   []bomberman.Command
	buffer     []byte                       // of one text
	generators map[int]*bomberman.Generator // by players
}

func (b *bombermanGame) end() { b.state = nil }

// The fields of a line.
type bombermanLine struct{ players, seed, reveal, commands []byte }

func (b *bombermanGame) line(dst, line []byte) ([]byte, error) {
	var l bombermanLine
	scan := jsonscan.New(line)
	err := scan.Fields(func(key []byte) error {
		value, err := scan.Value()
		switch string(key) {
		case "players":
			l.players = value
		case "seed":
			l.seed = value
		case "reveal":
			l.reveal = value
		case "commands":
			l.commands = value
		}
		return err
	})
	switch {
	case err != nil || !scan.AtEnd():
		return dst, errors.New("the line is not a JSON object")
	case l.commands != nil:
		err = b.round(l.commands)
	case l.players != nil:
		err = b.start(l)
	default:
		err = errors.New(`the line has neither field "players" (to start a game) nor "commands" (to play a round)`)
	}
	if err != nil {
		return dst, err
	}
	dst = b.append(dst)
	if l.commands == nil && b.reveal {
		dst = b.appendRows(append(dst, ','))
	}
	return append(dst, '}'), nil
}

func (b *bombermanGame) start(l bombermanLine) error {
	if b.state != nil {
		return errors.New("a game is being played; end it with an empty line first")
	}
	players, ok := jsonscan.ParseInt(l.players)
	if !ok || players < bomberman.MinPlayers || players > bomberman.MaxPlayers {
		return fmt.Errorf("players is %s, expected an integer from %d to %d", brief(l.players), bomberman.MinPlayers,
			bomberman.MaxPlayers)
	}
	if l.seed == nil {
		return errors.New("field seed is missing")
	}
	seed, ok := jsonscan.ParseInt(l.seed)
	if !ok || seed < math.MinInt32 || seed > math.MaxInt32 {
		return fmt.Errorf("seed is %s, expected an integer from %d to %d", brief(l.seed), math.MinInt32, math.MaxInt32)
	}
	reveal := false
	if l.reveal != nil && json.Unmarshal(l.reveal, &reveal) != nil {
		return fmt.Errorf("reveal is %s, expected true or false", brief(l.reveal))
	}
	g := b.generators[int(players)]
	if g == nil {
		var err error
		if g, err = bomberman.NewGenerator(bomberman.DefaultSettings(), int(players)); err != nil {
			return err
		}
		b.generators[int(players)] = g
	}
	m, err := g.Generate(int32(seed))
	if err != nil {
		return err
	}
	b.state, b.reveal, b.failed, b.text.Names = bomberman.NewState(m), reveal, make([]bool, players), nil
	for k := range players {
		b.text.Names = append(b.text.Names, fmt.Sprintf("Player %d", k+1))
	}
	return nil
}

// brief is the beginning of a JSON value, for errors.
func brief(value []byte) string {
	const most = 40
	if len(value) > most {
		return string(value[:most]) + "..."
	}
	return string(value)
}

func (b *bombermanGame) round(commands []byte) error {
	if b.state == nil {
		return errors.New("no game is being played; start one with players and a seed")
	}
	scan := jsonscan.New(commands)
	if scan.Kind() != jsonscan.Array {
		return fmt.Errorf("commands is %s, expected an array", brief(commands))
	}
	b.commands = b.commands[:0]
	err := scan.Elements(func() error {
		value, err := scan.Value()
		if err != nil {
			return err
		}
		n, ok := jsonscan.ParseInt(value)
		if !ok {
			return fmt.Errorf("commands[%d] is %s, expected an integer", len(b.commands), brief(value))
		}
		command := bomberman.Nothing
		if n > 0 && n < bomberman.NumCommands {
			command = bomberman.Command(n)
		}
		b.commands = append(b.commands, command)
		return nil
	})
	if err != nil {
		return err
	}
	if players := b.state.Map().Players(); len(b.commands) != players {
		return fmt.Errorf("commands has %s, expected %d, one for each player", english.Count(len(b.commands), "number"),
			players)
	}
	b.state.Step(b.commands, b.failed)
	return nil
}

// append appends the answer but for its closing brace.
func (b *bombermanGame) append(dst []byte) []byte {
	s := b.state
	players := s.Map().Players()
	dst = strconv.AppendInt(append(dst, `{"round":`...), int64(s.Round()), 10)
	dst = strconv.AppendBool(append(dst, `,"over":`...), s.Over())
	dst = append(dst, `,"leaderboard":"`...)
	for _, k := range s.LeaderBoard() {
		dst = append(dst, bomberman.Key(k))
	}
	dst = append(dst, `","failed":`...)
	for k := range players {
		n := byte('0')
		if b.failed[k] {
			n = '1'
		}
		dst = append(dst, "[,"[min(k, 1)], n)
	}
	dst = append(dst, `],"killed_round":`...)
	for k := range players {
		dst = strconv.AppendInt(append(dst, "[,"[min(k, 1)]), int64(s.Player(k).KilledRound), 10)
	}
	b.buffer = b.text.AppendMap(b.buffer[:0], s)
	dst = jsonappend.Least(append(dst, `],"map":`...), b.buffer)
	b.buffer = b.text.AppendState(b.buffer[:0], s)
	dst = jsonappend.Least(append(dst, `,"state":`...), b.buffer)
	b.buffer = b.text.AppendConsole(b.buffer[:0], s)
	dst = jsonappend.Least(append(dst, `,"console":`...), b.buffer)
	return dst
}

// appendRows appends the rows of the map with what lies under the walls.
func (b *bombermanGame) appendRows(dst []byte) []byte {
	dst = append(dst, `"rows":`...)
	m := b.state.Map()
	for y := 1; y <= m.Height; y++ {
		b.buffer = wire.AppendRow(b.buffer[:0], m, y, true)
		dst = jsonappend.Least(append(dst, "[,"[min(y-1, 1)]), b.buffer)
	}
	return append(dst, ']')
}
