package bomberman

// Step plays a round. commands are by player; those of the dead are ignored. If failed is not nil, it is set by
// player to whether the command was refused when its turn came. A move whose block was taken by another player is not
// refused. Step allocates nothing once its lists have grown.
func (s *State) Step(commands []Command, failed []bool) {
	s.clearExplosions()
	s.countDown()
	s.detonateDue()
	s.kill()
	s.obey(commands, failed)
	s.kill()
	s.takePowerUps()
	s.clearDestroyed()
	s.sortBombs()
	s.coverage()
	s.mem[headRound]++
}

// clearExplosions takes the explosions of the last round from the map.
func (s *State) clearExplosions() {
	for _, i := range s.blast[:s.mem[headBlast]] {
		s.blocks[i] &^= exploding
	}
	s.mem[headBlast] = 0
}

// countDown lowers every bomb's timer by 1.
func (s *State) countDown() {
	for i := range int(s.mem[headBombs]) {
		s.bomb(i)[bombTimer]--
	}
}

// kill kills every player on an exploding block. They leave the map at the end of the round.
func (s *State) kill() {
	if s.mem[headBlast] == 0 {
		return
	}
	for k := range s.board.Starts {
		p := s.player(k)
		dies := s.blocks[p[playerBlock]] & exploding / exploding &^ p[playerDead]
		p[playerDead] |= dies
		p[playerKilled] |= -dies & s.mem[headRound] // 0 before
	}
}

// obey executes the commands in the order of the players, then the wishes to move.
func (s *State) obey(commands []Command, failed []bool) {
	wishes := s.scratch.wishes
	for k := range wishes {
		wishes[k] = noWish
		ok := true
		if s.player(k)[playerDead] == 0 && k < len(commands) {
			ok = s.command(k, commands[k])
		}
		if failed != nil {
			failed[k] = !ok
		}
	}
	wanted, twice := s.wanted()
	if twice {
		s.settle()
	}
	if wanted {
		s.moveAll()
	}
}

func (s *State) command(k int, c Command) (ok bool) {
	switch {
	case c <= Down:
		return s.wish(k, c)
	case c == PlaceBomb:
		return s.placeBomb(k)
	case c == TriggerBomb:
		return s.trigger(k)
	default:
		return true
	}
}

// stepX and stepY are the offsets of the commands up to Down. There are eight, so that three bits are a valid index.
var (
	stepX = [8]int{Left: -1, Right: +1}
	stepY = [8]int{Up: -1, Down: +1}
)

// wish records where a player wants to go, without branches, because random players are unpredictable. The map's
// border is a wall, so no step leaves the map.
func (s *State) wish(k int, c Command) bool {
	step := stepX[c&7] + stepY[c&7]*s.board.Width
	to := int(s.player(k)[playerBlock]) + step
	refused, wished := s.blocks[to]&(wallMask|hasBomb), int32(to)
	if step == 0 { // a player that stays has no wish, and is not refused on a bomb
		refused, wished = 0, noWish
	}
	if refused != 0 {
		wished = noWish
	}
	s.scratch.wishes[k] = wished
	return refused == 0
}

func (s *State) placeBomb(k int) bool {
	if s.bombRefusal(k) != NotRefused {
		return false
	}
	p := s.player(k)
	block := p[playerBlock]
	timer := s.board.Settings.Timer(int(p[playerBag]))
	s.blocks[block] |= hasBomb
	p[playerBombs]++
	i := int(s.mem[headBombs]) // at the end of the list until the round is over
	b := s.bomb(i)
	b[bombBlock], b[bombOwner], b[bombTimer], b[bombRadius] = block, uint32(k), uint32(timer), p[playerRadius]
	s.scratch.detonated[i] = false
	s.mem[headBombs]++
	return true
}

// trigger makes a player's bomb with the lowest timer explode in the next round.
func (s *State) trigger(k int) bool {
	i := s.nextToTrigger(k)
	if i < 0 {
		return false
	}
	s.bomb(i)[bombTimer] = 1
	return true
}

// nextToTrigger returns the bomb that a player would trigger, of those that do not detonate in this round, or -1.
func (s *State) nextToTrigger(k int) int {
	best := -1
	for i := range int(s.mem[headBombs]) {
		b := s.bomb(i)
		if int(b[bombOwner]) == k && !s.scratch.detonated[i] && (best < 0 || sooner(b, s.bomb(best))) {
			best = i
		}
	}
	return best
}

// sooner compares bombs by timer, then by row and column.
func sooner(a, b []uint32) bool {
	if a[bombTimer] != b[bombTimer] {
		return int32(a[bombTimer]) < int32(b[bombTimer])
	}
	return a[bombBlock] < b[bombBlock]
}

// takePowerUps gives each player, including dying ones, the power-up on its block.
func (s *State) takePowerUps() {
	for k := range s.board.Starts {
		p := s.player(k)
		at := &s.blocks[p[playerBlock]]
		power := PowerUp(*at & powerMask >> powerShift)
		if power == NoPowerUp || *at&playerMask != uint32(k+1)<<playerShift {
			continue
		}
		*at &^= powerMask
		if power == BagPowerUp || power == SuperPowerUp {
			p[playerBag]++
		}
		if power == RadiusPowerUp || power == SuperPowerUp {
			p[playerRadius] *= 2
		}
		if power == SuperPowerUp {
			p[playerPoints] += uint32(s.board.Settings.SuperPoints)
		}
	}
}

// sortBombs moves the bombs that were placed in this round to their positions: by row, then column.
func (s *State) sortBombs() {
	for i := 1; i < int(s.mem[headBombs]); i++ {
		for j := i; j > 0 && s.bomb(j)[bombBlock] < s.bomb(j - 1)[bombBlock]; j-- {
			a, b := s.bomb(j-1), s.bomb(j)
			for w := range bombWords {
				a[w], b[w] = b[w], a[w]
			}
		}
	}
}

// coverage gives each living player the points for the share of the map on which it has been.
func (s *State) coverage() {
	for k := range s.board.Starts {
		if p := s.player(k); p[playerDead] == 0 {
			p[playerCoverage] = s.coveragePoints(p[playerVisited])
		}
	}
}

// coveragePoints returns the points for having been on so many blocks.
func (s *State) coveragePoints(blocks uint32) uint32 {
	return blocks * uint32(s.board.Settings.CoveragePoints) / uint32(s.board.open)
}
