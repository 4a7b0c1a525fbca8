package web

import (
	"encoding"
	"net/http"
	"reflect"
	"strings"
	"time"

	"blastyard/tournament"
)

// An operation is an address of the API as its OpenAPI description tells it.
type operation struct {
	path    string
	about   string
	query   []parameter
	answer  any    // has the type of the answer in JSON; nil: the answer is of another type
	mime    string // of the answer; empty: JSON
	missing bool   // there may be nothing (404)
	limited bool   // requests are counted (429)
}

// A parameter is one of an address.
type parameter struct {
	name, about string
	number      bool
}

var stageParameter = []parameter{{"stage", "from 0; the newest one if it is left out", true}}

var matchParameters = []parameter{
	{"entrant", "matches of this name, or of #N by number", false},
	{"against", "of those, the matches in which this entrant plays, too", false},
	{"reason", "in which somebody stopped so; failed: any failure", false},
	{"stage", "from 0", true}, {"round", "from 1", true},
	{"marked", "1: only those that count although the machine made somebody late", true},
	{"voids", "1: also those whose results were taken back", true},
	{"limit", "1 to 1000; 100 if it is left out", true},
	{"after", "next of the page before", false},
}

// crossTableAnswer has what tournament.CrossTable.WriteJSON writes.
type crossTableAnswer struct {
	Names []string                `json:"names"`
	Pairs [][]tournament.PairCell `json:"pairs"`
}

// operations are all addresses of the API.
var operations = []operation{
	{path: "/api/event", about: "what is played", answer: eventAnswer{}},
	{path: "/api/standings", about: "the standings", query: stageParameter, answer: tournament.Standings{},
		missing: true},
	{path: "/api/cross-table", about: "how entrants fared against each other", query: stageParameter,
		answer: crossTableAnswer{}, missing: true},
	{path: "/api/rounds", about: "the pairings of a knockout or Swiss event", query: stageParameter,
		answer: roundsAnswer{}, missing: true},
	{path: "/api/progress", about: "how far it is", answer: progressAnswer{}},
	{path: "/api/schedule", about: "the matches that come next", answer: scheduleAnswer{}},
	{path: "/api/orders", about: "what the organiser did, and the announcement", answer: ordersAnswer{}},
	{path: "/api/matches", about: "matches that were played", query: matchParameters,
		answer: matchesAnswer{}, limited: true},
	{path: "/api/matches/{id}", about: "a match", answer: MatchAnswer{}, missing: true, limited: true},
	{path: "/api/entrants/{number}", about: "an entrant", answer: entrantAnswer{}, missing: true, limited: true},
	{path: "/events", about: "tells at once when something is new", mime: "text/event-stream"},
	{path: "/feed.atom", about: "the newest phases, submissions, results and orders, for readers of Atom",
		mime: "application/atom+xml"},
	{path: "/csv/{name}", about: "a file for spreadsheets", query: matchParameters, mime: csvType, missing: true,
		limited: true},
	{path: "/replays/{hash}/blast", about: "the replay of a match", mime: "application/octet-stream", missing: true,
		limited: true},
	{path: "/metrics", about: "for Prometheus", mime: "text/plain"},
	{path: "/healthz", about: "whether all is well; 503 if not", answer: map[string]string{}},
}

// object is a JSON object.
type object = map[string]any

// getOpenAPI serves the description of the API.
func (s *Site) getOpenAPI(w http.ResponseWriter, r *http.Request) {
	paths := object{}
	for i := range operations {
		paths[operations[i].path] = object{"get": operations[i].describe()}
	}
	s.answerJSON(w, r, object{"openapi": "3.1.0", "paths": paths,
		"info": object{"title": clean(s.o.About.Name), "version": "1",
			"description": "A competition of blastyard. All addresses only read. " +
				"There may be fields that are not described here: ignore them."}})
}

// describe returns the OpenAPI operation object.
func (o *operation) describe() object {
	parameters := []object{}
	for part := range strings.SplitSeq(o.path, "/") {
		if name, is := strings.CutPrefix(part, "{"); is {
			parameters = append(parameters, object{"name": strings.TrimSuffix(name, "}"), "in": "path",
				"required": true, "schema": object{"type": "string"}})
		}
	}
	for _, p := range o.query {
		kind := "string"
		if p.number {
			kind = "integer"
		}
		parameters = append(parameters, object{"name": p.name, "in": "query", "description": p.about,
			"schema": object{"type": kind}})
	}
	mime, schema := o.mime, object{"type": "string"}
	if o.answer != nil {
		mime, schema = jsonType, schemaOf(reflect.TypeOf(o.answer))
	}
	failed := func(why string) object {
		return object{"description": why, "content": object{jsonType: object{"schema": object{"type": "object",
			"properties": object{"error": object{"type": "string"}}}}}}
	}
	answers := object{"200": object{"description": o.about, "content": object{mime: object{"schema": schema}}}}
	if o.missing {
		answers["404"] = failed("there is no such thing")
	}
	if len(o.query) > len(stageParameter) {
		answers["400"] = failed("a parameter is wrong")
	}
	if o.limited {
		answers["429"] = failed("there were too many requests: see Retry-After")
	}
	return object{"summary": o.about, "parameters": parameters, "responses": answers}
}

var textType = reflect.TypeFor[encoding.TextMarshaler]()

// schemaOf returns the JSON schema of the values that encoding/json writes for a type.
func schemaOf(t reflect.Type) object {
	switch {
	case t == reflect.TypeFor[time.Time]():
		return object{"type": "string", "format": "date-time"}
	case t.Implements(textType):
		return object{"type": "string"}
	}
	switch t.Kind() {
	case reflect.Pointer:
		return schemaOf(t.Elem())
	case reflect.Slice, reflect.Array:
		return object{"type": []string{"array", "null"}, "items": schemaOf(t.Elem())}
	case reflect.Map:
		return object{"type": []string{"object", "null"}, "additionalProperties": schemaOf(t.Elem())}
	case reflect.Struct:
		properties, required := object{}, []string{}
		addFields(t, properties, &required)
		return object{"type": "object", "properties": properties, "required": required}
	case reflect.Bool:
		return object{"type": "boolean"}
	case reflect.String:
		return object{"type": "string"}
	case reflect.Float32, reflect.Float64:
		return object{"type": "number"}
	default:
		return object{"type": "integer"}
	}
}

// onlyTeams is the field of a match that no spectator gets: hashes of what bots printed.
const onlyTeams = "logs"

// addFields adds the fields of a struct to a schema, as encoding/json names them.
func addFields(t reflect.Type, properties object, required *[]string) {
	for i := range t.NumField() {
		f := t.Field(i)
		tag, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case tag == "-", tag == onlyTeams, !f.IsExported() && !f.Anonymous:
			continue
		case f.Anonymous && tag == "":
			addFields(f.Type, properties, required)
			continue
		case tag == "":
			tag = f.Name
		}
		properties[tag] = schemaOf(f.Type)
		if !strings.Contains(options, "omit") {
			*required = append(*required, tag)
		}
	}
}
