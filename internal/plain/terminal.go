//go:build !js

package plain

import "github.com/charmbracelet/x/ansi"

// stripped is a text without escape sequences.
func stripped(s string) string { return ansi.Strip(s) }
