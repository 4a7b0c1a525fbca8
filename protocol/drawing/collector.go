package drawing

import "fmt"

// A Drawing is what a bot has drawn in a layer in a turn: its shapes in packed form, one per line. Replays and pages
// contain it unchanged; docs/replay-format.md describes the form.
type Drawing struct {
	Player int // the number that Add was given
	Layer  string
	Shapes string
}

// A Collector collects the drawings of the bots of a match. The zero value is ready for use, by one goroutine at a
// time.
type Collector struct {
	board  map[Point]bool // nil: unknown
	bots   map[int]*artist
	layers []layer // of the turn
	bytes  int     // of the turn, of all bots
}

// layer is a Drawing that is being made.
type layer struct {
	player int
	name   string
	shapes []byte
}

// artist is a bot that draws.
type artist struct {
	told   map[problem]bool
	layers []string // used in the match
	open   []int    // of the turn, as indexes into Collector.layers
	shapes int      // of the turn
	bytes  int
}

// problem is a problem that is reported once for each bot.
type problem uint8

const (
	badLine problem = iota
	offBoard
	tooMany
	tooManyLayers
)

// SetBoard sets the cells of the board. Without it, all coordinates are valid.
func (c *Collector) SetBoard(cells []Point) {
	c.board = make(map[Point]bool, len(cells))
	for _, p := range cells {
		c.board[p] = true
	}
}

// Add takes a line that a bot printed. taken reports whether it is a valid drawing, even if a limit drops it.
// Otherwise it is ordinary output. note, if not empty, is a message for the bot's author: each problem is reported
// once for a bot.
func (c *Collector) Add(player int, line string) (taken bool, note string) {
	s, ok, err := Parse(line)
	if !ok {
		return false, ""
	}
	a := c.artist(player)
	if err != nil {
		return false, a.tell(badLine, fmt.Sprintf("bad drawing: %v; such lines stay ordinary output", err))
	}
	switch off, where := c.off(&s); {
	case off && len(c.board) == 0:
		return true, a.tell(offBoard, "drawing: there is no board to draw on")
	case off:
		return true, a.tell(offBoard, fmt.Sprintf("drawing: %s names the cell [%d,%d], which is not on the board; "+
			"such shapes are left out", s.Kind, where.X, where.Y))
	}
	return true, c.keep(player, a, &s)
}

func (c *Collector) artist(player int) *artist {
	if c.bots == nil {
		c.bots = map[int]*artist{}
	}
	a := c.bots[player]
	if a == nil {
		a = &artist{told: map[problem]bool{}}
		c.bots[player] = a
	}
	return a
}

func (a *artist) tell(p problem, note string) string {
	if a.told[p] {
		return ""
	}
	a.told[p] = true
	return note
}

// off finds a cell of a shape that is not on the board.
func (c *Collector) off(s *Shape) (off bool, where Point) {
	switch {
	case c.board == nil:
		return false, where
	case !c.board[s.At]:
		return true, s.At
	case (s.Kind == Line || s.Kind == Arrow) && !c.board[s.To]:
		return true, s.To
	}
	return false, where
}

// keep adds a shape to the turn if there is room.
func (c *Collector) keep(player int, a *artist, s *Shape) (note string) {
	if a.shapes >= MaxShapes {
		return a.tell(tooMany, fmt.Sprintf("drawings: more than %d shapes in a turn; the rest is left out", MaxShapes))
	}
	packed := s.append(make([]byte, 0, 64))
	size := sizeOf(packed)
	if a.bytes+size > MaxBytes || c.bytes+size > MaxAllBytes {
		return a.tell(tooMany, fmt.Sprintf("drawings: more than %d KiB of shapes in a turn, or %d KiB of all bots; "+
			"the rest is left out", MaxBytes>>10, MaxAllBytes>>10))
	}
	to, note := c.layer(player, a, s.Layer)
	if to == nil {
		return note
	}
	if len(to.shapes) > 0 {
		to.shapes = append(to.shapes, '\n')
	}
	to.shapes = append(to.shapes, packed...)
	a.shapes, a.bytes, c.bytes = a.shapes+1, a.bytes+size, c.bytes+size
	return ""
}

// layer returns the layer of the turn with a name, or nil if there can be no further one.
func (c *Collector) layer(player int, a *artist, name string) (l *layer, note string) {
	for _, i := range a.open {
		if c.layers[i].name == name {
			return &c.layers[i], ""
		}
	}
	if !a.uses(name) {
		const text = "drawings: more than %d layers in the match; the rest is left out"
		return nil, a.tell(tooManyLayers, fmt.Sprintf(text, MaxLayers))
	}
	a.open = append(a.open, len(c.layers))
	c.layers = append(c.layers, layer{player: player, name: name})
	return &c.layers[len(c.layers)-1], ""
}

// uses reports whether a bot may use a layer.
func (a *artist) uses(name string) bool {
	for _, known := range a.layers {
		if known == name {
			return true
		}
	}
	if len(a.layers) == MaxLayers {
		return false
	}
	a.layers = append(a.layers, name)
	return true
}

// sizeOf returns the size of a packed shape in a line of JSON, in bytes.
func sizeOf(packed []byte) int {
	n := len(packed) + len(`\n`)
	for _, b := range packed {
		if b == '"' || b == '\\' {
			n++
		}
	}
	return n
}

// Take returns what was drawn since the last Take, in the order in which the bots began their layers.
func (c *Collector) Take() []Drawing {
	if len(c.layers) == 0 {
		return nil
	}
	list := make([]Drawing, len(c.layers))
	for i, l := range c.layers {
		list[i] = Drawing{Player: l.player, Layer: l.name, Shapes: string(l.shapes)}
		a := c.bots[l.player]
		a.open, a.shapes, a.bytes = a.open[:0], 0, 0
	}
	c.layers, c.bytes = nil, 0
	return list
}
