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
// A ladder accepts new bots, which it adds at the end, and so does an event whose field is not fixed yet.
func sameEvent(id *identity, e *event.Event) (additions []event.Bot, err error) {
	old, now := id.First, *e
	if n := len(old.Bots); (old.Schedule.Format == tournament.Ladder || old.Schedule.Waits) &&
		len(e.Bots) > n && len(e.Schedule.Entrants) > n {
		now.Bots, additions = e.Bots[:n], e.Bots[n:]
		now.Schedule.Entrants = e.Schedule.Entrants[:n]
	}
	switch {
	case old.RulesNumber == 0:
		now.RulesNumber = 0 // an earlier program began the event, and did not note it
	case old.RulesNumber != now.RulesNumber && now.RulesNumber != 0:
		return nil, fmt.Errorf("%w: its matches were played by the rules of %s with the number %d, and this program "+
			"has those with %d: use a program that has the rules of its beginning", ErrOtherEvent, old.Game,
			old.RulesNumber, now.RulesNumber)
	default:
		now.RulesNumber = old.RulesNumber
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

// freeToChange are the JSON keys of an event that Event.Digest leaves out, and the number of its rules, which has an
// error of its own.
var freeToChange = []string{"name", "rules_number", "sandbox", "jobs", "tries", "keep", "opens", "closes", "starts",
	"freeze", "ends", "finals", "zone", "public", "submit", "until", "max_matches", "dir", "local", "source", "line"}

// differences describes the differences between two events in terms of their JSON, and says what to do.
func differences(old, now *event.Event) string {
	var d comparison
	d.values("", plainJSON(old), plainJSON(now))
	if len(d.found) == 0 {
		return "it was written by another version of blastyard"
	}
	return strings.Join(d.found, "; ") + ": change it back"
}

// comparison is what differs between two values of JSON.
type comparison struct{ found []string }

// values compares two values that stand at a path.
func (d *comparison) values(path string, a, b any) {
	switch a := a.(type) {
	case map[string]any:
		if b, is := b.(map[string]any); is {
			d.objects(path, a, b)
			return
		}
	case []any:
		if b, is := b.([]any); is && d.lists(path, a, b) {
			return
		}
	}
	if !reflect.DeepEqual(a, b) {
		d.found = append(d.found, fmt.Sprintf("%s was %s, is %s", strings.TrimPrefix(path, "schedule."), short(a),
			short(b)))
	}
}

func (d *comparison) objects(path string, a, b map[string]any) {
	keys := maps.Clone(a)
	maps.Copy(keys, b)
	for _, k := range slices.Sorted(maps.Keys(keys)) {
		switch {
		case slices.Contains(freeToChange, k):
		case k == "file" && strings.HasPrefix(path, oneOf["maps"]+" "):
			d.mapFiles(path, a[k], b[k])
		case path == "schedule" && inOrder[k] != "":
			d.orders(inOrder[k], a[k], b[k])
		case path == "" || strings.HasSuffix(path, " "):
			d.values(path+k, a[k], b[k])
		default:
			d.values(path+"."+k, a[k], b[k])
		}
	}
}

// inOrder says what the names are in those lists of a schedule that name what other lists of the event hold. Names that
// are in one list only are told with those lists.
var inOrder = map[string]string{"entrants": "bots", "maps": "maps"}

// orders compares lists of the same names.
func (d *comparison) orders(what string, a, b any) {
	before, isA := texts(a)
	after, isB := texts(b)
	same := slices.Equal(slices.Sorted(slices.Values(before)), slices.Sorted(slices.Values(after)))
	if isA && isB && same && !slices.Equal(before, after) {
		d.found = append(d.found, fmt.Sprintf("the order of the %s was %s, is %s", what,
			strings.Join(before, ", "), strings.Join(after, ", ")))
	}
}

func texts(list any) (all []string, ok bool) {
	values, ok := list.([]any)
	for _, v := range values {
		text, isText := v.(string)
		if !isText {
			return nil, false
		}
		all = append(all, text)
	}
	return all, ok
}

// mapFiles compares the files of a map, which are too long to be shown. path names the map.
func (d *comparison) mapFiles(path string, a, b any) {
	if !reflect.DeepEqual(a, b) {
		d.found = append(d.found, strings.TrimSuffix(path, ": ")+" has other cells or places to start from")
	}
}

// lists compares lists by the names of their elements, or else element by element. It reports whether it could.
func (d *comparison) lists(path string, a, b []any) bool {
	before, isA := named(a)
	after, isB := named(b)
	if what := oneOf[path]; what != "" && isA && isB {
		d.found = append(d.found, differentNames(what, before, after)...)
		for _, name := range slices.Sorted(maps.Keys(before)) {
			if after[name] != nil {
				d.objects(what+" "+name+": ", before[name], after[name])
			}
		}
		return true
	}
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		d.values(fmt.Sprintf("%s[%d]", path, i+1), a[i], b[i])
	}
	return true
}

// oneOf says what the elements are called of those lists of an event whose elements have names.
var oneOf = map[string]string{"bots": "bot", "maps": "map"}

// named is a list of objects with names, by these. It is false if something else is in the list.
func named(list []any) (map[string]map[string]any, bool) {
	by := make(map[string]map[string]any, len(list))
	for _, x := range list {
		object, isObject := x.(map[string]any)
		name, isText := object["name"].(string)
		if !isObject || !isText || by[name] != nil {
			return nil, false
		}
		by[name] = object
	}
	return by, true
}

// differentNames says which names are in one of two lists only.
func differentNames(what string, before, after map[string]map[string]any) (found []string) {
	for _, name := range slices.Sorted(maps.Keys(before)) {
		if after[name] == nil {
			found = append(found, fmt.Sprintf("%s %s is missing", what, name))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(after)) {
		if before[name] == nil {
			found = append(found, fmt.Sprintf("%s %s is new", what, name))
		}
	}
	return found
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
