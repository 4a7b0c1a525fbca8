package web

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"blastyard/tournament"
)

// described is the description of the API as a reader gets it.
func described(t *testing.T, r *rig) (paths map[string]object) {
	t.Helper()
	var d struct {
		OpenAPI string
		Paths   map[string]struct{ Get object }
	}
	if err := json.Unmarshal([]byte(r.want("/api/openapi.json", 200)), &d); err != nil || d.OpenAPI != "3.1.0" {
		t.Fatalf("%+v, %v", d, err)
	}
	paths = map[string]object{}
	for path, p := range d.Paths {
		paths[path] = p.Get
	}
	return paths
}

// addressOf has an address of each path with a parameter.
var addressOf = map[string]string{"/api/matches/{id}": "/api/matches/500.0", "/api/entrants/{number}": "/api/entrants/1",
	"/csv/{name}": "/csv/matches.csv", "/replays/{hash}/blast": "/replays/" + fakeHash + "/blast"}

// TestOpenAPI: the description of the API names exactly the addresses and fields that are served.
func TestOpenAPI(t *testing.T) {
	r := withEverything(t)
	r.src.replay = playedReplay(t)
	paths := described(t, r)
	for _, path := range r.site.paths {
		if strings.HasPrefix(path, "/api/") && path != "/api/" && path != "/api/openapi.json" && paths[path] == nil {
			t.Errorf("%s is served and not described", path)
		}
	}
	for path, get := range paths {
		if path == "/events" {
			continue // TestEvents reads it
		}
		address := path
		if a, has := addressOf[path]; has {
			address = a
		}
		res, body := r.get(address)
		content := get["responses"].(object)["200"].(object)["content"].(object)
		mime := slices.Collect(maps.Keys(content))[0]
		if res.StatusCode != http.StatusOK || !strings.HasPrefix(res.Header.Get("Content-Type"), mime) {
			t.Errorf("%s: status %d, %s, described as %s", path, res.StatusCode, res.Header.Get("Content-Type"), mime)
		}
		if mime != jsonType {
			continue
		}
		var served any
		if err := json.Unmarshal([]byte(body), &served); err != nil {
			t.Fatal(err)
		}
		schema := content[mime].(object)["schema"].(object)
		more := []any{served}
		if path == "/api/matches" {
			var voids any
			if err := json.Unmarshal([]byte(r.want("/api/matches?voids=1&limit=40", 200)), &voids); err != nil {
				t.Fatal(err)
			}
			more = append(more, voids)
		}
		missing := fields(schema, path)
		for _, v := range more {
			checkSchema(t, path, schema, v, missing)
		}
		for _, name := range slices.Sorted(maps.Keys(missing)) {
			t.Errorf("%s is described and not served", name)
		}
	}
}

// fields returns all fields of a schema.
func fields(schema object, at string) map[string]bool {
	all := map[string]bool{}
	if items, is := schema["items"].(object); is {
		maps.Copy(all, fields(items, at+"[]"))
	}
	properties, _ := schema["properties"].(object)
	for name, s := range properties {
		all[at+"."+name] = true
		maps.Copy(all, fields(s.(object), at+"."+name))
	}
	return all
}

// checkSchema checks a value against a schema, and deletes the fields that it has from missing.
func checkSchema(t *testing.T, at string, schema object, v any, missing map[string]bool) {
	t.Helper()
	types := strings.Trim(fmt.Sprint(schema["type"]), "[]")
	is := map[string]bool{}
	for kind := range strings.SplitSeq(types, " ") {
		is[kind] = true
	}
	switch v := v.(type) {
	case nil:
		if !is["null"] {
			t.Errorf("%s is null, described as %s", at, types)
		}
	case bool:
		if !is["boolean"] {
			t.Errorf("%s is %v, described as %s", at, v, types)
		}
	case float64:
		if !is["number"] && (!is["integer"] || v != float64(int64(v))) {
			t.Errorf("%s is %v, described as %s", at, v, types)
		}
	case string:
		if !is["string"] {
			t.Errorf("%s is %q, described as %s", at, v, types)
		}
	case []any:
		items, has := schema["items"].(object)
		if !has {
			t.Errorf("%s is a list, described as %s", at, types)
			return
		}
		for _, x := range v {
			checkSchema(t, at+"[]", items, x, missing)
		}
	case object:
		checkObject(t, at, schema, v, missing)
	}
}

func checkObject(t *testing.T, at string, schema, v object, missing map[string]bool) {
	t.Helper()
	if each, is := schema["additionalProperties"].(object); is {
		for name, x := range v {
			checkSchema(t, at+"."+name, each, x, missing)
		}
		return
	}
	properties, _ := schema["properties"].(object)
	for name, x := range v {
		s, described := properties[name].(object)
		if !described {
			t.Errorf("%s.%s is served and not described", at, name)
			continue
		}
		delete(missing, at+"."+name)
		checkSchema(t, at+"."+name, s, x, missing)
	}
	required, _ := schema["required"].([]any)
	for _, name := range required {
		if _, has := v[name.(string)]; !has {
			t.Errorf("%s.%s is required and not served", at, name)
		}
	}
}

// TestOpenAPIParameters: the description has exactly the parameters that are accepted, and the manual the same addresses.
func TestOpenAPIParameters(t *testing.T) {
	r := withEverything(t)
	doc, err := os.ReadFile("../../../docs/competitions-api.md")
	if err != nil {
		t.Fatal(err)
	}
	table, _, _ := strings.Cut(string(doc), "\n## ")
	paths := described(t, r)
	for path := range paths {
		if written := regexp.MustCompile(`\{(\w+)\}`).ReplaceAllStringFunc(path, func(name string) string {
			return map[string]string{"{id}": "ID", "{number}": "N", "{name}": "NAME.csv", "{hash}": "HASH"}[name]
		}); !strings.Contains(table, "`"+written+"`") {
			t.Errorf("the manual does not list %s", written)
		}
	}
	accepted := map[string]string{"entrant": "hunter", "against": "greedy", "reason": "failed", "stage": "0", "round": "1", "marked": "1",
		"voids": "1", "limit": "3", "after": "2"}
	for _, path := range []string{"/api/matches", "/csv/{name}", "/api/standings"} {
		for _, p := range paths[path]["parameters"].([]any) {
			name := p.(object)["name"].(string)
			if p.(object)["in"] != "query" {
				continue
			}
			address := path
			if a, has := addressOf[path]; has {
				address = a
			}
			r.want(address+"?"+name+"="+accepted[name], 200)
			if p.(object)["schema"].(object)["type"] == "integer" && path != "/csv/{name}" {
				if res, _ := r.get(address + "?" + name + "=x"); res.StatusCode == http.StatusOK {
					t.Errorf("%s: %s is described as a number, and x is accepted", path, name)
				}
			}
		}
	}
	for name, value := range accepted {
		if !strings.Contains(fmt.Sprint(paths["/api/matches"]["parameters"]), "name:"+name+" ") {
			t.Errorf("the parameter %s=%s of /api/matches is not described", name, value)
		}
	}
	q := tournament.Query{Entrant: "a", Against: "a", Reason: "a", Stage: new(1), Round: new(1), Marked: true, All: true, After: "a", Limit: 1}
	for name := range valuesOf(q) {
		if accepted[name] == "" {
			t.Errorf("the parameter %s is not tested", name)
		}
	}
}
