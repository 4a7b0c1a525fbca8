package engine

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"blastyard/tournament"
	"blastyard/tournament/event"
)

// sameEvent decides whether a store can continue with an event whose file may have been edited. Event.Digest covers
// what makes results comparable; this may not change. The number of matches can only grow, because played matches stay.
// A ladder accepts new bots, which it adds at the end.
func sameEvent(id *identity, e *event.Event) (additions []event.Bot, err error) {
	old, now := id.First, *e
	if n := len(old.Bots); old.Schedule.Format == tournament.Ladder && len(e.Bots) > n && len(e.Schedule.Entrants) > n {
		now.Bots, additions = e.Bots[:n], e.Bots[n:]
		now.Schedule.Entrants = e.Schedule.Entrants[:n]
	}
	if old.Digest() != now.Digest() {
		return nil, fmt.Errorf("%w: %s", ErrOtherEvent, differences(old, &now))
	}
	was, is := id.Event.Schedule, e.Schedule
	for stage := 0; ; stage++ {
		if is.MaxMatches != 0 && (was.MaxMatches == 0 || is.MaxMatches < was.MaxMatches) {
			return nil, fmt.Errorf("%w: max_matches was %s, is %d: it can only grow", ErrOtherEvent,
				limit(was.MaxMatches), is.MaxMatches)
		}
		if was.Final == nil || is.Final == nil {
			return additions, nil
		}
		was, is = *was.Final, *is.Final
	}
}

func limit(n int) string {
	if n == 0 {
		return "without a limit"
	}
	return fmt.Sprint(n)
}

// freeToChange are the JSON keys of an event that Event.Digest leaves out.
var freeToChange = []string{"name", "sandbox", "jobs", "tries", "keep", "closes", "ends", "public", "submit",
	"until", "max_matches", "dir", "local", "source", "line"}

// differences describes the differences between two events in terms of their JSON.
func differences(old, now *event.Event) string {
	var found []string
	var compare func(path string, a, b any)
	compare = func(path string, a, b any) {
		x, isX := a.(map[string]any)
		y, isY := b.(map[string]any)
		if isX && isY {
			keys := maps.Clone(x)
			maps.Copy(keys, y)
			for _, k := range slices.Sorted(maps.Keys(keys)) {
				if !slices.Contains(freeToChange, k) {
					compare(strings.TrimPrefix(path+"."+k, "."), x[k], y[k])
				}
			}
			return
		}
		if !reflect.DeepEqual(a, b) {
			found = append(found, fmt.Sprintf("%s was %s, is %s", strings.TrimPrefix(path, "schedule."), short(a),
				short(b)))
		}
	}
	compare("", plainJSON(old), plainJSON(now))
	if len(found) == 0 {
		return "it was written by another version of blastyard"
	}
	return strings.Join(found, "; ")
}

func plainJSON(e *event.Event) (value any) {
	text, err := json.Marshal(e)
	if err == nil {
		err = json.Unmarshal(text, &value)
	}
	if err != nil {
		return err.Error()
	}
	return value
}

func short(v any) string {
	if v == nil {
		return "not set"
	}
	text, err := json.Marshal(v)
	if err != nil {
		return "?"
	}
	if r := []rune(string(text)); len(r) > 120 {
		return string(r[:120]) + "…"
	}
	return string(text)
}
