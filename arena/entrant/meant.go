//go:build !js

package entrant

import (
	"fmt"
	"slices"
	"strings"

	"blastyard/internal/names"
	"blastyard/internal/nearest"
)

// Meant returns the text that was probably meant by one that names no bot: a prefix or a name with a letter or two
// wrong, in capitals, with blanks or with another sign behind the prefix, or the name of a built-in bot without the
// prefix. It returns "" if nothing is like it.
func Meant(bot string, builtins []string) string {
	word := strings.TrimSpace(strings.ReplaceAll(bot, "\uff1a", ":"))
	name, after, named := strings.Cut(word, "=")
	if named && strings.TrimSpace(name) != "" && name+after != joined(name, after) {
		return names.Quote(strings.Trim(name, " \t\"")) + "=" + strings.TrimSpace(after)
	}
	end := strings.IndexAny(word, ":;=/ .-")
	if end < 0 {
		switch near := nearest.Word(word, append([]string{Human}, builtins...)); near {
		case "", Human:
			return near
		default:
			return BuiltinPrefix + near
		}
	}
	rest := strings.Trim(word[end:], ":;=/ -")
	before, _, colon := strings.Cut(word, ":")
	prefix := nearest.Word(strings.TrimSpace(word[:end]), []string{"builtin", "stdio", Human, "netorcai", "file"})
	switch {
	case prefix == "builtin" || colon && before == "":
		if near := nearest.Word(rest, builtins); near != "" {
			return BuiltinPrefix + near
		}
		if colon && prefix != "" && !strings.HasPrefix(bot, BuiltinPrefix) {
			return BuiltinPrefix + "NAME"
		}
	case !colon || prefix == "" || strings.TrimSpace(before) != word[:end] || rest == "":
	case prefix == "netorcai" || prefix == "file": // a command line and a folder have no prefix
		return strings.TrimSpace(word[end+1:])
	default:
		return prefix + ":" + rest
	}
	return ""
}

// joined is a name and the bot behind its "=", without the blanks around that where the bot is no command line.
func joined(name, bot string) string {
	trimmed := strings.TrimSpace(bot)
	for _, prefix := range []string{BuiltinPrefix, StdioPrefix, Human} {
		if strings.HasPrefix(trimmed, prefix) {
			return strings.TrimSpace(name) + trimmed
		}
	}
	return name + bot
}

// NamesBuiltin returns the name of the built-in bot that a text names where nothing else can be, or what was expected
// and probably meant.
func NamesBuiltin(bot string, builtins []string) (name string, err error) {
	name, is := strings.CutPrefix(bot, BuiltinPrefix)
	switch {
	case is && slices.Contains(builtins, name):
		return name, nil
	case slices.Contains(builtins, bot):
		return "", fmt.Errorf("%q is not a built-in bot; did you mean %s%s?", bot, BuiltinPrefix, bot)
	}
	return "", fmt.Errorf("%q is not a built-in bot, expected one of %s%s", bot, builtinList(builtins),
		DidYouMean(bot, builtins))
}

// DidYouMean is "; did you mean TEXT?" of what a text probably meant, or "".
func DidYouMean(bot string, builtins []string) string {
	if near := Meant(bot, builtins); near != "" && near != bot {
		return "; did you mean " + near + "?"
	}
	return ""
}

// severalBots says how several built-in bots are named, if one text names them.
func severalBots(names string, builtins []string) string {
	words := strings.FieldsFunc(names, func(r rune) bool { return strings.ContainsRune(" ,;+", r) })
	if len(words) < 2 {
		return ""
	}
	for i, word := range words {
		if _, after, is := strings.Cut(word, ":"); is {
			words[i] = after
		}
		if !slices.Contains(builtins, words[i]) {
			return ""
		}
	}
	const option = " --bot " + BuiltinPrefix
	return "; each bot has an option or a line of its own:" + option + strings.Join(words, option)
}
