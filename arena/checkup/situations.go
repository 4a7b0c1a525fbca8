package checkup

import (
	"path/filepath"
	"slices"
	"time"

	"blastyard/arena"
	"blastyard/game"
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
	beaten     string // why the rules refuse an action that another player's move made impossible
	readable   string // the format of an action, as advice
	opponent   string // the built-in bot of Config.Games; empty: the strongest of the usual players

	// made opens a map that was made for situations; it returns false for any other name. nil: there are none.
	made func(name string) (m game.Map, ok bool, err error)
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

// extend returns the game with the maps of the plan, if it has any, and with the sapper bot, which needs such maps.
func (p *plan) extend(k *game.Kind) *game.Kind {
	more := *k
	if p.made == nil {
		return &more
	}
	more.Bots, more.Specials = append(slices.Clip(k.Bots), sapperName), append(slices.Clip(k.Specials), sapperName)
	more.New = func(s game.Setup) (game.Match, error) {
		m, err := k.New(s)
		if err != nil {
			return nil, err
		}
		return withSapper{m}, nil
	}
	more.OpenMap = func(name string) (game.Map, error) {
		if m, ok, err := p.made(name); ok {
			return m, err
		}
		return k.OpenMap(name)
	}
	return &more
}

// plans make the plans of the games that have some of their own, by name.
var plans = map[string]func(k *game.Kind) plan{}

// planFor returns the plan for a game: situations made for it, or those that every game has.
func planFor(k *game.Kind) plan {
	if of := plans[k.Name]; of != nil {
		return of(k)
	}
	return plan{situations: anySituations(k)}
}

// mostOpponents is how many bots play at most in a situation of a game without situations of its own.
const mostOpponents = 15

// anySituations are the situations for bots of any game.
func anySituations(k *game.Kind) []situation {
	var board game.Map
	if k.OpenMap != nil {
		board, _ = k.OpenMap("") // without a map there are no seats
	}
	most := max(0, min(k.Seats(board)-1, mostOpponents))
	usual := k.Usual[:min(len(k.Usual), 3, most)]
	if len(usual) == 0 {
		return []situation{{name: "a match alone", id: anyID},
			{name: "turns too short for anybody", id: anyID, hurry: true}}
	}
	list := []situation{
		{name: "a plain match", opponents: usual, id: anyID},
		{name: "two players", opponents: usual[:1], id: 1},
	}
	if most > len(usual) {
		many := make([]string, most)
		for i := range many {
			many[i] = usual[i%len(usual)]
		}
		list = append(list, situation{name: "many players, the last one", opponents: many, id: most})
	}
	return append(list,
		situation{name: "turns too short for anybody", opponents: usual[:1], id: anyID, hurry: true})
}

// oddName is a name that careless readers of JSON stumble on.
const oddName = `"{[é, \`

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
