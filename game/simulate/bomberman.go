package simulate

import (
	"errors"
	"fmt"
	"strconv"

	"blastyard/internal/english"
	"blastyard/internal/jsonappend"
	"blastyard/internal/jsonscan"
	"blastyard/rules/bomberman"
	"blastyard/rules/bomberman/wire"
)

// Bomberman returns a Game that plays 2016-Bomberman.
func Bomberman() Game {
	return newSimulator(&bombermanRules{generators: map[int]*bomberman.Generator{}})
}

// bombermanGame is a game that is being played.
type bombermanGame struct {
	state  *bomberman.State
	reveal bool
	text   *wire.Text
	failed []bool // of the last round
}

// bombermanRules parses lines. Its data are valid until the line is answered.
type bombermanRules struct {
	first  bombermanStart
	single []byte // the commands of one round
	many   []byte // the commands of several rounds

	commands   []bomberman.Command          // of all rounds of the line
	rounds     int                          // number of rounds of the line
	buffer     []byte                       // for one text
	generators map[int]*bomberman.Generator // by number of players
}

func (b *bombermanRules) clear() {
	b.first, b.single, b.many, b.commands, b.rounds = bombermanStart{}, nil, nil, b.commands[:0], 0
}

func (b *bombermanRules) field(key, value []byte) {
	switch string(key) {
	case "commands":
		b.single = value
	case "rounds":
		b.many = value
	default:
		b.first.field(key, value)
	}
}

func (b *bombermanRules) wants() (start, play bool) {
	play = b.single != nil || b.many != nil
	return !play && (b.first.players != nil || b.first.state != nil), play
}

func (b *bombermanRules) usage() (neither, how string) {
	return `the line has neither field "players" (to start a game) nor "commands" (to play a round)`,
		"players and a seed"
}

func (b *bombermanRules) forms() []string { return []string{"texts", "state", "brief"} }

func (b *bombermanRules) begun(dst []byte, g *bombermanGame, q *request) []byte {
	if dst = b.answer(dst, g, q, nil); g.reveal {
		dst = b.appendRows(append(dst, ','), g)
	}
	return dst
}

func (b *bombermanRules) copy(g *bombermanGame, seed *uint64) *bombermanGame {
	c := &bombermanGame{reveal: g.reveal, text: g.text, failed: append([]bool(nil), g.failed...)}
	if seed != nil {
		c.state = g.state.SearchClone(*seed)
	} else {
		c.state = g.state.Clone()
	}
	return c
}

func (b *bombermanRules) read(g *bombermanGame, _ *request) error {
	if b.single != nil && b.many != nil {
		return errors.New("the line has both commands and rounds, expected one of them")
	}
	if b.single != nil {
		return b.readRound("commands", b.single, g)
	}
	scan := jsonscan.New(b.many)
	if scan.Kind() != jsonscan.Array {
		return fmt.Errorf("rounds is %s, expected an array of arrays like commands", brief(b.many))
	}
	return scan.Elements(func() error {
		value, err := scan.Value()
		if err != nil {
			return err
		}
		return b.readRound("rounds["+strconv.Itoa(b.rounds)+"]", value, g)
	})
}

// readRound parses the commands of a round.
func (b *bombermanRules) readRound(name string, commands []byte, g *bombermanGame) error {
	scan := jsonscan.New(commands)
	if scan.Kind() != jsonscan.Array {
		return fmt.Errorf("%s is %s, expected an array", name, brief(commands))
	}
	n := 0
	err := scan.Elements(func() error {
		value, err := scan.Value()
		if err != nil {
			return err
		}
		code, ok := jsonscan.ParseInt(value)
		if !ok {
			return fmt.Errorf("%s[%d] is %s, expected an integer", name, n, brief(value))
		}
		command := bomberman.Nothing
		if code > 0 && code < bomberman.NumCommands {
			command = bomberman.Command(code)
		}
		b.commands = append(b.commands, command)
		n++
		return nil
	})
	if err != nil {
		return err
	}
	if players := g.state.Map().Players(); n != players {
		return fmt.Errorf("%s has %s, expected %d, one for each player", name, english.Count(n, "number"), players)
	}
	b.rounds++
	return nil
}

func (b *bombermanRules) play(dst []byte, g *bombermanGame, q *request) []byte {
	if !q.all {
		var refused []byte
		for i := range b.rounds {
			refused = b.playRound(refused, g, q, i)
		}
		return b.answer(dst, g, q, refused)
	}
	dst = append(dst, `"rounds":[`...)
	for i := range b.rounds {
		if i > 0 {
			dst = append(dst, ',')
		}
		refused := b.playRound(nil, g, q, i)
		dst = append(b.answer(append(dst, '{'), g, q, refused), '}')
	}
	return append(dst, ']')
}

// playRound plays round i of the line and appends the refused commands.
func (b *bombermanRules) playRound(refused []byte, g *bombermanGame, q *request, i int) []byte {
	players := g.state.Map().Players()
	commands := b.commands[i*players : (i+1)*players]
	if !q.report {
		g.state.Step(commands, g.failed)
		return refused
	}
	before := make([]bomberman.Player, players)
	for k := range before {
		before[k] = g.state.Player(k)
	}
	g.state.Step(commands, g.failed)
	for k, c := range commands {
		why := wire.Refusal(c, g.failed[k], before[k], g.state.Player(k))
		if !before[k].Alive || why == "" {
			continue
		}
		if len(refused) > 0 {
			refused = append(refused, ',')
		}
		refused = strconv.AppendInt(append(refused, `{"turn":`...), int64(i), 10)
		refused = append(append(refused, `,"player":"`...), bomberman.Key(k), '"')
		refused = jsonappend.Field(refused, "command", int(c))
		refused = append(jsonappend.Least(jsonappend.Name(refused, "reason"), why), '}')
	}
	return refused
}

// answer appends the state of a game, and the refused commands.
func (b *bombermanRules) answer(dst []byte, g *bombermanGame, q *request, refused []byte) []byte {
	dst = g.append(dst)
	switch q.answer {
	case "brief":
		dst = g.appendBrief(dst)
	case "state":
		dst = g.text.AppendState(append(g.appendBrief(dst), `,"state":`...), g.state)
	default:
		dst = b.appendTexts(dst, g)
	}
	if q.report {
		dst = append(append(append(dst, `,"refused":[`...), refused...), ']')
	}
	return dst
}

// append appends the fields that every answer has.
func (g *bombermanGame) append(dst []byte) []byte {
	s := g.state
	players := s.Map().Players()
	dst = strconv.AppendInt(append(dst, `"round":`...), int64(s.Round()), 10)
	dst = strconv.AppendBool(append(dst, `,"over":`...), s.Over())
	dst = append(dst, `,"leaderboard":"`...)
	for _, k := range s.LeaderBoard() {
		dst = append(dst, bomberman.Key(k))
	}
	dst = append(dst, `","failed":`...)
	for k := range players {
		n := byte('0')
		if g.failed[k] {
			n = '1'
		}
		dst = append(dst, "[,"[min(k, 1)], n)
	}
	dst = append(dst, `],"killed_round":`...)
	for k := range players {
		dst = strconv.AppendInt(append(dst, "[,"[min(k, 1)]), int64(s.Player(k).KilledRound), 10)
	}
	return append(dst, ']')
}

// appendBrief appends the points of the players, and which of them live.
func (g *bombermanGame) appendBrief(dst []byte) []byte {
	players := g.state.Map().Players()
	dst = append(dst, `,"points":`...)
	for k := range players {
		dst = strconv.AppendInt(append(dst, "[,"[min(k, 1)]), int64(g.state.Player(k).Points), 10)
	}
	dst = append(dst, `],"alive":`...)
	for k := range players {
		dst = strconv.AppendBool(append(dst, "[,"[min(k, 1)]), g.state.Player(k).Alive)
	}
	return append(dst, ']')
}

// appendTexts appends the texts of the round.
func (b *bombermanRules) appendTexts(dst []byte, g *bombermanGame) []byte {
	b.buffer = g.text.AppendMap(b.buffer[:0], g.state)
	dst = jsonappend.Least(append(dst, `,"map":`...), b.buffer)
	b.buffer = g.text.AppendState(b.buffer[:0], g.state)
	dst = jsonappend.Least(append(dst, `,"state":`...), b.buffer)
	b.buffer = g.text.AppendConsole(b.buffer[:0], g.state)
	return jsonappend.Least(append(dst, `,"console":`...), b.buffer)
}

// appendRows appends the rows of the map, with the power-ups under the walls.
func (b *bombermanRules) appendRows(dst []byte, g *bombermanGame) []byte {
	dst = append(dst, `"rows":`...)
	m := g.state.Map()
	for y := 1; y <= m.Height; y++ {
		b.buffer = wire.AppendRow(b.buffer[:0], m, y, true)
		dst = jsonappend.Least(append(dst, "[,"[min(y-1, 1)]), b.buffer)
	}
	return append(dst, ']')
}
