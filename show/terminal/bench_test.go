package terminal

import (
	"testing"

	"github.com/charmbracelet/colorprofile"
)

func BenchmarkDraw(b *testing.B) {
	f := played(hexagonMap(11, 4, 7), 0, 50)[50]
	for name, opt := range map[string]Options{
		"80x24":  {Width: 80, Height: 24, Profile: colorprofile.TrueColor},
		"200x60": {Width: 200, Height: 60, Profile: colorprofile.TrueColor},
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Draw(&f, opt)
			}
		})
	}
}
