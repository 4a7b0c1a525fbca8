package lettering

import (
	"bytes"
	"slices"

	"github.com/go-text/typesetting/di"
	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/language"
	"github.com/go-text/typesetting/shaping"
	"golang.org/x/image/math/fixed"
	"golang.org/x/text/unicode/bidi"

	"blastyard/internal/letters"
)

// unit is the size at which lines are shaped; lengths are divided by it.
const unit = 2048

// box is a character that no font has: its box stands for a letter.
const box = '\U0010FFFD'

// faces says in which font each character of a line is drawn.
type faces struct {
	of    map[rune]*font.Face
	other *font.Face
}

// ResolveFace implements shaping.Fontmap.
func (f faces) ResolveFace(r rune) *font.Face {
	if face := f.of[r]; face != nil {
		return face
	}
	return f.other
}

// shape places the letters of a line.
func (f *Fonts) shape(text string, bold bool) *Line {
	characters, chosen, missing := f.choices(text, bold)
	line := &Line{Missing: missing}
	for _, run := range f.runs(characters, chosen) {
		line.add(&run)
	}
	return line
}

// choices chooses a font for each letter of a text, and puts the box for those that no font has.
func (f *Fonts) choices(text string, bold bool) (characters []rune, chosen faces, missing []string) {
	base := f.baseOf(bold)
	chosen = faces{map[rune]*font.Face{}, base}
	for letter := range letters.All(text) {
		face := base
		if !hasLetter(base, letter) {
			face = f.choose(letter, bold)
		}
		if face == nil {
			if !slices.Contains(missing, letter) {
				missing = append(missing, letter)
			}
			characters = append(characters, box)
			continue
		}
		for _, r := range letter {
			if chosen.of[r] == nil && !silent(r) {
				chosen.of[r] = face
			}
			characters = append(characters, r)
		}
	}
	return characters, chosen, missing
}

// baseOf is the font of a weight that is used for all letters that it has.
func (f *Fonts) baseOf(bold bool) *font.Face {
	i := 0
	if bold {
		i = 1
	}
	if f.base[i] == nil {
		face, err := font.ParseTTF(bytes.NewReader(f.data[i]))
		if err != nil {
			panic(err) // the caller's font
		}
		f.base[i] = face
	}
	return f.base[i]
}

func hasLetter(face *font.Face, letter string) bool {
	for _, r := range letter {
		if _, has := face.NominalGlyph(r); !has && !silent(r) {
			return false
		}
	}
	return true
}

// runs are the parts of a line in one direction, script and font, from left to right.
func (f *Fonts) runs(characters []rune, chosen faces) []shaping.Output {
	input := shaping.Input{Text: characters, RunEnd: len(characters), Size: fixed.I(unit),
		Direction: direction(characters), Language: language.NewLanguage("en")}
	var segmenter shaping.Segmenter
	var runs []shaping.Output
	var levels []int
	for _, part := range segmenter.Split(input, chosen) {
		for _, part := range withNumbers(part, input.Direction, levels) {
			for _, part := range withBlanks(part, chosen.other) {
				runs = append(runs, f.shaper.Shape(part))
				levels = append(levels, level(part, input.Direction, levels))
			}
		}
	}
	return visually(runs, levels)
}

// direction is that of the first letter that has one.
func direction(characters []rune) di.Direction {
	for _, r := range characters {
		switch properties, _ := bidi.LookupRune(r); properties.Class() {
		case bidi.L:
			return di.DirectionLTR
		case bidi.R, bidi.AL:
			return di.DirectionRTL
		default: // it has none of its own
		}
	}
	return di.DirectionLTR
}

// level is the embedding level of the next part of a line.
func level(part shaping.Input, line di.Direction, before []int) int {
	switch {
	case part.Direction == di.DirectionRTL:
		return 1
	case line == di.DirectionRTL || afterRight(before) && numberEnd(part) == part.RunEnd:
		return 2
	}
	return 0
}

func afterRight(levels []int) bool { return len(levels) > 0 && levels[len(levels)-1] > 0 }

// withNumbers splits off the number with which a part begins if it belongs to the text from right to left before it.
func withNumbers(part shaping.Input, line di.Direction, before []int) []shaping.Input {
	end := numberEnd(part)
	if part.Direction == di.DirectionRTL || line == di.DirectionRTL || !afterRight(before) ||
		end == part.RunStart || end == part.RunEnd {
		return []shaping.Input{part}
	}
	rest := part
	part.RunEnd, rest.RunStart = end, end
	return []shaping.Input{part, rest}
}

// numberEnd is the end of the last number before the first letter of a part.
func numberEnd(part shaping.Input) int {
	end := part.RunStart
	for i, r := range part.Text[part.RunStart:part.RunEnd] {
		switch properties, _ := bidi.LookupRune(r); properties.Class() {
		case bidi.L:
			return end
		case bidi.EN, bidi.AN:
			end = part.RunStart + i + 1
		default: // it may stand in a number or behind it
		}
	}
	return end
}

// withBlanks splits a part between blanks and letters. Blanks are those of the base, as some fonts have none.
func withBlanks(part shaping.Input, base *font.Face) (parts []shaping.Input) {
	if part.Face == base {
		return []shaping.Input{part}
	}
	isBlank := func(i int) bool { return part.Text[i] == ' ' }
	for begin := part.RunStart; begin < part.RunEnd; {
		piece := part
		piece.RunStart = begin
		for begin < part.RunEnd && isBlank(begin) == isBlank(piece.RunStart) {
			begin++
		}
		if piece.RunEnd = begin; isBlank(piece.RunStart) {
			piece.Face = base
		}
		parts = append(parts, piece)
	}
	return parts
}

// visually puts the runs of a line in their order from left to right, by Unicode's rule L2.
func visually(runs []shaping.Output, levels []int) []shaping.Output {
	for level := 2; level > 0; level-- {
		for begin := 0; begin < len(runs); begin++ {
			end := begin
			for end < len(runs) && levels[end] >= level {
				end++
			}
			slices.Reverse(runs[begin:end])
			slices.Reverse(levels[begin:end])
			begin = max(begin, end)
		}
	}
	return runs
}

// add appends what a run draws.
func (l *Line) add(run *shaping.Output) {
	for i := range run.Glyphs {
		glyph := &run.Glyphs[i]
		if drawn, ok := glyphOf(run.Face, glyph, l.Width); ok {
			l.Glyphs = append(l.Glyphs, drawn)
		}
		l.Width += length(glyph.Advance)
	}
}

func length(v fixed.Int26_6) float64 { return float64(v) / 64 / unit }
