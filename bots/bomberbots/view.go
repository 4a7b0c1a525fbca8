package bomberbots

import (
	"blastyard/rules/bomberman"
	"blastyard/rules/bomberman/forecast"
)

// set is a set of blocks.
type set = forecast.Set

// view is what a player may see of a state.
type view struct {
	forecast.Board
	me      int // the player who looks
	players []fighter
	others  set // blocks of the living players but me
}

// fighter is a player as another sees it.
type fighter struct {
	at    int
	alive bool
	bag   int
	onMap int
	reach int
}

const none = forecast.None

func (v *view) fit(m *bomberman.Map, me int) {
	*v = view{Board: *forecast.NewBoard(m), me: me, players: make([]fighter, m.Players()),
		others: forecast.NewSet(len(m.Blocks))}
}

func (v *view) blocks() int { return len(v.Walls) }

// read takes over what a state shows.
func (v *view) read(s *bomberman.State) {
	v.Read(s)
	clear(v.others)
	for k := range v.players {
		p := s.Player(k)
		v.players[k] = fighter{at: v.Block(p.At), alive: p.Alive, bag: p.Bag, onMap: p.OnMap, reach: p.Radius}
		if p.Alive && k != v.me {
			v.others.Add(v.Block(p.At))
		}
	}
}

func (v *view) self() fighter { return v.players[v.me] }

// placed is the bomb that a player would place in the coming round where it stands.
func (v *view) placed(k int, settings bomberman.Settings) forecast.Bomb {
	p := v.players[k]
	return forecast.Bomb{At: p.at, Owner: k, Radius: p.reach, Timer: settings.Timer(p.bag) + 1, Trigger: 3}
}

// distance is how many steps two blocks lie apart without walls.
func (v *view) distance(a, b int) int {
	dx, dy := a%v.Width-b%v.Width, a/v.Width-b/v.Width
	return max(dx, -dx) + max(dy, -dy)
}
