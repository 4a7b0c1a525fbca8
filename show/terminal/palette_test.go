package terminal

import (
	"image/color"
	"math"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"github.com/lucasb-eyer/go-colorful"

	"blastyard/game/viewer"
)

// An eye sees a colour as this matrix times its linear light (Machado, Oliveira and Fernandes 2009, severity 1).
type eye struct {
	name   string
	matrix [3][3]float64
	least  float64 // smallest CIEDE2000 between any two players, times 100
}

var eyes = []eye{
	{"usual", [3][3]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, 10},
	{"without red", [3][3]float64{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}, 10},
	{"without green", [3][3]float64{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}, 10},
	{"without blue", [3][3]float64{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}, 8},
}

func (e eye) see(c color.Color) colorful.Color {
	full, _ := colorful.MakeColor(c)
	r, g, b := full.LinearRgb()
	var out [3]float64
	for i, row := range e.matrix {
		out[i] = math.Min(1, math.Max(0, row[0]*r+row[1]*g+row[2]*b))
	}
	return colorful.LinearRgb(out[0], out[1], out[2])
}

// grounds returns all backgrounds of a player's cells. Player -1 means no owner.
func grounds(th theme, player int) (all []color.Color) {
	for shade := range shades {
		all = append(all, th.colour(th.territory(&viewer.Cell{Owner: viewer.OwnerOf(player)}, shade)))
	}
	return all
}

func TestPlayersAreApartForAllEyes(t *testing.T) {
	for _, tt := range []struct {
		profile colorprofile.Profile
		part    float64 // required fraction of the distance of the full colours
	}{{colorprofile.TrueColor, 1}, {colorprofile.ANSI256, 0.6}} {
		th := newTheme(tt.profile)
		for _, e := range eyes {
			least := math.Inf(1)
			for p := -1; p < len(playerTints); p++ {
				for o := -1; o < p; o++ {
					for _, a := range grounds(th, p) {
						for _, b := range grounds(th, o) {
							d := 100 * e.see(a).DistanceCIEDE2000(e.see(b))
							least = min(least, d)
							if d < e.least*tt.part {
								t.Errorf("%v, eyes %s: players %d and %d: %v and %v are only %.1f apart", tt.profile, e.name, p, o, a, b, d)
							}
						}
					}
				}
			}
			t.Logf("%v, eyes %s: %.1f", tt.profile, e.name, least)
		}
	}
}

func TestSixteenColoursDiffer(t *testing.T) {
	th := newTheme(colorprofile.ANSI)
	seen := map[color.Color]int{th.colour(neutralTint): -1, th.colour(paperTint): -2, th.colour(inkTint): -3}
	for p := range playerTints {
		c := grounds(th, p)[0]
		if other, ok := seen[c]; ok {
			t.Errorf("players %d and %d have the same colour", p, other)
		}
		seen[c] = p
	}
}

func TestNoColour(t *testing.T) {
	for _, p := range []colorprofile.Profile{colorprofile.Unknown, colorprofile.NoTTY, colorprofile.ASCII} {
		if c := newTheme(p).colour(alarmTint); c != nil {
			t.Errorf("%v has a colour: %v", p, c)
		}
	}
}

// TestTextIsLegible: on every background the contrast ratio of WCAG is at least 3, the least for large and bold text.
func TestTextIsLegible(t *testing.T) {
	for player := -1; player < len(playerTints); player++ {
		o := viewer.OwnerOf(player)
		th := newTheme(colorprofile.TrueColor)
		for shade := range shades {
			for _, ground := range []tint{th.territory(&viewer.Cell{Owner: o}, shade), th.glow(o, shade)} {
				if r := contrast(ground.rgb, inkOn(ground).rgb); r < 3.5 {
					t.Errorf("player %d, shade %d: contrast %.1f of %v", player, shade, r, ground.rgb)
				}
			}
		}
	}
}

func contrast(a, b color.Color) float64 {
	light := func(c color.Color) float64 {
		full, _ := colorful.MakeColor(c)
		r, g, b := full.LinearRgb()
		return 0.2126*r + 0.7152*g + 0.0722*b + 0.05
	}
	x, y := light(a), light(b)
	return math.Max(x, y) / math.Min(x, y)
}
