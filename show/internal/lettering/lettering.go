// Package lettering draws lines of text in any script with the fonts of the machine: letters that join, clusters, and
// texts from right to left. Where the fonts are the same, so is a line.
package lettering

import (
	"image"
	"image/color"
	"sync"

	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/shaping"
)

// Fonts are font files, looked into when a letter is first needed. It is safe for concurrent use.
type Fonts struct {
	data    [2][]byte // of the fonts used for all letters that they have, regular and bold
	folders []string

	mutex  sync.Mutex
	base   [2]*font.Face // of data
	listed bool
	files  []*file               // if listed
	loaded map[*file]*font.Face  // nil: it cannot be used
	chosen map[choice]*font.Face // nil: no font has this letter
	lines  map[choice]*Line
	shaper shaping.HarfbuzzShaper
}

// A choice is a letter or a line in a weight.
type choice struct {
	text string
	bold bool
}

// A Line is a line of text whose letters are placed from left to right. All lengths are in fractions of the text's
// size. x begins at 0, y is 0 on the baseline and grows downwards.
type Line struct {
	Width   float64
	Glyphs  []Glyph
	Missing []string // letters that no font has, each once; a box stands for each
}

// A Glyph is what is drawn for a letter, a part of one or several letters: layers of outlines, or an image.
type Glyph struct {
	Layers []Layer
	Image  image.Image // nil if there are layers
	// The box of the image.
	Left, Top, Right, Bottom float64
}

// A Layer is filled with the colour of the text, unless it has one of its own.
type Layer struct {
	Colour   *color.RGBA
	Contours []Step
}

// A Step of an outline goes to the last of its points: one point is a straight line, or the first of a contour; two are
// a quadratic curve, three a cubic one.
type Step struct {
	Begin  bool // a new contour
	Points [3]Point
	Count  int
}

// A Point is a place relative to the beginning of the line.
type Point struct{ X, Y float64 }

// New returns the fonts in folders and those below them. regular and bold are the data of fonts in which all letters
// are drawn that they have.
func New(regular, bold []byte, folders []string) *Fonts {
	return &Fonts{data: [2][]byte{regular, bold}, folders: folders, loaded: map[*file]*font.Face{},
		chosen: map[choice]*font.Face{}, lines: map[choice]*Line{}}
}

// maxLines is how many lines are kept.
const maxLines = 4096

// Line returns a line of clean text: valid UTF-8 without controls.
func (f *Fonts) Line(text string, bold bool) *Line {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	key := choice{text, bold}
	if line, known := f.lines[key]; known {
		return line
	}
	if len(f.lines) >= maxLines {
		clear(f.lines)
	}
	line := f.shape(text, bold)
	f.lines[key] = line
	return line
}
