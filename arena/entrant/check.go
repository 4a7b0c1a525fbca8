package entrant

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"blastyard/arena/harness"
	"blastyard/internal/names"
	"blastyard/internal/nearest"
	"blastyard/internal/shellquote"
)

// Check returns an error if an entrant cannot be started, as far as it can find out without starting it: an unknown
// built-in bot, a missing file or a missing interpreter. Package rounds checks the bot.json of programs that are
// started each round.
func Check(e Entrant, o Options) error {
	switch e.Kind {
	case Person:
		return nil
	case Builtin:
		if o.Builtins != nil && !slices.Contains(o.Builtins, e.Builtin) {
			hint := severalBots(e.Builtin, o.Builtins)
			if hint == "" {
				hint = nearest.HintBehind(BuiltinPrefix, strings.TrimSpace(e.Builtin), o.Builtins)
			}
			return fault(e.Bot, "there is no such built-in bot, expected one of %s%s", builtinList(o.Builtins), hint)
		}
		return nil
	case Program:
		return e.checkProgram(o)
	default:
		return fault(e.Bot, "kind is %q, expected %s, %s or %s", e.Kind, Builtin, Person, Program)
	}
}

func builtinList(builtins []string) string {
	list := make([]string, len(builtins))
	for i, n := range builtins {
		list[i] = BuiltinPrefix + n
	}
	return strings.Join(list, ", ")
}

// isVariable reports whether a name looks like the name of a shell variable.
func isVariable(name string) bool {
	unfit := func(c rune) bool { return c != '_' && (c < 'A' || c > 'Z') && (c < '0' || c > '9') }
	return name != "" && (name[0] < '0' || name[0] > '9') && !strings.ContainsFunc(name, unfit)
}

// quoteHint says how a name is written that has to stand in quotes, where a command line looks as if it began with
// one; "": it does not.
func quoteHint(command string) string {
	name, _, found := strings.Cut(command, "=")
	if _, err := names.Parse(name); !found || err != nil || names.Quote(name) == name {
		return ""
	}
	unfit := func(c rune) bool { return c < 0x80 && strings.ContainsRune("-./\\${}()[]<>|;&`\"", c) }
	if strings.ContainsFunc(name, unfit) || slices.Contains(strings.Split(name, " "), "") { // it is a command line
		return ""
	}
	with := "blanks"
	if i := strings.IndexAny(name, "':"); i >= 0 {
		with = name[i : i+1]
	}
	return fmt.Sprintf(" (a name with %s stands in quotes: --bot %s, or in a bots file)", with,
		shellquote.Quote(names.Quote(name)+"=…"))
}

func (e *Entrant) checkProgram(o Options) error {
	if o.Protocol != "" && e.Protocol != o.Protocol && e.Protocol != Stdio {
		return fault(e.Bot, "it plays over %s, expected %s", e.Protocol, o.Protocol)
	}
	if e.Protocol == Rounds {
		return nil
	}
	c := e.Process(e.Bot)
	err := c.Check()
	switch {
	case !errors.Is(err, harness.ErrNotFound):
		return err
	case DidYouMean(e.Command, o.Builtins) != "":
		return fmt.Errorf("bot %q: no such program%s", e.Bot, DidYouMean(e.Command, o.Builtins))
	case isVariable(e.Name) && strings.ContainsAny(e.Command, " \t"):
		return fmt.Errorf("%w (%s= gives the bot that name; a variable of its environment is --env %s=…)",
			err, e.Name, e.Name)
	case quoteHint(e.Command) != "":
		return fmt.Errorf("%w%s", err, quoteHint(e.Command))
	case len(e.Build) > 0:
		return fmt.Errorf("%w; it may have to be built: blastyard bot build %s", err, shellquote.Quote(e.Bot))
	}
	return err
}
