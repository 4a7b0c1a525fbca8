package event

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"blastyard/tournament"
)

// at is a moment of the test's day.
func at(clock string) time.Time {
	t, err := time.Parse("15:04", clock)
	if err != nil {
		panic(err)
	}
	return t.AddDate(2026, 0, 0).UTC()
}

// clocked is an event of which only the log is known, and what its clock does.
type clocked struct {
	t   *testing.T
	e   *Event
	s   *tournament.Schedule
	log tournament.Clocks
	seq uint64
}

func clockOf(t *testing.T, text string) *clocked {
	t.Helper()
	text = strings.NewReplacer("DAY", "2026-01-01").Replace(text)
	e, err := Parse([]byte(text), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	c := &clocked{t: t, e: e}
	if c.s, err = tournament.New(e.Schedule); err != nil {
		t.Fatal(err)
	}
	return c
}

func (c *clocked) apply(rec *tournament.Record) {
	c.t.Helper()
	c.seq++
	c.log.Apply(c.seq, rec)
	if _, err := c.s.Apply(rec); err != nil {
		c.t.Fatal(err)
	}
}

// tick lets the clock show a time, and returns what happens then.
func (c *clocked) tick(clock string, unsettled int) string {
	c.t.Helper()
	now := at(clock)
	if latest := time.UnixMilli(c.log.Latest); latest.After(now) {
		now = latest // as the engine does: the time of an event never goes back
	}
	times := c.e.Times()
	var did []string
	for {
		due, _, why := times.Due(now, &c.log, c.s, unsettled)
		for i := range due {
			c.apply(&tournament.Record{Clock: &due[i]})
			text := string(due[i].What)
			if due[i].What == tournament.ClockField {
				text += fmt.Sprint(due[i].Field)
			}
			if due[i].Stage > 0 {
				text += fmt.Sprint(due[i].Stage)
			}
			did = append(did, text)
		}
		if len(due) == 0 {
			if why != nil {
				did = append(did, "late")
			}
			p := times.Phase(now, &c.log, c.s, c.e.Schedule.Format == tournament.Ladder)
			text := string(p.Name)
			if p.Submit {
				text += "+"
			}
			if p.Next != "" {
				text += fmt.Sprintf(" %s %s", p.Next, p.At.UTC().Format("15:04"))
			}
			return strings.Join(append(did, text), ", ")
		}
	}
}

const twoBots = "\n[[bot]]\ncommand = \"builtin:hunter\"\n[[bot]]\ncommand = \"builtin:greedy\"\n"

// TestClock: what happens when, for every format, in the order in which a coordinator sees it.
func TestClock(t *testing.T) {
	type step struct {
		clock string
		wait  int // submissions that are looked at
		enter string
		want  string
	}
	const all = "opens = \"DAY 10:00 UTC\"\ncloses = \"DAY 18:00 UTC\"\nstarts = \"DAY 19:00 UTC\"\nends = \"DAY 23:00 UTC\"\n"
	for _, c := range []struct {
		name, text string
		steps      []step
	}{
		{"closes alone", "format = \"knockout\"\ncloses = \"DAY 18:00 UTC\"", []step{
			{"10:00", 0, "", "open+ closes 18:00"}, {"17:59", 0, "a", "open+ closes 18:00"},
			{"17:59", 0, "b", "open+ closes 18:00"}, {"18:00", 1, "", "closes, closed"},
			{"18:01", 0, "", "field[a b], starts, playing"}}},
		{"all times", "format = \"swiss\"\n" + all, []step{
			{"09:00", 0, "", "soon opens 10:00"}, {"10:00", 0, "a", "opens, open+ closes 18:00"},
			{"10:01", 0, "b", "open+ closes 18:00"}, {"18:00", 0, "", "closes, field[a b], ready starts 19:00"},
			{"19:00", 0, "", "starts, playing ends 23:00"}}},
		{"the clock is set back", "format = \"swiss\"\n" + all, []step{
			{"12:00", 0, "a", "opens, open+ closes 18:00"}, {"09:00", 0, "b", "open+ closes 18:00"},
			{"18:30", 0, "", "closes, field[a b], ready starts 19:00"}, {"11:00", 0, "", "ready starts 19:00"},
			{"19:00", 0, "", "starts, playing ends 23:00"}, {"10:00", 0, "", "playing ends 23:00"}}},
		{"nobody was there at all times", "format = \"round-robin\"\n" + all + twoBots, []step{
			{"22:00", 0, "", "opens, closes, field[hunter greedy], starts, playing ends 23:00"}}},
		{"too few", "format = \"gauntlet\"\n" + all, []step{
			{"12:00", 0, "a", "opens, open+ closes 18:00"}, {"20:00", 0, "", "closes, late, closed ends 23:00"}}},
		{"starts alone", "format = \"round-robin\"\nstarts = \"DAY 19:00 UTC\"" + twoBots, []step{
			{"18:00", 0, "a", "open+ closes 19:00"}, {"19:00", 0, "", "closes, field[hunter greedy a], starts, playing"}}},
		{"ladder", "format = \"ladder\"\nplayers = 2\nfreeze = \"DAY 20:00 UTC\"\n" + all, []step{
			{"09:00", 0, "", "soon opens 10:00"}, {"12:00", 0, "a", "opens, open+ closes 18:00"},
			{"18:00", 0, "", "closes, ready starts 19:00"}, {"19:00", 0, "", "starts, playing freeze 20:00"},
			{"20:00", 0, "", "freeze, playing ends 23:00"}}},
		{"a ladder that opens", "format = \"ladder\"\nopens = \"DAY 10:00 UTC\"\ncloses = \"DAY 18:00 UTC\"\n" + twoBots, []step{
			{"09:00", 0, "", "soon opens 10:00"}, {"10:00", 0, "", "opens, starts, playing+ closes 18:00"},
			{"10:01", 0, "c", "playing+ closes 18:00"}, {"18:00", 0, "", "closes, playing"}}},
		{"no times", "format = \"round-robin\"" + twoBots, []step{{"09:00", 0, "", "playing"}}},
		{"no times, ladder", "format = \"ladder\"" + twoBots, []step{{"09:00", 0, "", "playing+"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := clockOf(t, c.text)
			for i, s := range c.steps {
				if s.enter != "" {
					e.apply(&tournament.Record{Enter: &tournament.Entry{Name: s.enter}})
				}
				if got := e.tick(s.clock, s.wait); got != s.want {
					t.Errorf("step %d, %s: %s, want %s", i+1, s.clock, got, s.want)
				}
			}
		})
	}
}

// TestLaterCloses: where the organiser moves closes before the field is fixed, submissions are open again.
func TestLaterCloses(t *testing.T) {
	c := clockOf(t, "format = \"knockout\"\ncloses = \"DAY 18:00 UTC\"")
	if got := c.tick("18:05", 0); got != "closes, late, closed" {
		t.Fatal(got)
	}
	c.e.Closes = at("18:30")
	c.apply(&tournament.Record{Enter: &tournament.Entry{Name: "a"}})
	c.apply(&tournament.Record{Enter: &tournament.Entry{Name: "b"}})
	if got := c.tick("18:06", 0); got != "open+ closes 18:30" {
		t.Error(got)
	}
	if got := c.tick("18:30", 0); got != "closes, field[a b], starts, playing" {
		t.Error(got)
	}
}

// TestTimesInOrder: times that cannot all be meant are refused, with the line.
func TestTimesInOrder(t *testing.T) {
	clock := func(key, hour string) string { return key + " = \"2026-12-01 " + hour + " Europe/Berlin\"\n" }
	for _, c := range []struct{ text, want string }{
		{"format = \"swiss\"\n" + clock("opens", "10:00"), "event.toml:2: opens: nothing says until when teams can submit"},
		{clock("opens", "10:00") + clock("closes", "10:00"), "event.toml:1: opens is"},
		{clock("closes", "12:00") + clock("starts", "11:00"), "event.toml:1: closes is"},
		{clock("starts", "12:00") + clock("ends", "12:00"), "event.toml:1: starts is"},
		{clock("opens", "12:00") + clock("starts", "12:00"), "event.toml:1: opens is"},
		{clock("freeze", "12:00") + clock("closes", "13:00"), "event.toml:1: freeze is"},
		{clock("freeze", "14:00") + clock("ends", "13:00"), "event.toml:1: freeze is"},
		{"starts = \"2026-03-29 02:30 Europe/Berlin\"\n", "event.toml:1: starts is \"2026-03-29 02:30 Europe/Berlin\", expected a time that exists"},
		{clock("starts", "12:00") + "[final]\ntop = 2\n" + clock("starts", "11:00"), "event.toml:4: final.starts is"},
		{clock("ends", "12:00") + "[final]\ntop = 2\n" + clock("starts", "11:00"), "event.toml:4: final.starts is"},
		{clock("ends", "12:00") + "[final]\ntop = 2\n" + clock("starts", "14:00") + clock("ends", "13:00"), "event.toml:4: final.starts is"},
	} {
		if _, err := Parse([]byte(c.text+twoBots), t.TempDir()); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s\n%v, want %s", c.text, err, c.want)
		}
	}
	for _, text := range []string{
		clock("closes", "12:00") + clock("starts", "12:00"),
		"format = \"ladder\"\n" + clock("starts", "10:00") + clock("closes", "12:00") + clock("freeze", "13:00") + clock("ends", "14:00"),
		"format = \"ladder\"\n" + clock("opens", "10:00") + clock("starts", "10:00"),
		clock("freeze", "13:00") + clock("ends", "12:00") + "[final]\ntop = 2\n",
		clock("ends", "12:00") + "[final]\ntop = 2\n" + clock("starts", "12:00") + clock("ends", "13:00"),
	} {
		if _, err := Parse([]byte(text+twoBots), t.TempDir()); err != nil {
			t.Errorf("%s\n%v", text, err)
		}
	}
}

// TestNoTimes: an event without times waits for nothing, and its JSON has none of the keys of the clock.
func TestNoTimes(t *testing.T) {
	for _, format := range []string{"round-robin", "ladder", "knockout"} {
		e, err := Parse([]byte("name = \"x\"\nformat = \""+format+"\"\n"+twoBots+"[final]\ntop = 2\n"), t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		if e.Schedule.Waits || e.Schedule.Final.Waits || e.Finals != nil {
			t.Errorf("%s waits: %+v", format, e)
		}
		text, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		for _, key := range []string{"opens", "closes", "starts", "freeze", "ends", "waits", "finals"} {
			if strings.Contains(string(text), "\""+key+"\"") {
				t.Errorf("%s: %s is in %s", format, key, text)
			}
		}
	}
}
