package maps

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"blastyard/rules/hexabomb"
)

// A Shape is the shape of a generated map.
type Shape string

// The values of Shape.
const (
	Hexagon Shape = "hexagon" // an open hexagon
	Star    Shape = "star"    // an open star with six points
	Maze    Shape = "maze"    // narrow paths with some loops
	Islands Shape = "islands" // open islands, joined by paths
)

// Shapes are all shapes, sorted.
func Shapes() []Shape { return []Shape{Hexagon, Islands, Maze, Star} }

// ParseShape parses the name of a shape.
func ParseShape(name string) (Shape, error) {
	if s := Shape(name); slices.Contains(Shapes(), s) {
		return s, nil
	}
	return "", fmt.Errorf("maps: shape %q is not known, expected hexagon, islands, maze or star", name)
}

// GeneratedPlayers returns the numbers of players for which every shape can be made fair: those by which the 12
// symmetries of the hexagonal lattice can be divided.
func GeneratedPlayers() []int { return []int{1, 2, 3, 4, 6, 12} }

// A Plan describes the map to generate. The same plan gives the same map.
type Plan struct {
	Cells      int // approximate number, 1 to hexabomb.MaxCells
	Players    int // one of GeneratedPlayers
	Characters int // of each player, from 1
	Special    int // number of the special player's characters; 0: a map without sudden death
	Shape      Shape
	Seed       uint64
	Apart      bool // each player is on an island of its own, without paths to others; only for Islands
}

// Validate checks the plan; the error names the field, the value and what was expected.
func (p Plan) Validate() error {
	_, shapeErr := ParseShape(string(p.Shape))
	switch {
	case shapeErr != nil:
		return shapeErr
	case p.Cells < 1 || p.Cells > hexabomb.MaxCells:
		return fmt.Errorf("maps: cells is %d, expected 1 to %d", p.Cells, hexabomb.MaxCells)
	case !slices.Contains(GeneratedPlayers(), p.Players):
		return fmt.Errorf("maps: players is %d, expected one of %s, for which the shape %s can be made fair", p.Players,
			list(GeneratedPlayers()), p.Shape)
	case p.Characters < 1 || p.Characters > hexabomb.MaxCells:
		return fmt.Errorf("maps: characters is %d, expected 1 or more", p.Characters)
	case p.Special < 0 || p.Special > hexabomb.MaxCells:
		return fmt.Errorf("maps: special is %d, expected 0 or more", p.Special)
	case p.Players*p.Characters+p.Special > p.Cells:
		return fmt.Errorf("maps: %d players of %d characters and %d special positions need %d cells, but cells is %d",
			p.Players, p.Characters, p.Special, p.Players*p.Characters+p.Special, p.Cells)
	case p.Special%orbitUnit(p.Players) > 1:
		return fmt.Errorf("maps: special is %d, but for %d players special positions lie symmetrically only if "+
			"there are %s", p.Special, p.Players, specialNumbers(p.Players))
	case p.Apart && p.Shape != Islands:
		return fmt.Errorf("maps: apart is for islands, but shape is %s", p.Shape)
	}
	return nil
}

func list(numbers []int) string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(numbers), " ", ", "), "[]")
}

// specialNumbers lists the possible numbers of special positions.
func specialNumbers(players int) string {
	unit := orbitUnit(players)
	return list([]int{0, 1, unit, unit + 1, 2 * unit, 2*unit + 1}) + ", …"
}

// Generate returns the map of a plan. It is always Fair for the plan's players: the symmetries that map the first
// player's starts to the others' are symmetries of the whole board. The number of cells is as near to the plan's as
// these symmetries and the shape allow. All cells are connected, except between islands that the plan wants apart.
func Generate(p Plan) (*hexabomb.Map, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	g := &generator{plan: p, group: seatGroup(p.Players), rng: rand.New(rand.NewPCG(p.Seed, 0))}
	cells, ok := g.board()
	if !ok {
		return nil, fmt.Errorf("maps: %d cells are too few for the shape %s and %d players; use more cells or "+
			"another shape", p.Cells, p.Shape, p.Players)
	}
	m := &hexabomb.Map{Cells: inRows(cells)}
	if err := g.furnish(m); err != nil {
		return nil, err
	}
	if err := m.Validate(); err != nil {
		return nil, err
	}
	if !Fair(m, p.Players) {
		return nil, fmt.Errorf("maps: the map generated for %+v is not fair", p)
	}
	return m, nil
}

// generator makes one map.
type generator struct {
	plan  Plan
	group []Symmetry // one for each player: maps the first player's starts to that player's
	rng   *rand.Rand
}

// board makes the cells.
func (g *generator) board() ([]hexabomb.Coord, bool) {
	switch g.plan.Shape {
	case Star:
		return g.field(starRadius(g.plan.Cells), starKey)
	case Maze:
		return g.maze()
	case Islands:
		return g.islands()
	default:
		return g.field(hexagonRadius(g.plan.Cells)+2,
			func(c hexabomb.Coord) int { return c.Distance(hexabomb.Coord{}) })
	}
}

// near reports whether the number of cells is as near to the wanted one as orbits allow.
func (g *generator) near(cells []hexabomb.Coord) bool {
	return off(cells, g.plan.Cells) <= max(1, len(g.group)/2) && len(cells) <= hexabomb.MaxCells
}

// centred reports whether the special positions need the cell in the middle, which is an orbit of its own.
func (g *generator) centred() bool {
	unit := orbitUnit(g.plan.Players)
	return unit > 1 && g.plan.Special%unit == 1
}
