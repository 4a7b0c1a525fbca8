package web

import (
	"fmt"
	"html/template"
	"math"
	"slices"
	"strings"
	"time"
)

// The size of a chart in its own units. The area of the lines is stretched to the width of the page; the numbers beside
// it are not, so they can be read on a phone, too.
const (
	chartWidth, chartHeight = 800.0, 240.0
	chartTop, chartBottom   = 8.0, 8.0
	chartPoints             = 400 // maximum; more cannot be distinguished
)

// A plot maps ratings and matches to places in the area of a chart.
type plot struct {
	low, high, step float64 // of ratings
	first, last     float64 // of matches
}

func (p *plot) x(matches int) float64 {
	return chartWidth * (float64(matches) - p.first) / (p.last - p.first)
}

func (p *plot) y(elo float64) float64 {
	return chartTop + (chartHeight-chartTop-chartBottom)*(p.high-elo)/(p.high-p.low)
}

// newPlot returns the plot of some lines, of which none is empty; intervals: there is room for their intervals.
func newPlot(lines [][]Point, intervals bool) *plot {
	low, high := math.Inf(1), math.Inf(-1)
	first, last := math.MaxInt, 0
	for _, points := range lines {
		first, last = min(first, points[0].Matches), max(last, points[len(points)-1].Matches)
		for _, p := range points {
			low, high = min(low, p.Elo), max(high, p.Elo)
			if intervals {
				low, high = min(low, p.Low), max(high, p.High)
			}
		}
	}
	p := &plot{step: niceStep((high - low) / 4), first: float64(first)}
	p.low, p.high = p.step*math.Floor(low/p.step), p.step*math.Ceil((high+1e-9)/p.step)
	p.last = max(float64(last), p.first+1)
	return p
}

// ratingChart draws a rating over the matches of the event, with its interval as a band and a line where each version
// began. It is empty for fewer than two points.
func ratingChart(history []Point, versions []versionAnswer) template.HTML {
	points := thin(history, chartPoints)
	if len(points) < 2 {
		return ""
	}
	p := newPlot([][]Point{points}, true)
	end := points[len(points)-1]
	c := chart{plot: p, label: fmt.Sprintf("Rating from %.0f to %.0f", points[0].Elo, end.Elo)}
	c.band(points)
	c.path("line own", points)
	for i := range versions {
		if v := &versions[i]; v.Number > 1 && !v.At.IsZero() {
			c.mark(points, v.At, fmt.Sprintf("v%d", v.Number))
		}
	}
	return c.html()
}

// ratingsChart draws the ratings of some entrants, and their letters where the lines end. It is empty if none has two
// points.
func ratingsChart(whos []who, histories [][]Point) template.HTML {
	var lines [][]Point
	var shown []who
	for i, h := range histories {
		if points := thin(h, chartPoints); len(points) > 1 && i < len(whos) {
			lines, shown = append(lines, points), append(shown, whos[i])
		}
	}
	if len(lines) == 0 {
		return ""
	}
	c := chart{plot: newPlot(lines, false)}
	var said []string
	for i, points := range slices.Backward(lines) { // the best ones on top
		c.path(fmt.Sprintf("line line-%d dash-%d", max(shown[i].Look, 0), i/looks), points)
	}
	for i, points := range lines {
		end := points[len(points)-1]
		c.ends = append(c.ends, chartEnd{c.plot.y(end.Elo), shown[i]})
		said = append(said, fmt.Sprintf("%s %.0f", shown[i].Name, end.Elo))
	}
	c.label = "Ratings: " + strings.Join(said, ", ")
	return c.html()
}

// A chart is being drawn.
type chart struct {
	plot  *plot
	label string // for those who do not see it
	area  strings.Builder
	marks strings.Builder
	ends  []chartEnd
}

// chartEnd is the end of a line.
type chartEnd struct {
	y float64
	w who
}

func (c *chart) path(class string, points []Point) {
	fmt.Fprintf(&c.area, `<path class="%s" d="`, class)
	for i, at := range points {
		fmt.Fprintf(&c.area, "%c%.1f %.1f", "ML"[min(i, 1)], c.plot.x(at.Matches), c.plot.y(at.Elo))
	}
	c.area.WriteString(`"/>`)
}

// band draws the interval.
func (c *chart) band(points []Point) {
	c.area.WriteString(`<path class="band" d="`)
	for i, at := range points {
		fmt.Fprintf(&c.area, "%c%.1f %.1f", "ML"[min(i, 1)], c.plot.x(at.Matches), c.plot.y(at.High))
	}
	for _, at := range slices.Backward(points) {
		fmt.Fprintf(&c.area, "L%.1f %.1f", c.plot.x(at.Matches), c.plot.y(at.Low))
	}
	c.area.WriteString(`Z"/>`)
}

// mark draws a line at the first point after a time, unless that is the first or none.
func (c *chart) mark(points []Point, at time.Time, text string) {
	i := slices.IndexFunc(points, func(p Point) bool { return !p.At.Before(at) })
	if i <= 0 {
		return
	}
	x := c.plot.x(points[i].Matches)
	fmt.Fprintf(&c.area, `<line class="mark" x1="%.1f" x2="%.1f" y1="0" y2="%g"><title>%s</title></line>`, x, x,
		chartHeight, text)
	fmt.Fprintf(&c.marks, `<text x="%.2f%%" y="12">%s</text>`, 100*x/chartWidth, text)
}

// html returns the drawing: numbers at the left, the stretched area, and letters at the right.
func (c *chart) html() template.HTML {
	p := c.plot
	var b strings.Builder
	fmt.Fprintf(&b, `<div class="ratings" role="img" aria-label="%s"><svg class="scale-y" viewBox="0 0 44 %g">`,
		template.HTMLEscapeString(c.label), chartHeight)
	grid := ""
	for elo := p.low; elo <= p.high+p.step/2; elo += p.step {
		fmt.Fprintf(&b, `<text x="38" y="%.1f" text-anchor="end">%.0f</text>`, p.y(elo)+4, elo)
		grid += fmt.Sprintf(`<line class="grid" x1="0" x2="%g" y1="%.1f" y2="%.1f"/>`, chartWidth, p.y(elo), p.y(elo))
	}
	fmt.Fprintf(&b, `</svg><div class="area"><svg viewBox="0 0 %g %g" preserveAspectRatio="none">%s%s</svg>`,
		chartWidth, chartHeight, grid, c.area.String())
	fmt.Fprintf(&b, `<svg class="marks">%s</svg></div>`, c.marks.String())
	if len(c.ends) > 0 {
		fmt.Fprintf(&b, `<svg class="ends" viewBox="0 0 34 %g">`, chartHeight)
		for _, e := range apart(c.ends) {
			look := max(e.w.Look, 0)
			fmt.Fprintf(&b, `<rect class="look-%d" x="4" y="%.1f" width="28" height="18" rx="4"/>`, look, e.y-9)
			fmt.Fprintf(&b, `<text class="ink-%d" x="18" y="%.1f" text-anchor="middle">%s</text>`, look, e.y+4.5,
				template.HTMLEscapeString(e.w.Letter))
		}
		b.WriteString("</svg>")
	}
	fmt.Fprintf(&b, `<p class="scale-x"><span>after %s</span><span>%s of the event</span></p></div>`,
		matchCount(int(p.first)), matchCount(int(p.last)))
	return template.HTML(b.String()) //nolint:gosec // all texts in it are escaped
}

// apart moves the ends of lines apart, so that their letters do not cover each other. The best one comes first.
func apart(ends []chartEnd) []chartEnd {
	const room = 20.0
	list := slices.Clone(ends)
	slices.SortStableFunc(list, func(a, b chartEnd) int {
		switch {
		case a.y < b.y:
			return -1
		case a.y > b.y:
			return 1
		}
		return 0
	})
	for i := range list {
		least := room / 2
		if i > 0 {
			least = list[i-1].y + room
		}
		list[i].y = max(list[i].y, least)
	}
	most := chartHeight - room/2
	for i := len(list) - 1; i >= 0; i-- {
		list[i].y = min(list[i].y, most)
		most = list[i].y - room
	}
	return list
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
