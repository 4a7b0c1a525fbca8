// Package flagerror says in the program's words what is wrong with a flag on a command line.
package flagerror

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"blastyard/internal/nearest"
)

// Explain turns an error of pflag into one that names the flag, its value and what was expected; of a flag that is not
// among flags, which one was probably meant. It returns other errors unchanged.
func Explain(err error, flags *pflag.FlagSet) error {
	if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok && flags != nil {
		var names []string
		flags.VisitAll(func(f *pflag.Flag) {
			if !f.Hidden {
				names = append(names, f.Name)
			}
		})
		if near := nearest.Word(unknown.GetSpecifiedName(), names); near != "" {
			return fmt.Errorf("%w; did you mean --%s?", err, near)
		}
		return err
	}
	if missing, ok := errors.AsType[*pflag.ValueRequiredError](err); ok {
		return fmt.Errorf("--%s has no value, expected %s", missing.GetFlag().Name, expected(missing.GetFlag()))
	}
	var invalid *pflag.InvalidValueError
	if !errors.As(err, &invalid) {
		return err
	}
	if !isStandard(invalid.GetFlag()) { // its own parser says what it expects
		return fmt.Errorf("--%s is %q: %w", invalid.GetFlag().Name, invalid.GetValue(), invalid.Unwrap())
	}
	want := expected(invalid.GetFlag())
	if errors.Is(err, strconv.ErrRange) {
		want = "a number closer to 0"
	} else {
		want += meant(invalid.GetFlag().Value.Type(), invalid.GetValue())
	}
	return fmt.Errorf("--%s is %q, expected %s", invalid.GetFlag().Name, invalid.GetValue(), want)
}

// kinds are what flags of pflag's own types expect.
var kinds = map[string]string{
	"bool":     "true or false",
	"duration": "a time such as 500ms, 2s or 1m30s",
	"float32":  "a number",
	"float64":  "a number",
}

func isStandard(f *pflag.Flag) bool {
	kind := f.Value.Type()
	return kinds[kind] != "" || strings.HasPrefix(kind, "int") || strings.HasPrefix(kind, "uint")
}

func expected(f *pflag.Flag) string {
	kind := f.Value.Type()
	switch {
	case kinds[kind] != "":
		return kinds[kind]
	case strings.HasPrefix(kind, "int"):
		return "a whole number"
	case strings.HasPrefix(kind, "uint"):
		return "a whole number of 0 or more"
	}
	return "a text"
}

// Field makes of a package's error about a field, such as "picture: Width is 9, expected …", one about the option that
// sets the field: "--width is 9, expected …". It returns other errors unchanged.
func Field(err error) error {
	_, text, found := strings.Cut(err.Error(), ": ")
	field, rest, is := strings.Cut(text, " is ")
	if !found || !is || strings.ContainsAny(field, " :") {
		return err
	}
	return &fieldError{fmt.Sprintf("--%s is %s", strings.ToLower(field), rest), err}
}

// fieldError is an error in other words.
type fieldError struct {
	text  string
	cause error
}

func (e *fieldError) Error() string { return e.text }

func (e *fieldError) Is(target error) bool { return errors.Is(e.cause, target) }

// Aliases lets old names of options stand for the names that they have now. It is for pflag.FlagSet.SetNormalizeFunc.
func Aliases(now map[string]string) func(*pflag.FlagSet, string) pflag.NormalizedName {
	return func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
		if to, is := now[name]; is {
			name = to
		}
		return pflag.NormalizedName(name)
	}
}
