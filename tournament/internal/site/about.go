package site

import (
	"fmt"
	"strings"
	"time"

	"blastyard/internal/english"
	"blastyard/tournament"
	"blastyard/tournament/event"
	"blastyard/tournament/internal/web"
)

// About describes an event for its pages. website is their address for readers; "": unknown.
func About(ev *event.Event, website string) web.About {
	a := web.About{Name: ev.Name, Game: ev.Game, Format: string(ev.Schedule.Format), Players: ev.Schedule.Players,
		Turns: ev.Turns, TurnTime: time.Duration(ev.TurnTime), Decides: decides(&ev.Schedule), Zone: ev.Zone,
		Public: ev.Public, Website: website}
	t := timesOf(ev.Times())
	a.Opens, a.Closes, a.Starts, a.Freeze, a.Ends = t.Opens, t.Closes, t.Starts, t.Freeze, t.Ends
	if a.Players == 0 {
		a.Players = 2
	}
	if k, err := ev.Kind(); err == nil && a.Turns == 0 {
		a.Turns = k.Turns
	}
	if ev.NoTimeout {
		a.TurnTime = 0
	}
	return a
}

// decides describes when a schedule is over.
func decides(c *tournament.Config) string {
	var parts []string
	if c.Until.Top > 0 {
		confidence := c.Until.Confidence
		if confidence == 0 {
			confidence = 0.95
		}
		parts = append(parts, fmt.Sprintf("ends when the ranks of the first %d are separated (%g %%)", c.Until.Top,
			100*confidence))
	}
	if c.MaxMatches > 0 {
		parts = append(parts, "at most "+english.Count(c.MaxMatches, "match"))
	}
	if c.Format == tournament.SPRT {
		parts = append(parts, fmt.Sprintf("ends when the test of %+g against %+g Elo is decided", c.Test.Elo1,
			c.Test.Elo0))
	}
	if c.Final != nil && c.Top > 0 {
		parts = append(parts, fmt.Sprintf("the first %d play a final", c.Top))
	}
	return strings.Join(parts, "; ")
}
