package bomberman

// template contains what all maps for the same settings and number of players have in common.
type template struct {
	settings Settings
	size     int   // blocks a side
	starts   []Pos // by player
	// what every map has: hard walls, soft walls that guard the starts and the centre, the super power-up
	fixed      []Block
	fixedStart []uint32 // the same as blocks of a state
	fixedSoft  []byte   // the same as Generator.Opening shows soft walls
	super      int      // the block of the super power-up
	walls      int      // soft walls among them
	open       int      // blocks that are not hard walls
	bombs      int      // how many there can be, as Map.maxBombs says of every map
	places     []place  // places with a random number, in this order
	drawn      []drawn  // those of places that can have walls
	limit      int32    // of those
	quarters   [5]quarter
}

// quarter is a quarter of the map with the number how of mirror: the position of its corner, and the directions of x
// and y.
type quarter struct {
	corner, right, down int // blocks
}

// place is a block of the upper left quarter, including hard walls.
type place struct {
	limit int32 // walls are put here for a smaller random number; alwaysWall: always
	// for fair maps: distance from the corner of the map, outside for a block that does not count there
	ring uint8
}

// drawn is a place with its mirror images, which get soft walls all together or not at all.
type drawn struct {
	place  uint16
	n      uint8     // how many different images there are
	images [4]uint16 // those blocks, of the place and its images, that can take a wall; over again if they are fewer
}

const (
	alwaysWall = randomMax
	outside    = 255
)

func newTemplate(s Settings, players int) template {
	w := s.size(players)
	t := template{settings: s, size: w, starts: seats(w, players), fixed: make([]Block, w*w)}
	t.hardWalls()
	free := t.freeBlocks()
	t.guards()
	if s.WallChance > 0 {
		t.centreWalls(free)
	}
	t.findPlaces(free)
	// The super power-up's block was a wall until now, so that no wall was drawn there.
	t.super = t.index(w/2+1, w/2+1)
	t.fixed[t.super] = Block{PowerUp: SuperPowerUp}
	t.fixedSoft = make([]byte, len(t.fixed))
	for i, b := range t.fixed {
		if b.Wall == SoftWall {
			t.walls++
			t.fixedSoft[i] = softShown
		}
		if b.Wall != HardWall {
			t.open++
		}
		t.fixedStart = append(t.fixedStart, b.word())
	}
	for how := range t.quarters {
		corner := t.mirror(1, 1, how)
		t.quarters[how] = quarter{corner, t.mirror(2, 1, how) - corner, t.mirror(1, 2, how) - corner}
	}
	t.bombs = t.maxBombs()
	return t
}

// maxBombs is what Map.maxBombs says of every map of the template.
func (t *template) maxBombs() int {
	players := len(t.starts)
	bags := t.settings.BagPowerUps * players / 4 * 4
	if players == fairPlayers {
		bags = fairBags * players
	}
	return min(players*t.settings.BombBag+bags+1, len(t.fixed)) // 1: the super power-up
}

func (t *template) index(x, y int) int { return (y-1)*t.size + x - 1 }

// mirror returns the image of a block: 1 left and right, 2 top and bottom, 3 both, otherwise itself.
func (t *template) mirror(x, y, how int) int {
	if how == 1 || how == 3 {
		x = t.size + 1 - x
	}
	if how == 2 || how == 3 {
		y = t.size + 1 - y
	}
	return t.index(x, y)
}

// seats distributes the players along the four sides.
func seats(size, players int) (starts []Pos) {
	sides := (players + 3) / 4
	step := size / sides
	for k := 1; k <= players; k++ {
		i := (k + 3) / 4
		along := step*(i-1) + 2       // from the left or the top
		back := size - step*(i-1) - 1 // from the right or the bottom
		switch k % 4 {
		case 1:
			starts = append(starts, Pos{along, 2})
		case 2:
			starts = append(starts, Pos{back, size - 1})
		case 3:
			starts = append(starts, Pos{2, back})
		default:
			starts = append(starts, Pos{size - 1, along})
		}
	}
	return starts
}

// hardWalls are the border and every second block of every second row.
func (t *template) hardWalls() {
	for y := 1; y <= t.size; y++ {
		for x := 1; x <= t.size; x++ {
			if x == 1 || y == 1 || x == t.size || y == t.size || x%2 == 1 && y%2 == 1 {
				t.fixed[t.index(x, y)].Wall = HardWall
			}
		}
	}
}

// freeBlocks returns where soft walls may be drawn: not on hard walls, and at least 2 from a start.
func (t *template) freeBlocks() []bool {
	free := make([]bool, len(t.fixed))
	for i, b := range t.fixed {
		free[i] = b.Wall == NoWall
	}
	for _, s := range t.starts {
		for y := s.Y - 1; y <= s.Y+1; y++ { // the diagonal, 1.41, is near, too
			for x := s.X - 1; x <= s.X+1; x++ {
				free[t.index(x, y)] = false
			}
		}
	}
	return free
}

const guardDistance = 3

// guards puts soft walls along the sides that keep the players apart at first.
func (t *template) guards() {
	for _, p := range t.starts {
		if p.Y == 2 || p.Y == t.size-1 {
			t.guard(Pos{guardFrom(p.X, t.size), p.Y})
		}
		if p.X == 2 || p.X == t.size-1 {
			t.guard(Pos{p.X, guardFrom(p.Y, t.size)})
		}
	}
}

func guardFrom(at, size int) int {
	if at+guardDistance >= size {
		return at - guardDistance
	}
	return at + guardDistance
}

func (t *template) guard(p Pos) {
	for _, s := range t.starts {
		if s == p {
			return
		}
	}
	if b := &t.fixed[t.index(p.X, p.Y)]; b.Wall == NoWall {
		b.Wall = SoftWall
	}
}

// centreWalls surround the super power-up.
func (t *template) centreWalls(free []bool) {
	half := t.size / 2
	for x := half; x <= half+3; x++ {
		for y := half; y <= half+3; y++ {
			for how := range 4 {
				if i := t.mirror(x, y, how); free[i] {
					t.fixed[i].Wall = SoftWall
				}
			}
		}
	}
}

// findPlaces lists what is drawn. It omits existing walls, so each block counts once.
func (t *template) findPlaces(free []bool) {
	last := t.size/2 + 1
	t.limit = wallLimit(t.settings.WallChance)
	t.places = make([]place, 0, last*last)
	for x := 1; x <= last; x++ {
		for y := 1; y <= last; y++ {
			own := t.index(x, y)
			if t.fixed[own].Wall == HardWall { // so are its images
				t.places = append(t.places, place{ring: outside})
				continue
			}
			p := place{limit: t.limit, ring: outside}
			if x < last-1 && y < last-1 {
				p.ring = uint8(x + y - 2)
			}
			if images := t.images(x, y, free); len(images) > 0 {
				d := drawn{place: uint16(len(t.places)), n: uint8(len(images))}
				for i := range d.images {
					d.images[i] = images[i%len(images)]
				}
				t.drawn = append(t.drawn, d)
			} else {
				p.limit = 0
				if t.fixed[own].Wall == SoftWall {
					p.limit = alwaysWall
				}
			}
			t.places = append(t.places, p)
		}
	}
}

// images returns the blocks of a place and its mirror images that can have a wall.
func (t *template) images(x, y int, free []bool) (images []uint16) {
	last := t.size/2 + 1
	for how := range 4 {
		// Blocks on an axis are their own images.
		if how&1 != 0 && x == last || how&2 != 0 && y == last {
			continue
		}
		if i := t.mirror(x, y, how); free[i] && t.fixed[i].Wall == NoWall {
			images = append(images, uint16(i))
		}
	}
	return images
}

// wallLimit returns the least random number whose value, scaled to 0 to 99, is not below the chance.
func wallLimit(chance int) int32 {
	lo, hi := 0, randomMax // all below lo are below the chance, hi is not
	for lo < hi {
		if mid := (lo + hi) / 2; scale(int32(mid), 100) < chance {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return int32(lo)
}
