// Package errortext makes the text of an error fit to be read by whoever typed the command.
package errortext

import (
	"errors"
	"fmt"
	"net"
	"regexp"
	"strings"

	"blastyard/internal/plain"
)

// Line is the text of an error, which may quote files, bots and other programs, as one line that is safe to print.
func Line(err error) string {
	return longWord.ReplaceAllStringFunc(plain.Line(lookups(err)), shorten)
}

// longWord is a word that is longer than any path should be, such as a value that was pasted by mistake.
var longWord = regexp.MustCompile(`\S{500,}`)

// shorten keeps both ends of a long word.
func shorten(word string) string {
	letters := []rune(word)
	const head, tail = 60, 20
	if len(letters) <= head+tail {
		return word
	}
	end := letters[len(letters)-tail:]
	return fmt.Sprintf("%s… (%d letters) …%s", string(letters[:head]), len(letters), string(end))
}

// lookups is the text of an error. Where the address of a machine was not found, it says so in our words.
func lookups(err error) string {
	var lookup *net.DNSError
	if !errors.As(err, &lookup) {
		return err.Error()
	}
	said := fmt.Sprintf("the address of %q cannot be looked up: %s", lookup.Name, lookup.Err)
	if lookup.IsNotFound {
		said = fmt.Sprintf("there is no machine called %q", lookup.Name)
	}
	text := lookup.Error()
	var operation *net.OpError // around it, such as dial
	if errors.As(err, &operation) {
		text = operation.Error()
	}
	return strings.Replace(err.Error(), text, said, 1)
}
