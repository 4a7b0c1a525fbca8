package drawing

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"blastyard/internal/plain"
)

// prefix begins the lines that draw.
const prefix = "@draw"

// is reports whether a line is meant to draw, valid or not, and returns what follows the prefix.
func is(line string) (object string, ok bool) {
	object, ok = strings.CutPrefix(line, prefix)
	return object, ok && (object == "" || object[0] == ' ' || object[0] == '\t' || object[0] == '{')
}

// Parse reads a line that a bot printed. ok is false for a line that is not meant to draw. For an invalid drawing the
// error names the field, its value, and what was expected.
func Parse(line string) (s Shape, ok bool, err error) {
	object, ok := is(line)
	if !ok {
		return Shape{}, false, nil
	}
	s, err = parse([]byte(object))
	return s, true, err
}

// fields are the fields of a line, without those that are null.
type fields map[string]json.RawMessage

// known are the valid fields: those that say what to draw, each with its kind, and the others.
var (
	kinds  = []Kind{Cell, Line, Arrow, Circle}
	others = []string{"text", "fill", "radius", "color", "layer"}
)

func parse(object []byte) (Shape, error) {
	var f fields
	if err := json.Unmarshal(object, &f); err != nil || f == nil {
		return Shape{}, notObject(object, err)
	}
	for name, value := range f {
		if string(value) == "null" {
			delete(f, name)
		}
	}
	s, err := f.kind()
	if err != nil {
		return Shape{}, err
	}
	if err := f.place(&s); err != nil {
		return Shape{}, err
	}
	if err := f.words(&s); err != nil {
		return Shape{}, err
	}
	return s, nil
}

func notObject(object []byte, err error) error {
	var wrongType *json.UnmarshalTypeError
	if err == nil || errors.As(err, &wrongType) || len(strings.TrimSpace(string(object))) == 0 {
		return fmt.Errorf("after %s is %q, expected a JSON object", prefix, shorten(strings.TrimSpace(string(object))))
	}
	return fmt.Errorf("after %s is no JSON object: %w", prefix, err)
}

// kind returns a shape of the kind that the fields select, without its values.
func (f fields) kind() (s Shape, err error) {
	var unknown []string
	for name := range f {
		if !slices.Contains(kinds, Kind(name)) && !slices.Contains(others, name) {
			unknown = append(unknown, name)
		}
	}
	if len(unknown) > 0 {
		return s, fmt.Errorf("%q is no field of a drawing, expected cell, line, arrow, circle, %s",
			shorten(slices.Min(unknown)), strings.Join(others, ", "))
	}
	for _, k := range kinds {
		switch _, there := f[string(k)]; {
		case there && s.Kind != "":
			return s, fmt.Errorf("%s and %s are both there, expected one shape a line", s.Kind, k)
		case there:
			s.Kind = k
		}
	}
	if s.Kind == "" {
		return s, errors.New("there is no shape, expected cell, line, arrow or circle")
	}
	for _, of := range []struct {
		name string
		kind Kind
	}{{"text", Cell}, {"fill", Cell}, {"radius", Circle}} {
		if _, there := f[of.name]; there && of.kind != s.Kind {
			return s, fmt.Errorf("%s goes with %s only, not with %s", of.name, of.kind, s.Kind)
		}
	}
	return s, nil
}

// place sets the position of the shape.
func (f fields) place(s *Shape) error {
	value := f[string(s.Kind)]
	switch s.Kind {
	case Line, Arrow:
		var ends []json.RawMessage
		if err := json.Unmarshal(value, &ends); err != nil || len(ends) != 2 {
			return wrong(string(s.Kind), value, "two cells [[x,y],[x,y]]")
		}
		for i, to := range []*Point{&s.At, &s.To} {
			if err := point(fmt.Sprintf("%s[%d]", s.Kind, i), ends[i], to); err != nil {
				return err
			}
		}
		return nil
	case Circle:
		if err := point(string(s.Kind), value, &s.At); err != nil {
			return err
		}
		s.Radius = 0.5
		if value, there := f["radius"]; there {
			return radius(value, &s.Radius)
		}
		return nil
	case Cell, Text:
	}
	return point(string(s.Kind), value, &s.At)
}

func point(field string, value json.RawMessage, to *Point) error {
	var xy []*float64
	if err := json.Unmarshal(value, &xy); err != nil || len(xy) != 2 || xy[0] == nil || xy[1] == nil {
		return wrong(field, value, "a cell [x,y]")
	}
	for i, into := range []*int{&to.X, &to.Y} {
		if n := *xy[i]; n != math.Trunc(n) || math.Abs(n) > maxCoordinate {
			return wrong(field, value, fmt.Sprintf("two whole numbers from -%d to %d", maxCoordinate, maxCoordinate))
		}
		*into = int(*xy[i])
	}
	return nil
}

func radius(value json.RawMessage, to *float64) error {
	var r float64
	if err := json.Unmarshal(value, &r); err != nil || r < 0.01 || r > maxRadius {
		return wrong("radius", value, fmt.Sprintf("a number of cells from 0.01 to %d", maxRadius))
	}
	*to = math.Round(100*r) / 100
	return nil
}

// words sets text, colour and layer, and whether a cell is filled.
func (f fields) words(s *Shape) (err error) {
	text, color, layer := "", defaultColor, DefaultLayer
	for _, field := range []struct {
		name string
		to   *string
	}{{"text", &text}, {"color", &color}, {"layer", &layer}} {
		value, there := f[field.name]
		switch {
		case !there:
		case field.name == "text" && (value[0] == '-' || value[0] >= '0' && value[0] <= '9'):
			text = string(value) // a number, in its original form
		case json.Unmarshal(value, field.to) != nil:
			return wrong(field.name, value, "a text in quotes")
		}
	}
	if s.Color, err = colorOf(color); err != nil {
		return err
	}
	if s.Layer = line(layer); s.Layer == "" || utf8.RuneCountInString(s.Layer) > MaxLayer {
		return fmt.Errorf("layer is %q, expected a name of 1 to %d characters", shorten(layer), MaxLayer)
	}
	s.Text = cut(line(text), MaxText)
	fill := s.Text == ""
	if value, there := f["fill"]; there && json.Unmarshal(value, &fill) != nil {
		return wrong("fill", value, "true or false")
	}
	switch {
	case s.Kind == Cell && !fill && s.Text == "":
		return errors.New("fill is false and there is no text, expected one of them")
	case s.Kind == Cell && !fill:
		s.Kind = Text
	}
	return nil
}

// line converts a text of a bot to one safe line, without surrounding spaces.
func line(text string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return ' '
		}
		return r
	}, plain.Stored(text)))
}

func cut(text string, most int) string {
	for i := range text {
		if most--; most < 0 {
			return strings.TrimSpace(text[:i])
		}
	}
	return text
}

func wrong(field string, value json.RawMessage, expected string) error {
	return fmt.Errorf("%s is %s, expected %s", field, shorten(string(value)), expected)
}

// shorten cuts a text of a bot, for messages.
func shorten(text string) string {
	const most = 60
	if s := cut(text, most); s != text {
		return s + "…"
	}
	return text
}
