package main

import (
	"errors"
	"math"
	"strconv"
	"strings"
	"time"

	"blastyard/netorcai/server"
)

// netorcaiVariable is a setting of the netorcai server, as the command line and the prompt know it.
type netorcaiVariable struct {
	name, help string
	lo, hi     int // delays in milliseconds
	promptLo   int // the least that the prompt takes
	number     func(*server.Settings) *int
	delay      func(*server.Settings) *time.Duration // where number is nil
}

// netorcaiVariables are the settings in the order of "print all".
func netorcaiVariables() []netorcaiVariable {
	least, most := int(server.MinDelay/time.Millisecond), int(server.MaxDelay/time.Millisecond)
	return []netorcaiVariable{
		{"nb-turns-max", "number of turns", 1, server.MaxTurns, 1, func(s *server.Settings) *int { return &s.NbTurnsMax }, nil},
		{"nb-players-max", "most ordinary players", 0, server.MaxClients, 1, func(s *server.Settings) *int { return &s.NbPlayersMax }, nil},
		{"nb-splayers-max", "most special players", 0, server.MaxClients, 0, func(s *server.Settings) *int { return &s.NbSpecialPlayersMax }, nil},
		{"nb-visus-max", "most visualizations", 0, server.MaxClients, 0, func(s *server.Settings) *int { return &s.NbVisusMax }, nil},
		{"delay-first-turn", "milliseconds before the first turn", least, most, least, nil, func(s *server.Settings) *time.Duration { return &s.DelayFirstTurn }},
		{"delay-turns", "milliseconds between two turns", least, most, least, nil, func(s *server.Settings) *time.Duration { return &s.DelayTurns }},
	}
}

func (v netorcaiVariable) numbers(lo int, between string) string {
	return strconv.Itoa(lo) + between + strconv.Itoa(v.hi)
}

func (v netorcaiVariable) get(s *server.Settings) string {
	if v.number != nil {
		return strconv.Itoa(*v.number(s))
	}
	return strconv.FormatFloat(float64(*v.delay(s))/float64(time.Millisecond), 'f', -1, 64)
}

// set changes the setting, which may be lo and more.
func (v netorcaiVariable) set(s *server.Settings, text string, lo int) error {
	outside := "Not in [" + v.numbers(lo, ",") + "]"
	if v.number != nil {
		n, err := strconv.Atoi(text)
		if err != nil && !errors.Is(err, strconv.ErrRange) {
			return errors.New("Not an integer. " + outside) //nolint:staticcheck // the prompt's text
		}
		if err != nil || n < lo || n > v.hi {
			return errors.New(outside)
		}
		*v.number(s) = n
		return nil
	}
	ms, err := strconv.ParseFloat(text, 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return errors.New("Not a number. " + outside) //nolint:staticcheck // the prompt's text
	}
	if !(ms >= float64(lo) && ms <= float64(v.hi)) { // NaN is outside, too
		return errors.New(outside)
	}
	*v.delay(s) = time.Duration(math.Round(ms * float64(time.Millisecond)))
	return nil
}

// netorcaiShell carries out the prompt's commands.
type netorcaiShell struct {
	s *server.Server
}

// netorcaiSyntax are the commands, and what each must look like.
func netorcaiSyntax() [][2]string {
	return [][2]string{{"start", "start"}, {"quit", "quit"}, {"print", "print VARIABLE"}, {"set", "set VARIABLE=VALUE"}}
}

// do carries out a line. The answer is what to print, without the final line feed; "" for nothing.
func (sh *netorcaiShell) do(line string) (answer string, quit bool) {
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
		if name, value, ok := splitSetting(args); ok {
			return sh.set(name, value), false
		}
	}
	return wrongSyntax(words[0]), false
}

// wrongSyntax says what the command should have looked like.
func wrongSyntax(word string) string {
	var all []string
	for _, command := range netorcaiSyntax() {
		if strings.HasPrefix(word, command[0]) {
			return "expected syntax: " + command[1]
		}
		all = append(all, command[1])
	}
	return "Unknown command '" + word + "'. Accepted commands: " + strings.Join(all, ", ")
}

// splitSetting reads VARIABLE=VALUE or VARIABLE VALUE.
func splitSetting(args []string) (name, value string, ok bool) {
	switch len(args) {
	case 1:
		name, value, ok = strings.Cut(args[0], "=")
	case 2:
		name, value = args[0], args[1]
		ok = !strings.Contains(name+value, "=")
	}
	return name, value, ok && name != "" && value != ""
}

func (sh *netorcaiShell) start() string {
	if err := sh.s.Start(); err != nil && !errors.Is(err, server.ErrEnded) {
		return err.Error()
	}
	return ""
}

func (sh *netorcaiShell) print(name string) string {
	settings, err := sh.s.Settings()
	if err != nil {
		return "" // the game has ended
	}
	var lines []string
	for _, v := range netorcaiVariables() {
		if name == v.name || name == "all" {
			lines = append(lines, v.name+"="+v.get(&settings))
		}
	}
	if len(lines) == 0 {
		return badVariable(name, "all")
	}
	return strings.Join(lines, "\n")
}

func (sh *netorcaiShell) set(name, value string) string {
	for _, v := range netorcaiVariables() {
		if v.name != name {
			continue
		}
		var bad error
		err := sh.s.Change(func(s *server.Settings) { bad = v.set(s, value, v.promptLo) })
		if bad != nil {
			err = bad
		}
		if err != nil && !errors.Is(err, server.ErrEnded) {
			return "Bad VALUE=" + value + ". " + err.Error()
		}
		return ""
	}
	return badVariable(name)
}

func badVariable(name string, more ...string) string {
	var names []string
	for _, v := range netorcaiVariables() {
		names = append(names, v.name)
	}
	return "Bad VARIABLE=" + name + ". Accepted values: " + strings.Join(append(more, names...), ", ")
}

// complete completes the word before the end of a line: what is sure to follow, and no more.
func (sh *netorcaiShell) complete(line string) string {
	command, rest, found := strings.Cut(strings.TrimLeft(line, " "), " ")
	var words []string
	if !found {
		rest = command
		for _, c := range netorcaiSyntax() {
			words = append(words, c[0])
		}
	} else if command == "print" || command == "set" {
		for _, v := range netorcaiVariables() {
			words = append(words, v.name)
		}
		if command == "print" {
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
	case found && command == "set":
		end = "="
	case !found && (common == "print" || common == "set"):
		end = " "
	}
	return line[:len(line)-len(rest)] + common + end
}
