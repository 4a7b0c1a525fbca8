package bomberman

// template is what all maps for the same settings and number of players have in common.
type template struct {
	settings Settings
	size     int   // blocks a side
	starts   []Pos // by player
	// what every map has: hard walls, soft walls that guard the starts and the centre, the super power-up
	fixed  []Block
	soft   int     // soft walls among them
	open   int     // blocks that are not hard walls
	places []place // what is drawn, in this order
}

// place is a block of the upper left quarter and its mirror images, which take soft walls all together or not at all.
type place struct {
	limit int32 // a random number below it puts walls here; alwaysWall where they stand anyway
	// for fair maps: distance from the corner of the map, outside for a block that does not count there
	ring   uint8
	n      uint8     // how many of images there are
	images [4]uint16 // those blocks, of the place and its images, that can take a wall
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
	// The super power-up's block was a wall so far, so that none is drawn there.
	t.fixed[t.index(w/2+1, w/2+1)] = Block{PowerUp: SuperPowerUp}
	for _, b := range t.fixed {
		if b.Wall == SoftWall {
			t.soft++
		}
		if b.Wall != HardWall {
			t.open++
		}
	}
	return t
}

func (t *template) index(x, y int) int { return (y-1)*t.size + x - 1 }

// mirror is the image of a block: 1 left and right, 2 top and bottom, 3 both, else itself.
func (t *template) mirror(x, y, how int) int {
	if how == 1 || how == 3 {
		x = t.size + 1 - x
	}
	if how == 2 || how == 3 {
		y = t.size + 1 - y
	}
	return t.index(x, y)
}

// seats puts the players along the four sides.
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

// freeBlocks tells where soft walls may be drawn: not on hard walls, and not nearer than 2 to a start.
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

// findPlaces lists what is drawn. Walls that stand already are left out, so each block that a place lists counts once.
func (t *template) findPlaces(free []bool) {
	last := t.size/2 + 1
	limit := wallLimit(t.settings.WallChance)
	t.places = make([]place, 0, last*last)
	for x := 1; x <= last; x++ {
		for y := 1; y <= last; y++ {
			own := t.index(x, y)
			if t.fixed[own].Wall == HardWall { // so are its images
				t.places = append(t.places, place{ring: outside})
				continue
			}
			p := place{limit: limit, ring: outside}
			if x < last-1 && y < last-1 {
				p.ring = uint8(x + y - 2)
			}
			for how := range 4 {
				// Blocks on an axis are their own images.
				if how&1 != 0 && x == last || how&2 != 0 && y == last {
					continue
				}
				if i := t.mirror(x, y, how); free[i] && t.fixed[i].Wall == NoWall {
					p.images[p.n] = uint16(i)
					p.n++
				}
			}
			if p.n == 0 {
				p.limit = 0
				if t.fixed[own].Wall == SoftWall {
					p.limit = alwaysWall
				}
			}
			t.places = append(t.places, p)
		}
	}
}

// wallLimit is the least random number that, made one of 0 to 99, is not below the chance.
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
