package harness

import (
	"fmt"
	"strings"
)

// Split splits a command line into words as a POSIX shell does, without any other feature of a shell: blanks separate
// words, quotes of both kinds and backslashes protect characters, and $, *, ~, |, ; and > are ordinary characters.
//
// On Windows a backslash is an ordinary character, so that paths are kept, and a single quote protects only at the
// beginning of a word (C:\Users\O'Neil\bot.exe is one word). A double quote cannot be written inside double quotes
// there; use single quotes around it.
//
// The error wraps ErrUnclosedQuote.
func Split(line string) ([]string, error) {
	return split(line, onWindows)
}

func split(line string, windows bool) ([]string, error) {
	var words []string
	var word strings.Builder
	inWord := false
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			if inWord {
				words = append(words, word.String())
				word.Reset()
				inWord = false
			}
		case c == '"' || c == '\'' && (!windows || !inWord):
			inner, end := quoted(line, i, windows)
			if end < 0 {
				return nil, fmt.Errorf("%w: the %c at character %d has no partner", ErrUnclosedQuote, c, i+1)
			}
			word.WriteString(inner)
			inWord = true
			i = end
		case c == '\\' && !windows:
			if i++; i == len(line) {
				return nil, fmt.Errorf("%w: nothing follows the backslash at the end", ErrUnclosedQuote)
			}
			if line[i] != '\n' {
				word.WriteByte(line[i])
				inWord = true
			}
		default:
			word.WriteByte(c)
			inWord = true
		}
	}
	if inWord {
		words = append(words, word.String())
	}
	return words, nil
}

// quoted returns the text between the quote at line[start] and the next one, and the index of the latter or -1.
func quoted(line string, start int, windows bool) (string, int) {
	quote := line[start]
	var b strings.Builder
	for i := start + 1; i < len(line); i++ {
		c := line[i]
		if c == quote {
			return b.String(), i
		}
		if c == '\\' && quote == '"' && !windows && i+1 < len(line) {
			switch line[i+1] {
			case '$', '`', '"', '\\':
				i++
				c = line[i]
			case '\n':
				i++
				continue
			}
		}
		b.WriteByte(c)
	}
	return "", -1
}
