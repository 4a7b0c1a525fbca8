package event

import (
	"errors"
	"time"
)

// ParseTime reads a time with its zone, as event files have them. The error says what was expected.
func ParseTime(text string) (time.Time, error) {
	t, expected := parseTime(text)
	if expected != "" {
		return t, errors.New("expected " + expected)
	}
	return t, nil
}
