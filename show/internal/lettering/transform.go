package lettering

import (
	"math"

	"github.com/go-text/typesetting/font/opentype/tables"
)

// A matrix moves points: x to xx·x + xy·y + dx, y to yx·x + yy·y + dy.
type matrix struct{ xx, yx, xy, yy, dx, dy float64 }

var identity = matrix{xx: 1, yy: 1}

func (m matrix) at(p Point) Point {
	return Point{m.xx*p.X + m.xy*p.Y + m.dx, m.yx*p.X + m.yy*p.Y + m.dy}
}

// after is the matrix that moves by first, then by m.
func (m matrix) after(first matrix) matrix {
	d := m.at(Point{first.dx, first.dy})
	return matrix{
		xx: m.xx*first.xx + m.xy*first.yx, yx: m.yx*first.xx + m.yy*first.yx,
		xy: m.xx*first.xy + m.xy*first.yy, yy: m.yx*first.xy + m.yy*first.yy,
		dx: d.X, dy: d.Y,
	}
}

// around is the matrix m with another centre than 0, 0.
func (m matrix) around(x, y int16) matrix {
	to := matrix{xx: 1, yy: 1, dx: float64(x), dy: float64(y)}
	back := matrix{xx: 1, yy: 1, dx: -float64(x), dy: -float64(y)}
	return to.after(m).after(back)
}

func moved(dx, dy int16) matrix { return matrix{xx: 1, yy: 1, dx: float64(dx), dy: float64(dy)} }

func scaled(x, y tables.Fixed214) matrix { return matrix{xx: fraction(x), yy: fraction(y)} }

// rotated turns counter-clockwise by an angle in units of 180°.
func rotated(angle tables.Fixed214) matrix {
	sin, cos := math.Sincos(math.Pi * fraction(angle))
	return matrix{xx: cos, yx: sin, xy: -sin, yy: cos}
}

func skewed(x, y tables.Fixed214) matrix {
	return matrix{xx: 1, yx: math.Tan(math.Pi * fraction(y)), xy: -math.Tan(math.Pi * fraction(x)), yy: 1}
}

// transformed returns the paint inside one that moves it, and how it does; ok is false for another paint. Variations of
// fonts are as they are by default.
func transformed(what tables.PaintTable) (inner tables.PaintTable, by matrix, ok bool) {
	switch t := what.(type) {
	case tables.PaintTransform:
		a := t.Transform
		return t.Paint, matrixOf(a.Xx, a.Yx, a.Xy, a.Yy, a.Dx, a.Dy), true
	case tables.PaintVarTransform:
		a := t.Transform
		return t.Paint, matrixOf(a.Xx, a.Yx, a.Xy, a.Yy, a.Dx, a.Dy), true
	case tables.PaintTranslate:
		return t.Paint, moved(t.Dx, t.Dy), true
	case tables.PaintVarTranslate:
		return t.Paint, moved(t.Dx, t.Dy), true
	case tables.PaintRotate:
		return t.Paint, rotated(t.Angle), true
	case tables.PaintVarRotate:
		return t.Paint, rotated(t.Angle), true
	case tables.PaintRotateAroundCenter:
		return t.Paint, rotated(t.Angle).around(t.CenterX, t.CenterY), true
	case tables.PaintVarRotateAroundCenter:
		return t.Paint, rotated(t.Angle).around(t.CenterX, t.CenterY), true
	case tables.PaintSkew:
		return t.Paint, skewed(t.XSkewAngle, t.YSkewAngle), true
	case tables.PaintVarSkew:
		return t.Paint, skewed(t.XSkewAngle, t.YSkewAngle), true
	case tables.PaintSkewAroundCenter:
		return t.Paint, skewed(t.XSkewAngle, t.YSkewAngle).around(t.CenterX, t.CenterY), true
	case tables.PaintVarSkewAroundCenter:
		return t.Paint, skewed(t.XSkewAngle, t.YSkewAngle).around(t.CenterX, t.CenterY), true
	}
	return resized(what)
}

// resized is transformed for paints that change the size of others.
func resized(what tables.PaintTable) (inner tables.PaintTable, by matrix, ok bool) {
	switch t := what.(type) {
	case tables.PaintScale:
		return t.Paint, scaled(t.ScaleX, t.ScaleY), true
	case tables.PaintVarScale:
		return t.Paint, scaled(t.ScaleX, t.ScaleY), true
	case tables.PaintScaleAroundCenter:
		return t.Paint, scaled(t.ScaleX, t.ScaleY).around(t.CenterX, t.CenterY), true
	case tables.PaintVarScaleAroundCenter:
		return t.Paint, scaled(t.ScaleX, t.ScaleY).around(t.CenterX, t.CenterY), true
	case tables.PaintScaleUniform:
		return t.Paint, scaled(t.Scale, t.Scale), true
	case tables.PaintVarScaleUniform:
		return t.Paint, scaled(t.Scale, t.Scale), true
	case tables.PaintScaleUniformAroundCenter:
		return t.Paint, scaled(t.Scale, t.Scale).around(t.CenterX, t.CenterY), true
	case tables.PaintVarScaleUniformAroundCenter:
		return t.Paint, scaled(t.Scale, t.Scale).around(t.CenterX, t.CenterY), true
	}
	return nil, identity, false
}

func matrixOf(xx, yx, xy, yy, dx, dy tables.Float1616) matrix {
	return matrix{float64(xx), float64(yx), float64(xy), float64(yy), float64(dx), float64(dy)}
}
