package event

import (
	"strings"
	"testing"
	"time"
)

func TestParseTime(t *testing.T) {
	for text, want := range map[string]string{
		"2026-12-01 18:00 Europe/Berlin":       "2026-12-01T17:00:00Z",
		"2026-12-01T18:00:05 America/New_York": "2026-12-01T23:00:05Z",
		"2026-12-01 18:00 UTC":                 "2026-12-01T18:00:00Z",
		"2026-12-01 18:00+01:00":               "2026-12-01T17:00:00Z",
		"2026-03-29 01:59 Europe/Berlin":       "2026-03-29T00:59:00Z", // the last minute before
		"2026-03-29 03:00 Europe/Berlin":       "2026-03-29T01:00:00Z", // and the first one after clocks go on
		"2026-06-01 2:30 Asia/Kathmandu":       "2026-05-31T20:45:00Z",
	} {
		got, expected := parseTime(text)
		if expected != "" || got.UTC().Format(time.RFC3339) != want {
			t.Errorf("%s: %v, %q, want %s", text, got.UTC(), expected, want)
		}
	}
	for text, want := range map[string]string{
		"2026-03-29 02:00 Europe/Berlin":          "a time that exists: in Europe/Berlin the clocks go from 02:00 to 03:00",
		"2026-03-29 02:30 Europe/Berlin":          "a time that exists: in Europe/Berlin the clocks go from 02:00 to 03:00",
		"2026-03-08T02:59:59 America/New_York":    "a time that exists: in America/New_York the clocks go from 02:00 to 03:00",
		"2026-10-04 02:15 Australia/Lord_Howe":    "a time that exists: in Australia/Lord_Howe the clocks go from 02:00 to 02:30",
		"2011-12-30 12:00 Pacific/Apia":           "a time that exists: in Pacific/Apia the clocks go from 00:00 to 00:00", // a day was left out
		"2026-12-01 18:00 Europe/Berlni":          "a zone that is known; did you mean Europe/Berlin?",
		"2026-12-01 18:00 America/New_Yrok":       "a zone that is known; did you mean America/New_York?",
		"2026-12-01 18:00 europe/berlin":          "a zone that is known; did you mean Europe/Berlin?",
		"2026-12-01 18:00 EUROPE/BERLIN":          "a zone that is known; did you mean Europe/Berlin?",
		"2026-12-01 18:00 america/port_of_spain":  "a zone that is known; did you mean America/Port_of_Spain?",
		"2026-12-01 18:00 AMERICA/port-au-prince": "a zone that is known; did you mean America/Port-au-Prince?",
		"2026-12-01 18:00 Berlin":                 "a zone that is known; did you mean Europe/Berlin?",
		"2026-12-01 18:00 tokyo":                  "a zone that is known; did you mean Asia/Tokyo?",
		"2026-12-01 18:00 utc":                    "a zone that is known; did you mean UTC?",
		"2026-12-01 18:00 cet":                    "a zone that is known; did you mean CET?",
		"2026-12-01 18:00 Europe/Nowhere":         expectedTime,
		"2026-12-01 18:00 Local":                  expectedTime,
		"2026-12-01 18:00 local":                  expectedTime,
		"2026-12-01 18:00 ":                       expectedTime,
		"2026-12-01 25:00 Europe/Berlin":          expectedTime,
		"2026-02-30 12:00 Europe/Berlin":          expectedTime,
		"2026-12-01 18:00":                        expectedTime,
		"":                                        expectedTime, " ": expectedTime, "Europe/Berlin": expectedTime,
	} {
		if _, expected := parseTime(text); expected != want {
			t.Errorf("%q: %q, want %q", text, expected, want)
		}
	}
}

// TestSeeds: an event takes every seed that the command line takes.
func TestSeeds(t *testing.T) {
	const bots = "\nbot = [{command = \"builtin:random\"}, {command = \"builtin:greedy\"}]"
	for text, want := range map[string]uint64{"7": 7, "0x10": 16, `"18446744073709551615"`: 1<<64 - 1, `"010"`: 10} {
		if e, err := Parse([]byte("seed = "+text+bots), t.TempDir()); err != nil || e.Schedule.Seed != want {
			t.Errorf("%s: %v, want %d", text, err, want)
		}
	}
	for _, text := range []string{"-1", "1.5", `"-1"`, `"ten"`, "true"} {
		if _, err := Parse([]byte("seed = "+text+bots), t.TempDir()); err == nil || !strings.Contains(err.Error(), "expected a number from 0") {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestTimeInTheGap: the error names the line, the key and the value.
func TestTimeInTheGap(t *testing.T) {
	_, err := Parse([]byte("closes = \"2026-03-29 02:30 Europe/Berlin\"\n"+`bot = [{command = "builtin:random"}, {command = "builtin:greedy"}]`), t.TempDir())
	const want = `:1: closes is "2026-03-29 02:30 Europe/Berlin", expected a time that exists: in Europe/Berlin the clocks go from 02:00 to 03:00`
	if err == nil || !strings.HasSuffix(err.Error(), want) {
		t.Errorf("%v, want %s", err, want)
	}
}
