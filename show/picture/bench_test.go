package picture

import (
	"bytes"
	"io"
	"testing"
)

func BenchmarkPNG(b *testing.B) {
	header, frames := playHexabomb(b, "arena4", 0, 60, "hunter", "greedy", "random", "hunter")
	o := Options{Standings: true, Patterns: true}
	b.ReportAllocs()
	for b.Loop() {
		if err := PNG(io.Discard, header, frames[60], o); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSVG(b *testing.B) {
	header, frames := playHexabomb(b, "arena4", 0, 60, "hunter", "greedy", "random", "hunter")
	o := Options{Standings: true, Patterns: true}
	b.ReportAllocs()
	for b.Loop() {
		if err := SVG(io.Discard, header, frames[60], o); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkGIF draws 100 turns on 415 cells and reports the size of the file.
func BenchmarkGIF(b *testing.B) {
	header, frames := playHexabomb(b, "arena4", 0, 100, "hunter", "greedy", "random", "hunter")
	size := 0
	for b.Loop() {
		var w bytes.Buffer
		if err := GIF(&w, header, sequence(frames...), Options{}); err != nil {
			b.Fatal(err)
		}
		size = w.Len()
	}
	b.ReportMetric(float64(size), "bytes")
	b.ReportMetric(float64(b.Elapsed().Milliseconds())/float64(b.N*len(frames)), "ms/frame")
}
