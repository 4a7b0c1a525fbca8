package event

import (
	"errors"
	"fmt"
	"strings"
	"time"
	_ "time/tzdata" // zones are found on machines that have none of their own, too

	"github.com/pelletier/go-toml/v2"
)

// The forms of a time with its zone: the offset, or the name of a place at its end.
var (
	offsetForms = []string{time.RFC3339, "2006-01-02 15:04:05Z07:00", "2006-01-02 15:04Z07:00",
		"2006-01-02 15:04 Z07:00"}
	placeForms = []string{"2006-01-02 15:04", "2006-01-02 15:04:05", "2006-01-02T15:04", "2006-01-02T15:04:05"}
)

const expectedTime = `a time with its zone, such as 2026-12-01T18:00:00+01:00 or "2026-12-01 18:00 Europe/Berlin"`

// time reads a time of a clock with its zone.
func (s *section) time(key string, into *time.Time) {
	v, there := s.value(key)
	switch v := v.(type) {
	case time.Time:
		*into = v
		return
	case string:
		t, expected := parseTime(v)
		if expected == "" {
			*into = t
			return
		}
		s.wrong(key, "%s", expected)
		return
	case toml.LocalDateTime, toml.LocalDate: // without a zone
	}
	if there {
		s.wrong(key, "%s", expectedTime)
	}
}

// parseTime reads a time with its zone. If the text is none, expected says what was expected instead.
func parseTime(text string) (t time.Time, expected string) {
	for _, form := range offsetForms {
		if t, err := time.Parse(form, text); err == nil {
			return t, ""
		}
	}
	i := strings.LastIndexByte(text, ' ')
	clock, zone := text[:max(0, i)], text[i+1:]
	var wall time.Time // as on a clock that is never changed
	err := errors.New("no form")
	for k := 0; k < len(placeForms) && err != nil; k++ {
		wall, err = time.Parse(placeForms[k], clock)
	}
	if err != nil || zone == "" {
		return t, expectedTime
	}
	place, err := time.LoadLocation(zone)
	if err != nil || zone == "Local" {
		if known := zoneLike(zone); known != "" {
			return t, "a zone that is known; did you mean " + known + "?"
		}
		return t, expectedTime
	}
	t = time.Date(wall.Year(), wall.Month(), wall.Day(), wall.Hour(), wall.Minute(), wall.Second(), 0, place)
	if !sameClock(t, wall) {
		before, after := changeAround(t)
		return t, fmt.Sprintf("a time that exists: in %s the clocks go from %s to %s", zone, before, after)
	}
	return t, ""
}

const onClock = "2006-01-02 15:04:05"

func sameClock(a, b time.Time) bool { return a.Format(onClock) == b.Format(onClock) }

// changeAround returns what clocks show when they are changed near a time, before and after.
func changeAround(t time.Time) (before, after string) {
	const hour = time.Hour
	from, to := t.Add(-24*hour), t.Add(24*hour) // clocks are not changed twice in two days
	_, offset := from.Zone()
	for to.Sub(from) > time.Second {
		middle := from.Add(to.Sub(from) / 2)
		if _, now := middle.Zone(); now == offset {
			from = middle
		} else {
			to = middle
		}
	}
	to = to.Truncate(time.Second)
	return to.In(time.FixedZone("", offset)).Format("15:04"), to.Format("15:04")
}

// continents are what zones named after cities begin with.
var continents = []string{"Europe", "America", "Asia", "Africa", "Australia", "Pacific", "Atlantic", "Indian"}

// zoneLike returns a zone that somebody may have meant: the same letters in another case, with blanks, a city without
// its continent, or one with a slip. It is empty if there is none.
func zoneLike(text string) string {
	text = strings.ReplaceAll(strings.TrimSpace(text), " ", "_")
	if text == "" || strings.EqualFold(text, "local") {
		return ""
	}
	likely := []string{strings.ToUpper(text), titled(text), "Etc/" + strings.ToUpper(text)}
	if !strings.Contains(text, "/") {
		for _, c := range continents {
			likely = append(likely, c+"/"+titled(text))
		}
	}
	if strings.Contains(text, "/") {
		likely = append(likely, slips(titled(text))...)
	}
	for _, name := range likely {
		if place, err := time.LoadLocation(name); err == nil && place.String() == name {
			return name
		}
	}
	return ""
}

// slips are the words from which a slip makes this one: two letters changed places, or one is missing, wrong or too
// many.
func slips(word string) (list []string) {
	for i := range len(word) {
		before, after := word[:i], word[i+1:]
		list = append(list, before+after)
		if after != "" {
			list = append(list, before+after[:1]+word[i:i+1]+after[1:])
		}
		for c := 'a'; c <= 'z'; c++ {
			list = append(list, before+string(c)+after, before+string(c)+word[i:])
		}
	}
	return list
}

// titled writes the words of a zone as zones have them: America/Port_of_Spain.
func titled(text string) string {
	word := func(w string) string {
		switch w = strings.ToLower(w); w {
		case "of", "es", "au":
			return w
		case "":
			return w
		}
		return strings.ToUpper(w[:1]) + w[1:]
	}
	var b strings.Builder
	from := 0
	for i := 0; i <= len(text); i++ {
		if i == len(text) || strings.IndexByte("/_-", text[i]) >= 0 {
			b.WriteString(word(text[from:i]))
			if i < len(text) {
				b.WriteByte(text[i])
			}
			from = i + 1
		}
	}
	return b.String()
}
