package options

import (
	"errors"
	"strings"

	"github.com/spf13/pflag"
)

// Usage is the text after wrong usage.
const Usage = `Usage:
  netorcai [--port=<port>] [--replay=<file>]
           [--nb-turns-max=<number>]
           [--nb-players-max=<number>]
           [--nb-splayers-max=<number>]
           [--nb-visus-max=<number>]
           [--delay-first-turn=<milliseconds>]
           [--delay-turns=<milliseconds>]
           [--autostart]
           [--fast]
           [--simple-prompt]
           [(--verbose | --quiet | --debug)] [--json-logs]
  netorcai -h | --help
  netorcai --version
`

// The reasons for refusing an option.
var (
	errTwice = errors.New("given twice")
	errValue = errors.New("must not have an argument")
)

// String defines an option with a text, which may be given once.
func String(flags *pflag.FlagSet, value *string, name, short, normal, help string) {
	*value = normal
	flags.VarP(&once{value: value}, name, short, help)
}

// once is the value of an option that may be given once.
type once struct {
	value *string
	given bool
}

func (o *once) String() string {
	if o.value == nil {
		return ""
	}
	return *o.value
}

func (o *once) Set(text string) error {
	if o.given {
		return errTwice
	}
	o.given, *o.value = true, text
	return nil
}

func (o *once) Type() string { return "string" }

// addSwitch defines an option without a value, which may be given once.
func addSwitch(flags *pflag.FlagSet, on *bool, name, help string) {
	flags.VarPF((*toggle)(on), name, "", "``"+help).NoOptDefVal = toggled
}

// toggle is an option without a value. For pflag it is a counter, because pflag does not distinguish a bool with the
// value true from one without a value.
type toggle bool

const toggled = "+1"

func (t *toggle) String() string { return "" }

func (t *toggle) Set(text string) error {
	switch {
	case text != toggled:
		return errValue
	case bool(*t):
		return errTwice
	}
	*t = true
	return nil
}

func (t *toggle) Type() string { return "count" }

// WrongUsage returns what the server prints about a wrong command line before Usage, without a line feed, or "".
func WrongUsage(flags *pflag.FlagSet, err error) string {
	var unknown *pflag.NotExistError
	var noValue *pflag.ValueRequiredError
	var refused *pflag.InvalidValueError
	switch {
	case errors.As(err, &noValue):
		return "--" + noValue.GetFlag().Name + " requires argument"
	case errors.As(err, &refused) && errors.Is(err, errValue):
		return "--" + refused.GetFlag().Name + " must not have an argument"
	case errors.As(err, &unknown) && unknown.GetSpecifiedShortnames() == "":
		prefix := unknown.GetSpecifiedName()
		var names []string
		flags.VisitAll(func(f *pflag.Flag) {
			if strings.HasPrefix(f.Name, prefix) {
				names = append(names, "--"+f.Name)
			}
		})
		if len(names) > 1 {
			return "--" + prefix + " is not a unique prefix: " + strings.Join(names, ", ") + "?"
		}
	}
	return ""
}
