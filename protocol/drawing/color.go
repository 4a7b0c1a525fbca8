package drawing

import (
	"fmt"
	"strings"
)

// A Color is a named colour.
type Color struct{ Name, Value string }

// Palette contains the named colours. They are distinguishable on both the dark and the light page.
var Palette = []Color{
	{"red", "#ff4d4f"}, {"orange", "#ff9f1a"}, {"yellow", "#ffe033"}, {"lime", "#a8e61d"}, {"green", "#2eb85c"},
	{"cyan", "#2fd6d6"}, {"blue", "#4c8dff"}, {"purple", "#a66bff"}, {"magenta", "#ff5ce1"}, {"pink", "#ffa3c4"},
	{"brown", "#b07a4b"}, {"white", "#ffffff"}, {"gray", "#9aa3ad"}, {"black", "#101318"},
}

// defaultColor is the colour of shapes without one.
const defaultColor = "yellow"

// colorOf returns the value of a colour: a name of the palette, or #rrggbb.
func colorOf(text string) (string, error) {
	lower := strings.ToLower(text)
	if lower == "grey" {
		lower = "gray"
	}
	for _, c := range Palette {
		if c.Name == lower {
			return c.Value, nil
		}
	}
	if len(lower) == len("#rrggbb") && lower[0] == '#' && strings.Trim(lower[1:], "0123456789abcdef") == "" {
		return lower, nil
	}
	names := make([]string, len(Palette))
	for i, c := range Palette {
		names[i] = c.Name
	}
	return "", fmt.Errorf("color is %q, expected #rrggbb or one of %s", shorten(text), strings.Join(names, ", "))
}
