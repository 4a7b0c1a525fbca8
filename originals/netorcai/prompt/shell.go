package prompt

import (
	"errors"
	"strconv"
	"strings"
	"unicode"

	"blastyard/protocol/netorcai/server"
)

// Server is the server that the prompt controls.
type Server interface {
	Start() error
	Settings() (server.Settings, error)
	Change(func(*server.Settings)) error
}

// Shell executes the prompt's commands.
type Shell struct {
	Server Server
}

// command is a command of the prompt and its syntax.
type command struct{ word, syntax string }

func commands() []command {
	return []command{
		{"start", "start"}, {"quit", "quit"}, {"print", "print VARIABLE"},
		{"set", "set VARIABLE=VALUE\n   (alt syntax): set VARIABLE VALUE"},
	}
}

// Do executes a line. The answer is what to print, without the final line feed, or "".
func (sh *Shell) Do(line string) (answer string, quit bool) {
	words := strings.Fields(line)
	if len(words) == 0 {
		return "", false
	}
	switch args := words[1:]; words[0] {
	case "start":
		if len(args) == 0 {
			return sh.start(), false
		}
	case "quit":
		if len(args) == 0 {
			return "", true
		}
	case "print":
		if len(args) == 1 {
			return sh.print(args[0]), false
		}
	case "set":
		_, rest, _ := strings.Cut(line, words[0])
		if name, value, ok := splitSetting(strings.TrimSpace(rest)); ok {
			return sh.set(name, value), false
		}
	}
	return wrongSyntax(words[0]), false
}

// wrongSyntax returns the expected syntax of a command, or "" if no command begins with the word.
func wrongSyntax(word string) string {
	for _, c := range commands() {
		if strings.HasPrefix(word, c.word) {
			return "expected syntax: " + c.syntax
		}
	}
	return ""
}

// splitSetting reads VARIABLE=VALUE or VARIABLE VALUE. The last = or blank is the one between them.
func splitSetting(text string) (name, value string, ok bool) {
	i := strings.LastIndexAny(text, "= ")
	if i < 1 || i+1 == len(text) {
		return "", "", false
	}
	name, value = text[:i], text[i+1:]
	return name, value, !strings.ContainsFunc(name+value, unicode.IsSpace)
}

func (sh *Shell) start() string {
	if err := sh.Server.Start(); err != nil && !errors.Is(err, server.ErrEnded) {
		return err.Error()
	}
	return ""
}

func (sh *Shell) print(name string) string {
	settings, err := sh.Server.Settings()
	if err != nil {
		return "" // the game has ended
	}
	var lines []string
	for _, v := range Variables() {
		if name == v.Name || name == "all" {
			lines = append(lines, v.Name+"="+v.Get(&settings))
		}
	}
	if len(lines) == 0 {
		return badVariable(name) + " all"
	}
	return strings.Join(lines, "\n")
}

func (sh *Shell) set(name, value string) string {
	for _, v := range Variables() {
		if v.Name != name {
			continue
		}
		var bad error
		err := sh.Server.Change(func(s *server.Settings) { bad = v.set(s, value, v.promptLo) })
		if bad != nil {
			err = bad
		}
		var number *strconv.NumError
		var outside *RangeError
		switch {
		case err == nil, errors.Is(err, server.ErrEnded):
			return ""
		case errors.As(err, &number):
			return "Bad VALUE=" + value + ". " + err.Error()
		}
		if errors.As(err, &outside) {
			value = outside.Value
		}
		return "Bad VALUE=" + value + ": " + err.Error()
	}
	return badVariable(name)
}

func badVariable(name string) string {
	text := "Bad VARIABLE=" + name + ". Accepted values:"
	for _, v := range Variables() {
		text += " " + v.Name
	}
	return text
}

// Complete completes the last word of a line as far as it is certain.
func (sh *Shell) Complete(line string) string {
	word, rest, found := strings.Cut(strings.TrimLeft(line, " "), " ")
	var words []string
	if !found {
		rest = word
		for _, c := range commands() {
			words = append(words, c.word)
		}
	} else if word == "print" || word == "set" {
		for _, v := range Variables() {
			words = append(words, v.Name)
		}
		if word == "print" {
			words = append(words, "all")
		}
	}
	common, n := "", 0
	for _, word := range words {
		if !strings.HasPrefix(word, rest) {
			continue
		}
		if n++; n == 1 {
			common = word
		}
		for !strings.HasPrefix(word, common) {
			common = common[:len(common)-1]
		}
	}
	if n == 0 {
		return line
	}
	end := ""
	switch {
	case n > 1:
	case found && word == "set":
		end = "="
	case !found && (common == "print" || common == "set"):
		end = " "
	}
	return line[:len(line)-len(rest)] + common + end
}
