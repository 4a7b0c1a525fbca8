package serve_test

import (
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path"
	"regexp"
	"strings"
	"testing"

	"blastyard/docs"
	"blastyard/show/serve"
)

var (
	references = regexp.MustCompile(`(?:href|src)="([^"]*)"`)
	anchors    = regexp.MustCompile(` id="([^"]*)"`)
)

// site is the served manual.
type site struct {
	t      *testing.T
	server *serve.Server
	pages  map[string]string // fetched pages by path; "": missing
}

func (s *site) fetch(address string) string {
	if body, has := s.pages[address]; has {
		return body
	}
	r := httptest.NewRecorder()
	s.server.ServeHTTP(r, httptest.NewRequestWithContext(s.t.Context(), http.MethodGet, "http://localhost"+address, nil))
	body := r.Body.String()
	if r.Code != http.StatusOK {
		body = ""
	}
	s.pages[address] = body
	return body
}

// TestLinks follows every link and picture of the manual, and reaches every page and picture in it.
func TestLinks(t *testing.T) {
	server, err := serve.New(serve.Config{Catalog: serve.NewLive(1), Docs: docs.Files()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Close)
	s := &site{t: t, server: server, pages: map[string]string{}}
	index := s.fetch("/docs/")
	_, main, _ := strings.Cut(index, "<main")
	err = fs.WalkDir(docs.Files(), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || path.Ext(name) != ".md" {
			return err
		}
		page := "/docs/" + strings.TrimSuffix(name, ".md") + ".html"
		if name != "index.md" && !strings.Contains(main, `href="`+path.Base(page)) {
			t.Errorf("index.md has no link to %s", name)
		}
		s.follow(page)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	err = fs.WalkDir(docs.Files(), ".", func(name string, d fs.DirEntry, err error) error {
		if ext := path.Ext(name); err == nil && (ext == ".svg" || ext == ".png") && s.pages["/docs/"+name] == "" {
			t.Errorf("%s is on no page", name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// follow checks what a page refers to.
func (s *site) follow(page string) {
	s.t.Helper()
	body := s.fetch(page)
	if strings.Contains(body, "raw HTML omitted") {
		s.t.Errorf("%s has raw HTML", page)
	}
	base := &url.URL{Path: page}
	for _, m := range references.FindAllStringSubmatch(body, -1) {
		to, err := base.Parse(m[1])
		if err != nil {
			s.t.Errorf("%s: %v", page, err)
			continue
		}
		if to.Scheme != "" || to.Path == "/" {
			continue // outside of the manual
		}
		target := s.fetch(to.Path)
		if target == "" {
			s.t.Errorf("%s: there is no %s", page, m[1])
			continue
		}
		if to.Fragment != "" && !strings.Contains(strings.Join(anchors.FindAllString(target, -1), " ")+" ", `id="`+to.Fragment+`" `) {
			s.t.Errorf("%s: there is no %s", page, m[1])
		}
	}
}
