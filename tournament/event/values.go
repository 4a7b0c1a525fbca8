package event

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
	_ "time/tzdata" // time zones for machines that have none of their own

	"github.com/pelletier/go-toml/v2"

	"blastyard/arena"
)

// duration reads a duration such as "500ms".
func (s *section) duration(key string, into *arena.Duration) {
	v, there := s.value(key)
	if !there {
		return
	}
	text, _ := v.(string)
	if d, err := time.ParseDuration(text); err == nil && d > 0 {
		*into = arena.Duration(d)
		return
	}
	s.wrong(key, `a time such as "500ms" or "2s"`)
}

// The forms of a time with its zone, which is an offset or the name of a place at the end.
var (
	offsetForms = []string{time.RFC3339, "2006-01-02 15:04:05Z07:00", "2006-01-02 15:04Z07:00",
		"2006-01-02 15:04 Z07:00"}
	placeForms = []string{"2006-01-02 15:04", "2006-01-02 15:04:05", "2006-01-02T15:04", "2006-01-02T15:04:05"}
)

const expectedTime = `a time with its zone, such as 2026-12-01T18:00:00+01:00 or "2026-12-01 18:00 Europe/Berlin"`

// time reads a time with its zone.
func (s *section) time(key string, into *time.Time) {
	v, there := s.value(key)
	switch v := v.(type) {
	case time.Time:
		*into = v
		return
	case string:
		t, err := parseTime(v)
		if err == nil {
			*into = t
			return
		}
	case toml.LocalDateTime, toml.LocalDate: // without a zone
	}
	if there {
		s.wrong(key, "%s", expectedTime)
	}
}

func parseTime(text string) (time.Time, error) {
	for _, form := range offsetForms {
		if t, err := time.Parse(form, text); err == nil {
			return t, nil
		}
	}
	i := strings.LastIndexByte(text, ' ')
	if i < 0 {
		return time.Time{}, fmt.Errorf("%q has no zone", text)
	}
	place, err := time.LoadLocation(text[i+1:])
	if err != nil || text[i+1:] == "Local" || text[i+1:] == "" {
		return time.Time{}, fmt.Errorf("%q has no zone that is known", text)
	}
	for _, form := range placeForms {
		t, err := time.ParseInLocation(form, text[:i], place)
		if err == nil {
			return t, nil
		}
	}
	return time.Time{}, fmt.Errorf("%q is no time", text)
}

// sizes are the units of bytes.
var sizes = []struct {
	unit  string
	bytes float64
}{{"kB", 1e3}, {"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"TB", 1e12}, {"KiB", 1 << 10}, {"MiB", 1 << 20},
	{"GiB", 1 << 30}, {"TiB", 1 << 40}, {"B", 1}}

// bytes reads a size such as "10 MB", or a number of bytes.
func (s *section) bytes(key string, into *int64) {
	v, there := s.value(key)
	switch v := v.(type) {
	case int64:
		if v > 0 {
			*into = v
			return
		}
	case string:
		if n, ok := parseSize(v); ok {
			*into = n
			return
		}
	}
	if there {
		s.wrong(key, `a size such as "10 MB"`)
	}
}

func parseSize(text string) (bytes int64, ok bool) {
	for _, size := range sizes {
		number, found := strings.CutSuffix(text, size.unit)
		if !found {
			continue
		}
		n, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
		if n *= size.bytes; err == nil && n >= 1 && n < math.MaxInt64/2 {
			return int64(n), true
		}
	}
	return 0, false
}

// keep reads a rule that selects replays.
func (s *section) keep(key string, into *Keep) {
	var text string
	if s.text(key, &text); !s.isText(key) {
		return
	}
	switch rule, number, _ := strings.Cut(text, " "); {
	case text == KeepAll || text == KeepFailures:
		into.Rule = text
		return
	case rule == KeepLast:
		if n, err := strconv.Atoi(number); err == nil && n > 0 {
			into.Rule, into.Last = KeepLast, n
			return
		}
	}
	s.wrong(key, `"all", "failures", or "last 1000" (the newest so many)`)
}
