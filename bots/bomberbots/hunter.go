package bomberbots

import "blastyard/rules/bomberman"

// style is how a bot that plans differs from reference, whose style is the zero value.
type style struct {
	hunts bool // it goes after the other players, the more the longer the game lasts
}

func newHunter(at seat) Bot { return newPlanner(at, style{hunts: true}) }

// What hunting is worth, for a hunter that is as eager as 1; see reference_goal.go.
const (
	eagerRounds = 25 // rounds in which a hunter grows more eager by 1
	mostEager   = 12
	mostNearer  = 8   // steps nearer to another player that count at a time
	nearerValue = 1   // a step nearer
	breakValue  = 4   // a bomb that breaks a wall on the way to another player
	besideValue = 6   // a bomb that reaches another player
	wallSteps   = 5   // steps that a soft wall on the way counts for
	far         = 1e4 // from all players
)

// eager is how much a hunter wants to meet others now, from 1.
func (r *planner) eager() int32 {
	return int32(min(1+r.round/eagerRounds, mostEager))
}

// bold reports whether it takes the risk that another player triggers a bomb beside it.
func (r *planner) bold() bool { return r.style.hunts }

// pursue makes blocks nearer to other players worth going to, and walls on the way there worth breaking.
func (r *planner) pursue() {
	r.prey.look(&r.v)
	eager, me := r.eager(), r.v.self()
	here := r.prey.steps[me.at]
	for b, w := range r.reach.when {
		if w == never {
			continue
		}
		if nearer := here - r.prey.steps[b]; nearer > 0 {
			r.values[b] += nearerValue * eager * min(nearer, mostNearer)
		}
		if !r.shuns(b) && r.breaksWay(b, me.reach) {
			r.spots[b] += breakValue * eager
		}
	}
	for k, p := range r.v.players {
		if k != r.player && p.alive {
			r.hunt(p.at, me.reach, besideValue*eager)
		}
	}
}

// breaksWay reports whether a bomb on a block breaks a wall that is on the way to another player.
func (r *planner) breaksWay(from, radius int) bool {
	for _, arm := range bomberman.Arms(r.v.Width, radius) {
		b := from
		for range arm.Reach {
			b += arm.Step
			wall := r.now.Wall(b)
			if wall == bomberman.SoftWall && r.prey.steps[b] < r.prey.steps[from] {
				return true
			}
			if wall != bomberman.NoWall {
				break
			}
		}
	}
	return false
}

// prey is how far it is from each block to the nearest other player, through soft walls, too.
type prey struct {
	steps []int32
	next  [wallSteps + 1][]int32 // blocks to look at, by steps from now
}

func (p *prey) fit(blocks int) {
	p.steps = make([]int32, blocks)
	for i := range p.next {
		p.next[i] = make([]int32, 0, blocks)
	}
}

func (p *prey) look(v *view) {
	for b := range p.steps {
		p.steps[b] = far
	}
	waiting := 0
	for b := range v.others.All() {
		p.steps[b] = 0
		p.next[0] = append(p.next[0], int32(b))
		waiting++
	}
	for steps := int32(0); waiting > 0; steps++ {
		now := &p.next[steps%int32(len(p.next))]
		for i := 0; i < len(*now); i++ {
			b := (*now)[i]
			waiting--
			if p.steps[b] != steps {
				continue
			}
			for _, step := range [...]int{1, -1, v.Width, -v.Width} {
				to, cost := int(b)+step, int32(1)
				switch v.Walls[to] {
				case bomberman.HardWall:
					continue
				case bomberman.SoftWall:
					cost = wallSteps
				case bomberman.NoWall:
				}
				if p.steps[to] > steps+cost {
					p.steps[to] = steps + cost
					at := (steps + cost) % int32(len(p.next))
					p.next[at] = append(p.next[at], int32(to))
					waiting++
				}
			}
		}
		*now = (*now)[:0]
	}
}
