package checkup

import (
	"path/filepath"
	"slices"
	"time"

	"blastyard/arena"
	"blastyard/game"
	"blastyard/game/games"
	"blastyard/rules/bomberman"
	"blastyard/rules/hexabomb"
)

// situation is a match that tests a bot. The bot has the first seat, or the second if there is a special player.
type situation struct {
	name      string
	turns     int    // 0: the game's default
	mapName   string // "": the game's default
	special   string // a built-in bot; "": there is no special player
	opponents []string
	id        int  // the player id of the bot; anyID: any
	odd       bool // the last opponent has oddName
	hurry     bool // the turns are too short for any bot, so being late is no fault
}

const anyID = -1

// seat returns the index of the bot's seat.
func (s *situation) seat() int {
	if s.special != "" {
		return 1
	}
	return 0
}

// plan says how the bots of a game are checked.
type plan struct {
	situations []situation
	maps       map[string]*hexabomb.Map // maps made for situations, by name; may be nil
	beaten     string                   // why the rules refuse an action that another player's move made impossible
	readable   string                   // the format of an action, as advice
}

// briefTurns is how many turns the only situation of a brief check has at most.
const briefTurns = 20

// shorten leaves the first situation, with few turns.
func (p *plan) shorten() {
	p.situations = p.situations[:1]
	if s := &p.situations[0]; s.turns == 0 || s.turns > briefTurns {
		s.turns = briefTurns
	}
}

// planFor returns the plan for a game: situations made for it, or general ones.
func planFor(k *game.Kind) plan {
	switch {
	case k.Name == games.Hexabomb().Name && k.Version == hexabomb.V2018.String():
		return plan2018()
	case k.Name == games.Hexabomb().Name:
		return plan{
			situations: hexabombSituations(),
			maps:       situationMaps(),
			beaten:     hexabomb.Move.String() + ": " + hexabomb.Occupied.String(),
			readable: `send {"id":…, "movement":"move"|"bomb"|"revive"} with direction, or bomb_range and ` +
				`bomb_delay`,
		}
	case k.Name == games.Bomberman().Name:
		return plan{situations: bombermanSituations()}
	default:
		usual := k.Usual[:min(len(k.Usual), 3)]
		return plan{situations: []situation{
			{name: "a plain match", opponents: usual, id: anyID},
			{name: "two players", opponents: usual[:1], id: 1},
			{name: "turns too short for anybody", opponents: usual[:1], id: anyID, hurry: true},
		}}
	}
}

// plan2018 is the plan for hexabomb without what the rules of 2018 do not have: special players, and more than one
// character for each player.
func plan2018() plan {
	p := plan{
		situations: slices.DeleteFunc(hexabombSituations(), func(s situation) bool { return s.special != "" }),
		maps:       situationMaps(),
		beaten:     hexabomb.Move.String() + ": " + hexabomb.Occupied.String(),
		readable: `send {"id":…, "movement":"move"|"bomb"|"revive"} with direction, or bomb_range and ` +
			`bomb_delay from 2 to 4, or revive_q and revive_r`,
	}
	for _, m := range p.maps {
		m.SpecialStarts = nil
		for player := range m.Starts {
			m.Starts[player] = m.Starts[player][:1]
		}
	}
	return p
}

// hexabombSituations are the situations for bots of hexabomb.
func hexabombSituations() []situation {
	return []situation{
		{name: "a plain match", turns: 60, opponents: []string{"greedy", "random", "idle"}, id: 2},
		{name: "many players", turns: 30, mapName: "many", id: 15,
			opponents: slices.Repeat([]string{"random", "greedy", "idle"}, 5)},
		{name: "no free cell", turns: 20, mapName: "full", opponents: slices.Repeat([]string{"idle"}, 6), id: anyID},
		{name: "a board of one cell", turns: 20, mapName: "one", id: anyID},
		{name: "its characters die and may come back", turns: 60, mapName: "small",
			opponents: []string{sapperName}, id: 1},
		{name: "all its characters are dead for ever", turns: 30, mapName: "star", special: sapperName,
			opponents: []string{"idle"}, id: anyID},
		{name: "sudden death", turns: 60, mapName: "maze4", special: "ghost", opponents: []string{"hunter"}, id: anyID},
		{name: "a big board", turns: 30, mapName: "big", opponents: []string{"random", "greedy", "idle"}, id: 3},
		{name: "turns too short for anybody", turns: 500, opponents: []string{"random"}, id: anyID, hurry: true},
	}
}

// oddName is a name that careless readers of JSON stumble on.
const oddName = `"{[é, \`

// bombermanSituations are the situations for bots of 2016-Bomberman.
func bombermanSituations() []situation {
	return []situation{
		{name: "two players, the first key", turns: 12, opponents: []string{"reference"}, id: 0, odd: true},
		{name: "dead neighbours, odd names", turns: 14, id: 1,
			opponents: []string{"random", "random", "idle"}, odd: true},
		{name: "twelve players, the last key", turns: 10, id: bomberman.MaxPlayers - 1,
			opponents: slices.Repeat([]string{"random"}, bomberman.MaxPlayers-1), odd: true},
	}
}

// tooShort is a time limit that no bot can meet.
const tooShort = 100 * time.Microsecond

// config returns the config of a situation's match.
func (c *checker) config(s *situation) arena.Config {
	cfg := arena.Config{Game: c.kind.Name, Map: s.mapName, Turns: s.turns, TurnTime: arena.Duration(c.cfg.Time),
		Sandbox: c.cfg.Sandbox, Env: c.cfg.Env, Starving: c.lastTry}
	if s.special != "" {
		cfg.Seats = append(cfg.Seats, arena.Seat{Bot: arena.BuiltinPrefix + s.special, Special: true})
	}
	cfg.Seats = append(cfg.Seats, c.cfg.Bot)
	for _, name := range s.opponents {
		cfg.Seats = append(cfg.Seats, arena.Seat{Bot: arena.BuiltinPrefix + name})
	}
	if s.odd {
		cfg.Seats[len(cfg.Seats)-1].Name = oddName
	}
	if len(s.opponents) == 0 {
		cfg.Players = 1 // the bot is alone
	}
	if s.id != anyID {
		for k := range cfg.Seats {
			id := k
			switch {
			case k == s.seat():
				id = s.id
			case k <= s.id:
				id = k - 1
			}
			cfg.IDs = append(cfg.IDs, id)
		}
	}
	if s.hurry {
		cfg.TurnTime = arena.Duration(tooShort)
	}
	if c.rounds() {
		cfg.LogDir = filepath.Join(c.dir, "folder of "+s.name) // a path with spaces
	}
	return cfg
}
