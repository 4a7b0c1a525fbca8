package web

import (
	"fmt"
	"html/template"
	"math"
	"slices"
	"strings"
)

// The size of a chart in its own units.
const (
	chartWidth, chartHeight = 800.0, 260.0
	chartLeft, chartBottom  = 56.0, 28.0
	chartTop, chartRight    = 10.0, 12.0
	chartPoints             = 400 // maximum; more cannot be distinguished
)

// A plot maps ratings and matches to places in the area of a chart.
type plot struct {
	low, high, step float64 // of ratings
	first, last     float64 // of matches
}

func (p *plot) x(matches int) float64 {
	return chartLeft + (chartWidth-chartLeft-chartRight)*(float64(matches)-p.first)/(p.last-p.first)
}

func (p *plot) y(elo float64) float64 {
	return chartTop + (chartHeight-chartTop-chartBottom)*(p.high-elo)/(p.high-p.low)
}

func newPlot(points []Point) *plot {
	low, high := math.Inf(1), math.Inf(-1)
	for _, p := range points {
		low, high = min(low, p.Low, p.Elo), max(high, p.High, p.Elo)
	}
	p := &plot{step: niceStep((high - low) / 4), first: float64(points[0].Matches)}
	p.low, p.high = p.step*math.Floor(low/p.step), p.step*math.Ceil((high+1e-9)/p.step)
	p.last = max(float64(points[len(points)-1].Matches), p.first+1)
	return p
}

// ratingChart draws a rating over the matches of the event, with its interval as a band. It is empty for fewer than two
// points.
func ratingChart(history []Point) template.HTML {
	points := thin(history, chartPoints)
	if len(points) < 2 {
		return ""
	}
	p := newPlot(points)
	end := points[len(points)-1]
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="chart" viewBox="0 0 %g %g" role="img" aria-label="Rating from %.0f to %.0f">`,
		chartWidth, chartHeight, points[0].Elo, end.Elo)
	for elo := p.low; elo <= p.high+p.step/2; elo += p.step {
		y := p.y(elo)
		fmt.Fprintf(&b, `<line class="grid" x1="%g" x2="%g" y1="%.1f" y2="%.1f"/>`, chartLeft,
			chartWidth-chartRight, y, y)
		fmt.Fprintf(&b, `<text x="%g" y="%.1f" text-anchor="end">%.0f</text>`, chartLeft-6, y+4, elo)
	}
	b.WriteString(`<path class="band" d="`)
	for i, at := range points {
		fmt.Fprintf(&b, "%c%.1f %.1f", "ML"[min(i, 1)], p.x(at.Matches), p.y(at.High))
	}
	for _, at := range slices.Backward(points) {
		fmt.Fprintf(&b, "L%.1f %.1f", p.x(at.Matches), p.y(at.Low))
	}
	b.WriteString(`Z"/><path class="line" d="`)
	for i, at := range points {
		fmt.Fprintf(&b, "%c%.1f %.1f", "ML"[min(i, 1)], p.x(at.Matches), p.y(at.Elo))
	}
	const below = chartHeight - 6
	fmt.Fprintf(&b, `"/><text x="%g" y="%g">after %s</text>`, chartLeft, below, thousands(points[0].Matches))
	fmt.Fprintf(&b, `<text x="%g" y="%g" text-anchor="end">%s of the event</text></svg>`, chartWidth-chartRight, below,
		matchCount(end.Matches))
	return template.HTML(b.String()) //nolint:gosec // it contains only numbers
}

// thin returns at most this many points, with the first and the last of them, and without those that are not numbers.
func thin(history []Point, most int) []Point {
	var all []Point
	for _, p := range history {
		if finite(p.Elo) && finite(p.Low) && finite(p.High) {
			all = append(all, p)
		}
	}
	if len(all) <= most {
		return all
	}
	list := make([]Point, most)
	for i := range list {
		list[i] = all[i*(len(all)-1)/(most-1)]
	}
	return list
}

// niceStep returns the smallest round number that is at least size: 1, 2 or 5 times a power of ten.
func niceStep(size float64) float64 {
	if size <= 0 {
		return 10
	}
	power := math.Pow(10, math.Floor(math.Log10(size)))
	for _, f := range []float64{1, 2, 5} {
		if f*power >= size {
			return f * power
		}
	}
	return 10 * power
}
