// Package picture draws a board as a picture file, without a browser: SVG, PNG, and an animated GIF of a whole match.
// All three draw the same shapes.
package picture

import (
	"cmp"
	"fmt"
	"time"

	"blastyard/show/internal/lettering"
)

// Options describes the look of a picture. The zero value gives a light picture of the board alone, 900 pixels wide.
type Options struct {
	Width       int           // in pixels, 64 to 4000; 0: 900. The height follows from the board
	Dark        bool          // light shapes on dark ground
	Standings   bool          // a column beside the board; omitted below 360 pixels
	Coordinates bool          // of each cell, if there is room
	Delay       time.Duration // duration of a turn in a GIF, 20 ms to 1 minute; 0: 200 ms
	Patterns    bool          // a pattern for each player; otherwise only if two players share a colour

	// Missing, if set, is called with letters that no font of this machine has. Boxes stand for them in a PNG or GIF.
	// The same letters may come many times.
	Missing func(letters []string)

	fonts *lettering.Fonts // of pixels; nil: letters that the Go fonts do not have are left to who shows the SVG
}

// Limits of sizes and times in Options.
const (
	DefaultWidth = 900
	MinWidth     = 64
	MaxWidth     = 4000
	DefaultDelay = 200 * time.Millisecond
	MinDelay     = 20 * time.Millisecond
	MaxDelay     = time.Minute
)

// Validate checks the options; the error names the field, the value and what was expected.
func (o Options) Validate() error {
	o = o.withDefaults()
	switch {
	case o.Width < MinWidth || o.Width > MaxWidth:
		return fmt.Errorf("picture: Width is %d, expected %d to %d", o.Width, MinWidth, MaxWidth)
	case o.Delay < MinDelay || o.Delay > MaxDelay:
		return fmt.Errorf("picture: Delay is %v, expected %v to %v", o.Delay, MinDelay, MaxDelay)
	}
	return nil
}

func (o Options) withDefaults() Options {
	o.Width = cmp.Or(o.Width, DefaultWidth)
	o.Delay = cmp.Or(o.Delay, DefaultDelay)
	return o
}

// pixels are the options of pictures of pixels, whose letters are drawn here.
func (o Options) pixels() Options {
	if o.fonts == nil {
		o.fonts = systemFonts()
	}
	return o
}
