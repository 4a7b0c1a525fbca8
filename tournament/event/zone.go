package event

import (
	"strings"
	"time"
)

// allTimes returns all times of an event.
func (e *Event) allTimes() []*time.Time {
	list := []*time.Time{&e.Opens, &e.Closes, &e.Starts, &e.Freeze, &e.Ends, &e.Public}
	for i := range e.Finals {
		list = append(list, &e.Finals[i].Starts, &e.Finals[i].Ends)
	}
	return list
}

// findZone sets the zone of the event: the first place that its file names.
func (e *Event) findZone() {
	for _, t := range e.allTimes() {
		if name := t.Location().String(); !t.IsZero() && strings.Contains(name, "/") {
			e.Zone = name
			return
		}
	}
}

// InZone lets all times of an event that was read as JSON be shown in its zone, which JSON does not keep.
func (e *Event) InZone() {
	place, err := time.LoadLocation(e.Zone)
	if err != nil || e.Zone == "" {
		return
	}
	for _, t := range e.allTimes() {
		if !t.IsZero() {
			*t = t.In(place)
		}
	}
}
