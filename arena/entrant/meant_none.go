//go:build js

package entrant

// DidYouMean returns "": a page names bots in a list.
func DidYouMean(string, []string) string { return "" }

// severalBots returns "".
func severalBots(string, []string) string { return "" }
