package picture

import (
	"math"
	"slices"

	"blastyard/game/viewer"
)

// patterns is the number of patterns. The first is plain. The page has the same patterns in the same order.
const patterns = 12

// patternOf returns the number of an owner's pattern. Two players with the same colour get different patterns, up to
// patterns times the number of colours.
func patternOf(o viewer.Owner) int {
	return (o.Player() + o.Player()/len(viewer.Palette)) % patterns
}

// patternOf returns the pattern of an owner in this picture. If only owners with a shared colour have patterns, none
// of them is plain: it uses the pattern of an owner that needs none.
func (p *painter) patternOf(o viewer.Owner) int {
	n := patternOf(o)
	if n == 0 && !p.o.Patterns {
		return o.Player() % len(viewer.Palette)
	}
	return n
}

// pattern returns the polygons of a pattern within a cell, or none for the plain pattern.
func pattern(number int, outline []point, at point, inner float64) [][]point {
	step, wide := inner*0.52, inner*0.13
	lines := func(angle, step float64) [][]point { return stripes(outline, at, angle, step, wide) }
	switch number {
	case 1:
		return lines(3*math.Pi/4, step)
	case 2:
		return lines(math.Pi/4, step)
	case 3:
		return lines(0, step)
	case 4:
		return lines(math.Pi/2, step)
	case 5:
		return dots(at, inner)
	case 6:
		return slices.Concat(lines(0, 1.5*step), lines(math.Pi/2, 1.5*step))
	case 7:
		return slices.Concat(lines(math.Pi/4, 1.5*step), lines(3*math.Pi/4, 1.5*step))
	case 8:
		return [][]point{ring(outline, at, 0.80, 0.68)}
	case 9:
		return zigzags(at, inner, wide)
	case 10:
		return squares(at, inner)
	case 11:
		return crosses(at, inner, wide)
	default:
		return nil
	}
}

// stripes returns the parts of a cell under parallel lines at an angle, with the distance step.
func stripes(outline []point, at point, angle, step, wide float64) [][]point {
	nx, ny := -math.Sin(angle), math.Cos(angle)
	middle := at.x*nx + at.y*ny
	var all [][]point
	for k := -2; k <= 2; k++ {
		line := middle + float64(k)*step
		part := clip(clip(outline, nx, ny, line+wide/2), -nx, -ny, wide/2-line)
		if len(part) > 2 {
			all = append(all, part)
		}
	}
	return all
}

func dots(at point, inner float64) [][]point {
	var all [][]point
	for i := range 6 {
		sin, cos := math.Sincos(float64(i) * math.Pi / 3)
		all = append(all, regular(8, point{at.x + 0.62*inner*cos, at.y + 0.62*inner*sin}, inner*0.12, math.Pi/8))
	}
	return append(all, regular(8, at, inner*0.12, math.Pi/8))
}

// ring returns the ring between two smaller copies of a polygon, as one line that goes around twice.
func ring(outline []point, at point, outer, inner float64) []point {
	n := len(outline)
	corners := make([]point, 0, 2*n+2)
	for i := range n + 1 {
		corners = append(corners, toward(at, outline[i%n], outer))
	}
	for i := n; i >= 0; i-- {
		corners = append(corners, toward(at, outline[i%n], inner))
	}
	return corners
}

// zigzags returns two zigzag lines.
func zigzags(at point, inner, wide float64) [][]point {
	var all [][]point
	for _, y := range []float64{-0.45, 0.25} {
		var upper, lower []point
		for i, x := range []float64{-0.6, -0.3, 0, 0.3, 0.6} {
			p := point{at.x + x*inner, at.y + (y+0.28*float64(i%2))*inner}
			upper = append(upper, point{p.x, p.y - wide*0.7})
			lower = append([]point{{p.x, p.y + wide*0.7}}, lower...)
		}
		all = append(all, append(upper, lower...))
	}
	return all
}

// squares returns the fields of one colour of a small chessboard.
func squares(at point, inner float64) [][]point {
	side := inner * 0.36
	var all [][]point
	for row := range 3 {
		for column := range 3 {
			if (row+column)%2 == 0 {
				all = append(all, rectangle(at.x+(float64(column)-1.5)*side, at.y+(float64(row)-1.5)*side, side, side))
			}
		}
	}
	return all
}

// crosses returns small plus signs.
func crosses(at point, inner, wide float64) [][]point {
	long := inner * 0.36
	var all [][]point
	for _, d := range []point{{-0.4, -0.4}, {0.4, -0.4}, {-0.4, 0.4}, {0.4, 0.4}} {
		x, y := at.x+d.x*inner, at.y+d.y*inner
		all = append(all, rectangle(x-long/2, y-wide/2, long, wide), rectangle(x-wide/2, y-long/2, wide, long))
	}
	return all
}
