package serve

import (
	"encoding/json"
	"io/fs"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

func docsServer(t *testing.T, files map[string]string) *Server {
	t.Helper()
	from := fstest.MapFS{}
	for name, text := range files {
		from[name] = &fstest.MapFile{Data: []byte(text)}
	}
	s, err := New(Config{Catalog: NewLive(1), Docs: from})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

func get(t *testing.T, s *Server, address string) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRecorder()
	s.ServeHTTP(r, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "http://localhost"+address, nil))
	return r
}

var someDocs = map[string]string{
	"index.md":          "# The manual\n\nSee [zebras](zebra.md), [ants](ant.md#six-legs), [out](https://example.org/x.md), [a file](pictures/a.md).\n",
	"ant.md":            "# Ants & co\n\n## Six legs\n\n![legs](pictures/legs.svg)\n\n| a | b |\n|:--|--:|\n| 1 | 2 |\n\n## `code` <i>too</i>\n",
	"zebra.md":          "# Zebras\n\n<script>alert(1)</script>\n\n[bad](javascript:alert%281%29) <b>bold</b>\n",
	"more.md":           "no title\n",
	"pictures/a.md":     "# not a page",
	"pictures/legs.svg": "<svg/>",
	"docs.go":           "package docs",
}

func TestDocsPages(t *testing.T) {
	s := docsServer(t, someDocs)
	for _, c := range []struct {
		address, mime string
		want, never   []string
	}{
		{"/docs/", "text/html; charset=utf-8", []string{
			"<title>The manual</title>", `<a href="index.html" aria-current="page">The manual</a>`, `<a href="zebra.html">zebras</a>`,
			`<a href="ant.html#six-legs">ants</a>`, `<a href="https://example.org/x.md">out</a>`, `<a href="pictures/a.md">a file</a>`,
		}, nil},
		{"/docs/index.html", "text/html; charset=utf-8", []string{"<title>The manual</title>"}, nil},
		{"/docs/ant.html", "text/html; charset=utf-8", []string{
			"<title>Ants &amp; co</title>", `<a href="#six-legs">Six legs</a>`, `<h2 id="six-legs">Six legs</h2>`,
			`<img src="pictures/legs.svg" alt="legs">`, `<td align="right">2</td>`,
		}, []string{"<i>", "style="}},
		{"/docs/zebra.html", "text/html; charset=utf-8", []string{"<title>Zebras</title>", "bold"}, []string{"<script>", "alert(1)</", "javascript", "<b>"}},
		{"/docs/more.html", "text/html; charset=utf-8", []string{"<title>more</title>"}, nil},
		{"/docs/docs.css", "text/css; charset=utf-8", []string{"prefers-color-scheme"}, nil},
		{"/docs/pictures/legs.svg", "image/svg+xml", []string{"<svg/>"}, nil},
	} {
		r := get(t, s, c.address)
		body := r.Body.String()
		if r.Code != http.StatusOK || r.Header().Get("Content-Type") != c.mime || r.Header().Get("Content-Security-Policy") != policy+"'none'" || r.Header().Get("ETag") == "" {
			t.Errorf("%s: %d, %v", c.address, r.Code, r.Header())
		}
		for _, want := range c.want {
			if !strings.Contains(body, want) {
				t.Errorf("%s has no %s:\n%s", c.address, want, body)
			}
		}
		for _, never := range c.never {
			if strings.Contains(body, never) {
				t.Errorf("%s has %s:\n%s", c.address, never, body)
			}
		}
	}
}

// TestDocsContents: the contents list the pages that the first one links to, in that order, then the others by name.
func TestDocsContents(t *testing.T) {
	body := get(t, docsServer(t, someDocs), "/docs/more.html").Body.String()
	from := 0
	for _, want := range []string{`href="../"`, `href="index.html"`, `href="zebra.html"`, `href="ant.html"`, `href="more.html" aria-current="page"`} {
		at := strings.Index(body[from:], want)
		if at < 0 {
			t.Fatalf("no %s after the ones before in\n%s", want, body)
		}
		from += at
	}
}

// TestDocsGroups: a page stands under the heading in whose list the first page names it first.
func TestDocsGroups(t *testing.T) {
	files := maps.Clone(someDocs)
	files["index.md"] = "# The manual\n\n[ants](ant.md) [more](more.md)\n\n## Small\n\n- [an ant](ant.md)\n\n## Large\n\n" +
		"- [zebras](zebra.md), not [ants](ant.md)\n"
	body := get(t, docsServer(t, files), "/docs/").Body.String()
	_, list, _ := strings.Cut(body, "<nav")
	list, _, _ = strings.Cut(list, "</nav>")
	from := 0
	for _, want := range []string{`href="index.html"`, "<p>Small</p>", `href="ant.html"`, "<p>Large</p>", `href="zebra.html"`, `href="more.html"`} {
		at := strings.Index(list[from:], want)
		if at < 0 {
			t.Fatalf("no %s after the ones before in\n%s", want, list)
		}
		from += at
	}
	if strings.Count(list, "<p>") != 2 || strings.Count(list, `href="ant.html"`) != 1 {
		t.Errorf("the list is\n%s", list)
	}
}

func TestDocsOtherAddresses(t *testing.T) {
	s := docsServer(t, someDocs)
	for _, address := range []string{"/docs/ant.md", "/docs/docs.go", "/docs/pictures/", "/docs/pictures/a.html", "/docs/nothing.html", "/docs//", "/docs/../docs/", "/docs/ant.html/"} {
		if r := get(t, s, address); r.Code != http.StatusNotFound {
			t.Errorf("%s: %d", address, r.Code)
		}
	}
	if r := get(t, s, "/docs"); r.Code != http.StatusFound || r.Header().Get("Location") != "/docs/" {
		t.Errorf("/docs: %d to %q", r.Code, r.Header().Get("Location"))
	}
	if r := get(t, s, "/docs/more"); r.Code != http.StatusFound || r.Header().Get("Location") != "/docs/more.html" {
		t.Errorf("/docs/more: %d to %q", r.Code, r.Header().Get("Location"))
	}
	none, err := New(Config{Catalog: NewLive(1)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(none.Close)
	for _, address := range []string{"/docs", "/docs/"} {
		if r := get(t, none, address); r.Code != http.StatusNotFound {
			t.Errorf("%s without a manual: %d", address, r.Code)
		}
	}
}

func TestDocsNeedAnIndex(t *testing.T) {
	_, err := New(Config{Catalog: NewLive(1), Docs: fstest.MapFS{"a.md": {Data: []byte("# a")}}})
	if err == nil || !strings.HasPrefix(err.Error(), "serve: read the manual: there is no index.md") {
		t.Error(err)
	}
}

// brokenDocs is a manual with a page that cannot be read.
type brokenDocs struct{ fstest.MapFS }

func (d brokenDocs) ReadFile(name string) ([]byte, error) {
	if name == "zebra.md" {
		return nil, fs.ErrPermission
	}
	return d.MapFS.ReadFile(name)
}

// TestDocsAreMadeWhenTheyAreAskedFor: the manual is made for its first reader, not before. If that fails, the server
// goes on.
func TestDocsAreMadeWhenTheyAreAskedFor(t *testing.T) {
	from := brokenDocs{fstest.MapFS{"index.md": {Data: []byte("# a")}, "zebra.md": {Data: []byte("# z")}}}
	s, err := New(Config{Catalog: NewLive(1), Docs: from})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	for range 2 {
		if r := get(t, s, "/docs/index.html"); r.Code != http.StatusInternalServerError {
			t.Errorf("%d %s", r.Code, r.Body)
		}
	}
	if r := get(t, s, "/api/matches"); r.Code != http.StatusOK {
		t.Errorf("%d %s", r.Code, r.Body)
	}
}

// TestDocsIndex: the search index contains the text of each section of a page, without markup.
func TestDocsIndex(t *testing.T) {
	from := maps.Clone(someDocs)
	from["ant.md"] = "# Ants & co\n\nAn *ant* has\nlegs: `--six`.\n\n## Six legs\n\n| a | b |\n|:--|--:|\n| 1 | [2](x.md) |\n\n### Deep `x`\n\n" +
		"- one\n- two\n\n**Can they `fly`?** Some can.\n\nThey walk.\n\n**Bold.** Not asked.\n\n```sh\nant --go\nant\n```\n\n#### Deeper\n\n<b>raw</b> ![legs](pictures/legs.svg)\n"
	s := docsServer(t, from)
	r := get(t, s, "/docs/index.json")
	var all, ants []docPlace
	if err := json.Unmarshal(r.Body.Bytes(), &all); err != nil || r.Header().Get("Content-Type") != "application/json" {
		t.Fatal(err, r.Header())
	}
	for _, p := range all {
		if p.Page == "Ants & co" {
			ants = append(ants, p)
		}
	}
	want := []docPlace{
		{"ant.html", "Ants & co", "", "An ant has legs: --six."},
		{"ant.html#six-legs", "Ants & co", "Six legs", "a b 1 2"},
		{"ant.html#deep-x", "Ants & co", "Deep x", "one two"},
		{"ant.html#deep-x", "Ants & co", "Can they fly?", "Can they fly? Some can. They walk. Bold. Not asked. ant --go ant Deeper raw legs"},
	}
	if !slices.Equal(ants, want) || len(all) != len(want)+3 || all[0].Address != "index.html" {
		t.Errorf("%q of %q", ants, all)
	}
	if body := get(t, s, "/docs/ant.html").Body.String(); !strings.Contains(body, `<script type="module" src="manual.js"></script>`) {
		t.Error("a page does not load the search")
	}
	if r := get(t, s, "/docs/manual.js"); r.Code != http.StatusOK || !strings.Contains(r.Body.String(), "index.json") {
		t.Errorf("the search: %d", r.Code)
	}
}
