package simulate

import (
	"fmt"
	"strconv"

	"blastyard/game"
	"blastyard/internal/english"
	"blastyard/internal/jsonappend"
	"blastyard/internal/jsonscan"
	"blastyard/rules/bomberman"
	"blastyard/rules/bomberman/wire"
)

func init() {
	ownLines["bomberman"] = ownForm{
		Text{"2016-Bomberman", bombermanHelp, `echo '{"players":2,"seed":1}' | blastyard simulate bomberman`},
		func(*game.Kind) (Game, error) { return Bomberman(), nil },
	}
}

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
	first bombermanStart

	commands   []bomberman.Command          // of all rounds of the line
	buffer     []byte                       // for one text
	generators map[int]*bomberman.Generator // by number of players
}

var bombermanNames = names{
	turn: "commands", turns: "rounds", forms: []string{"texts", "state", "brief"}, how: "players and a seed",
	neither: `the line has neither field "players" (to start a game) nor "commands" (to play a round)`,
}

func (b *bombermanRules) names() *names { return &bombermanNames }

func (b *bombermanRules) clear() { b.first, b.commands = bombermanStart{}, b.commands[:0] }

func (b *bombermanRules) field(key, value []byte) { b.first.field(key, value) }

func (b *bombermanRules) starts() bool { return b.first.players != nil || b.first.state != nil }

func (b *bombermanRules) begun(dst []byte, g *bombermanGame, q *request) []byte {
	if dst = b.answer(dst, g, q); g.reveal {
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

// readTurn parses the commands of a round.
func (b *bombermanRules) readTurn(name string, commands []byte, g *bombermanGame, _ *request) error {
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
	return nil
}

// playTurn plays round i of the line and appends the refused commands.
func (b *bombermanRules) playTurn(refused []byte, g *bombermanGame, q *request, i int) []byte {
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
		refused = appendRefused(refused, i)
		refused = append(append(refused, `,"player":"`...), bomberman.Key(k), '"')
		refused = jsonappend.Field(refused, "command", int(c))
		refused = append(jsonappend.Least(jsonappend.Name(refused, "reason"), why), '}')
	}
	return refused
}

// answer appends the state of a game.
func (b *bombermanRules) answer(dst []byte, g *bombermanGame, q *request) []byte {
	dst = g.append(dst)
	switch q.answer {
	case "brief":
		return g.appendBrief(dst)
	case "state":
		return g.text.AppendState(append(g.appendBrief(dst), `,"state":`...), g.state)
	default:
		return b.appendTexts(dst, g)
	}
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
	dst = appendEach(append(dst, '"'), "failed", players, func(dst []byte, k int) []byte {
		if g.failed[k] {
			return append(dst, '1')
		}
		return append(dst, '0')
	})
	return appendEach(dst, "killed_round", players, func(dst []byte, k int) []byte {
		return jsonappend.Int(dst, s.Player(k).KilledRound)
	})
}

// appendBrief appends the points of the players, and which of them live.
func (g *bombermanGame) appendBrief(dst []byte) []byte {
	players := g.state.Map().Players()
	dst = appendEach(dst, "points", players, func(dst []byte, k int) []byte {
		return jsonappend.Int(dst, g.state.Player(k).Points)
	})
	return appendEach(dst, "alive", players, func(dst []byte, k int) []byte {
		return strconv.AppendBool(dst, g.state.Player(k).Alive)
	})
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

// bombermanHelp describes the lines of Bomberman.
const bombermanHelp = `Read lines of JSON from standard input and answer each with a line.

  {"players":N,"seed":S}   starts a game of N players, 2 to 12; players are named Player 1, Player 2, ...
  {"state":STATE,"seed":D} starts a game from a state.json: the object, or a string that holds it
  {"commands":[C,...]}     plays a round: a command for each player by key, the dead too: 1 up, 2 left, 3 right, 4 down,
                           5 place bomb, 6 trigger, any other number nothing
  {"rounds":[[C,...],...]} plays several rounds and answers as the last one
  an empty line            ends the game; another may follow

The answer:

  {"round":R,"over":B,"leaderboard":"AB","failed":[0,0],"killed_round":[0,0],"map":"...","state":"...","console":"..."}

failed says by key whether the command was refused. map and state are the texts of map.txt and state.json. console
is what the original draws. With "reveal":true in the line that starts the game its answer has also "rows", those of
the map, in which 1 and 2 are soft walls over a bag and a radius power-up. Collisions are drawn from the seed: never as
in a match, also on a map of the same seed. Beside a state, "draw_power_ups":true draws those that walls must hide; else
walls hide none. "stood":[[{"X":x,"Y":y},...],...] are blocks that the players have covered, by key. "secret":HEX
beside players and a seed: the walls hide what they hide in a match with this secret, 32 hexadecimal digits.
` + commonHelp + `
  "answer":"brief"      the answer has no texts, but "points":[0,0],"alive":[true,true]
  "answer":"state"      likewise, with state.json as an object: "state":{...}`
