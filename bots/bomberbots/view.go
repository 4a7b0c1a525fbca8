package bomberbots

import "blastyard/bomberman"

// view is what a player may see of a state, with blocks numbered row by row from 0.
type view struct {
	width, blocks int
	me            int // the player who looks
	walls         []bomberman.Wall
	powers        []bomberman.PowerUp // open ones only
	bombs         []bomb
	bombOn        []int16 // by block: which bomb, or none
	players       []fighter
	others        set // blocks of the living players but me
}

// bomb is a bomb as a forecast sees it.
type bomb struct {
	at, owner, radius int
	timer             int // it explodes in this round at the latest; the coming round is 1
	trigger           int // its owner cannot make it explode before this round
}

// fighter is a player as another sees it.
type fighter struct {
	at    int
	alive bool
	bag   int
	onMap int
	reach int
}

const none = -1

func (v *view) fit(m *bomberman.Map, me int) {
	n := len(m.Blocks)
	*v = view{width: m.Width, blocks: n, me: me, walls: make([]bomberman.Wall, n), powers: make([]bomberman.PowerUp, n),
		bombOn: make([]int16, n), players: make([]fighter, m.Players()), others: newSet(n)}
}

// read takes over what a state shows. What lies under soft walls stays unknown.
func (v *view) read(s *bomberman.State) {
	i := 0
	for y := 1; i < v.blocks; y++ {
		for x := 1; x <= v.width; x++ {
			c := s.At(bomberman.Pos{X: x, Y: y})
			v.walls[i], v.powers[i], v.bombOn[i] = c.Wall, c.PowerUp, none
			if c.Wall != bomberman.NoWall {
				v.powers[i] = bomberman.NoPowerUp
			}
			i++
		}
	}
	v.bombs = v.bombs[:0]
	for i := range s.NumBombs() {
		b := s.Bomb(i)
		v.bombOn[v.block(b.At)] = int16(i)
		v.bombs = append(v.bombs, bomb{at: v.block(b.At), owner: b.Owner, radius: b.Radius, timer: max(1, b.Timer), trigger: 2})
	}
	clear(v.others)
	for k := range v.players {
		p := s.Player(k)
		v.players[k] = fighter{at: v.block(p.At), alive: p.Alive, bag: p.Bag, onMap: p.OnMap, reach: p.Radius}
		if p.Alive && k != v.me {
			v.others.add(v.block(p.At))
		}
	}
}

func (v *view) block(p bomberman.Pos) int { return (p.Y-1)*v.width + p.X - 1 }

func (v *view) self() fighter { return v.players[v.me] }

// placed is the bomb that a player would place in the coming round where it stands.
func (v *view) placed(k, multiplier int) bomb {
	p := v.players[k]
	return bomb{at: p.at, owner: k, radius: p.reach, timer: min(longestTimer, multiplier*p.bag) + 2, trigger: 3}
}

const longestTimer = 9 // of a bomb when it is placed, less the round of placing

// distance is how many steps two blocks lie apart without walls.
func (v *view) distance(a, b int) int {
	dx, dy := a%v.width-b%v.width, a/v.width-b/v.width
	return max(dx, -dx) + max(dy, -dy)
}
