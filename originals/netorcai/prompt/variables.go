// Package prompt implements the prompt of a netorcai server, with the commands and answers of the original. It also
// has the names of the settings on the prompt and on the command line.
package prompt

import (
	"math"
	"strconv"
	"time"

	"blastyard/protocol/netorcai/server"
)

// Variable is a setting of the netorcai server.
type Variable struct {
	Name, Help string
	lo, hi     int // delays in milliseconds
	promptLo   int // the smallest value that the prompt accepts
	number     func(*server.Settings) *int
	delay      func(*server.Settings) *time.Duration // if number is nil
}

// Variables are the settings in the order of "print all".
func Variables() []Variable {
	least, most := int(server.MinDelay/time.Millisecond), int(server.MaxDelay/time.Millisecond)
	return []Variable{
		{"nb-turns-max", "number of turns", 1, server.MaxTurns, 1,
			func(s *server.Settings) *int { return &s.NbTurnsMax }, nil},
		{"nb-players-max", "most ordinary players", 0, server.MaxClients, 1,
			func(s *server.Settings) *int { return &s.NbPlayersMax }, nil},
		{"nb-splayers-max", "most special players", 0, server.MaxClients, 0,
			func(s *server.Settings) *int { return &s.NbSpecialPlayersMax }, nil},
		{"nb-visus-max", "most visualizations", 0, server.MaxClients, 0,
			func(s *server.Settings) *int { return &s.NbVisusMax }, nil},
		{"delay-first-turn", "milliseconds before the first turn", least, most, least, nil,
			func(s *server.Settings) *time.Duration { return &s.DelayFirstTurn }},
		{"delay-turns", "milliseconds between two turns", least, most, least, nil,
			func(s *server.Settings) *time.Duration { return &s.DelayTurns }},
	}
}

// Range is "LO to HI", the range on the command line.
func (v Variable) Range() string { return strconv.Itoa(v.lo) + " to " + strconv.Itoa(v.hi) }

// Get returns the value of the setting.
func (v Variable) Get(s *server.Settings) string {
	if v.number != nil {
		return strconv.Itoa(*v.number(s))
	}
	return strconv.FormatFloat(float64(*v.delay(s))/float64(time.Millisecond), 'g', -1, 64)
}

// Set sets the setting to a value from the command line. The error is a *strconv.NumError or a *RangeError.
func (v Variable) Set(s *server.Settings, text string) error { return v.set(s, text, v.lo) }

func (v Variable) set(s *server.Settings, text string, lo int) error {
	if v.number != nil {
		n, err := Integer(text, lo, v.hi)
		if err == nil {
			*v.number(s) = n
		}
		return err
	}
	ms, err := strconv.ParseFloat(text, 64)
	switch {
	case err != nil:
		return err
	case math.IsNaN(ms):
		return &strconv.NumError{Func: "ParseFloat", Num: text, Err: strconv.ErrSyntax}
	case ms < float64(lo) || ms > float64(v.hi):
		return &RangeError{lo, v.hi, ms < float64(lo), strconv.FormatFloat(ms, 'g', -1, 64)}
	}
	*v.delay(s) = time.Duration(math.Round(ms * float64(time.Millisecond)))
	return nil
}

// Integer reads a whole number as Go writes it (10, 0x10, 010 which is 8, 1_000). The error is a *strconv.NumError or
// a *RangeError.
func Integer(text string, lo, hi int) (int, error) {
	n, err := strconv.ParseInt(text, 0, 64)
	if err != nil {
		return 0, err
	}
	if n < int64(lo) || n > int64(hi) {
		return 0, &RangeError{lo, hi, n < int64(lo), strconv.FormatInt(n, 10)}
	}
	return int(n), nil
}

// RangeError means that a number is less than Lo (Below) or greater than Hi.
type RangeError struct {
	Lo, Hi int
	Below  bool
	Value  string // the number as it was read: 0.5 for .5
}

func (e *RangeError) Error() string {
	return "Not in [" + strconv.Itoa(e.Lo) + "," + strconv.Itoa(e.Hi) + "]"
}
