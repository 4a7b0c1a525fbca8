package flagerror

import (
	"errors"
	"fmt"
	"strings"
)

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
