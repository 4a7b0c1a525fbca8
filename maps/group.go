package maps

import (
	"fmt"
	"slices"

	"blastyard/hexabomb"
)

// turns is the angle, in steps of 60° against the clock, to which x+ is carried.
func (s Symmetry) turns() int {
	for d := range hexabomb.Direction(hexabomb.NumDirections) {
		if (hexabomb.Coord{}).Add(d, 1) == (hexabomb.Coord{Q: s.A, R: s.C}) {
			return int(d)
		}
	}
	return 0
}

// mirrors reports whether s is a reflection.
func (s Symmetry) mirrors() bool { return s.A*s.D-s.B*s.C < 0 }

// String names the rotation, or the line of the reflection by its angle to a row; angles go against the clock.
func (s Symmetry) String() string {
	switch angle := 60 * s.turns(); {
	case s.mirrors() && angle == 0:
		return "mirror top to bottom"
	case s.mirrors() && angle == 180:
		return "mirror left to right"
	case s.mirrors():
		return fmt.Sprintf("mirror at the line of %d°", angle/2)
	case angle == 0:
		return "identity"
	default:
		return fmt.Sprintf("rotation by %d°", angle)
	}
}

// MarshalText is String, for JSON.
func (s Symmetry) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// GroupName names a group of symmetries: C and the number of its rotations, D if it has mirrors, too.
func GroupName(group []Symmetry) string {
	if slices.ContainsFunc(group, Symmetry.mirrors) {
		return fmt.Sprintf("D%d", len(group)/2)
	}
	return fmt.Sprintf("C%d", len(group))
}
