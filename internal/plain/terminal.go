//go:build !js

package plain

import "github.com/charmbracelet/x/ansi"

// stripped is a text without escape sequences.
func stripped(s string) string { return ansi.Strip(s) }

// columnsOf is how many columns of a terminal a text takes.
func columnsOf(s string) int { return ansi.StringWidth(s) }
