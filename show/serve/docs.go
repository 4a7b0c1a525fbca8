package serve

import (
	"bytes"
	"cmp"
	_ "embed"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	marktext "github.com/yuin/goldmark/text"

	"blastyard/show/web"
)

// docsRoot is the address of the manual, and docsFirst the name of its first page.
const (
	docsRoot  = "/docs/"
	docsFirst = "index"
)

var (
	//go:embed docs.css
	docsStyle []byte
	//go:embed docs.html
	docsFrame string

	docsTemplate = template.Must(template.New("docs").Parse(docsFrame))

	// markdown omits raw HTML and links that run scripts.
	markdown = goldmark.New(
		goldmark.WithExtensions(extension.NewTable(
			extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute))),
		goldmark.WithParserOptions(parser.WithAutoHeadingID()),
	)
)

// A docPage is a page of the manual.
type docPage struct {
	name     string // without its extension
	title    string
	source   []byte
	tree     ast.Node
	sections []docSection
}

type docSection struct{ ID, Title string }

// A manual returns the manual's files by path. It makes them at the first request, because most matches are played
// without anybody reading the manual.
type manual func() (map[string]*file, error)

// newManual checks that from contains a manual. nil gives an empty one.
func newManual(from fs.FS) (manual, error) {
	if from == nil {
		return func() (map[string]*file, error) { return nil, nil }, nil
	}
	if _, err := fs.Stat(from, docsFirst+".md"); err != nil {
		return nil, fmt.Errorf("serve: read the manual: there is no %s.md: %w", docsFirst, err)
	}
	return sync.OnceValues(func() (map[string]*file, error) { return readDocs(from) }), nil
}

// readDocs reads the manual: pages in Markdown, which it converts to HTML, and pictures.
func readDocs(from fs.FS) (map[string]*file, error) {
	files := map[string]*file{}
	var pages []*docPage
	err := fs.WalkDir(from, ".", func(name string, d fs.DirEntry, err error) error {
		mime := mimes[path.Ext(name)]
		isPage := path.Ext(name) == ".md" && path.Dir(name) == "."
		if err != nil || !d.Type().IsRegular() || mime == "" && !isPage {
			return err
		}
		body, err := fs.ReadFile(from, name)
		switch {
		case err != nil:
			return err
		case isPage:
			pages = append(pages, newDocPage(strings.TrimSuffix(name, ".md"), body))
		default:
			files[docsRoot+name] = newFile(mime, body)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("serve: read the manual: %w", err)
	}
	if err := addDocPages(files, pages); err != nil {
		return nil, fmt.Errorf("serve: read the manual: %w", err)
	}
	return files, nil
}

// addDocPages adds the pages as HTML.
func addDocPages(files map[string]*file, pages []*docPage) error {
	first := slices.IndexFunc(pages, func(p *docPage) bool { return p.name == docsFirst })
	list := contentsOf(pages[first])
	slices.SortStableFunc(pages, func(a, b *docPage) int {
		return cmp.Compare(list.place(a.name), list.place(b.name))
	})
	index, err := indexDocs(pages)
	if err != nil {
		return err
	}
	search, err := fs.ReadFile(web.Files(), "manual.js")
	if err != nil {
		return err
	}
	for _, p := range pages {
		body, err := p.html(list.list(pages, p))
		if err != nil {
			return err
		}
		files[docsRoot+p.name+".html"] = newFile(mimes[".html"], body)
	}
	files[docsRoot+"index.json"] = newFile(mimes[".json"], index)
	files[docsRoot+"manual.js"] = newFile(mimes[".js"], search)
	files[docsRoot+"docs.css"] = newFile(mimes[".css"], append([]byte(web.Colours()), docsStyle...))
	files[docsRoot] = files[docsRoot+docsFirst+".html"]
	return nil
}

func newDocPage(name string, source []byte) *docPage {
	p := &docPage{name: name, title: name, source: source, tree: markdown.Parser().Parse(marktext.NewReader(source))}
	for n := p.tree.FirstChild(); n != nil; n = n.NextSibling() {
		heading, is := n.(*ast.Heading)
		if !is {
			continue
		}
		switch title := plainText(heading, source); heading.Level {
		case 1:
			p.title = title
		case 2:
			if id, has := heading.AttributeString("id"); has {
				p.sections = append(p.sections, docSection{string(id.([]byte)), title})
			}
		}
	}
	return p
}

// plainText returns the text of a node without markup.
func plainText(n ast.Node, source []byte) string {
	var out strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if t, is := c.(*ast.Text); is {
			out.Write(t.Value(source))
		} else {
			out.WriteString(plainText(c, source))
		}
	}
	return out.String()
}

// docLink splits a link to a page of the manual. rest is the fragment with its #.
func docLink(to string) (name, rest string, ok bool) {
	u, err := url.Parse(to)
	if err != nil || u.Scheme != "" || u.Host != "" || path.Dir(u.Path) != "." {
		return "", "", false
	}
	name, ok = strings.CutSuffix(u.Path, ".md")
	if u.Fragment != "" {
		rest = "#" + u.Fragment
	}
	return name, rest, ok
}

// nodes iterates over all nodes of a tree.
func nodes(tree ast.Node) func(yield func(ast.Node) bool) {
	return func(yield func(ast.Node) bool) {
		err := ast.Walk(tree, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
			if entering && !yield(n) {
				return ast.WalkStop, nil
			}
			return ast.WalkContinue, nil
		})
		if err != nil {
			panic(err) // the callback returns no error
		}
	}
}

// html returns the page as HTML, with a list of all pages.
func (p *docPage) html(list []docGroup) ([]byte, error) {
	for n := range nodes(p.tree) {
		if link, is := n.(*ast.Link); is {
			if name, rest, ok := docLink(string(link.Destination)); ok {
				link.Destination = []byte(name + ".html" + rest)
			}
		}
	}
	var body bytes.Buffer
	if err := markdown.Renderer().Render(&body, p.source, p.tree); err != nil {
		return nil, fmt.Errorf("%s.md: %w", p.name, err)
	}
	var page bytes.Buffer
	err := docsTemplate.Execute(&page, map[string]any{
		"Title": p.title, "Groups": list, "Body": template.HTML(body.String()), // it has no raw HTML
	})
	if err != nil {
		return nil, fmt.Errorf("%s.md: %w", p.name, err)
	}
	return page.Bytes(), nil
}

// toDocs redirects to the address with a trailing slash.
func (s *Server) toDocs(w http.ResponseWriter, r *http.Request) {
	if s.config.Docs == nil {
		fail(w, http.StatusNotFound, "there is nothing here")
		return
	}
	http.Redirect(w, r, docsRoot, http.StatusFound)
}

// getDocs serves the manual.
func (s *Server) getDocs(w http.ResponseWriter, r *http.Request) {
	files, err := s.docs()
	if err != nil {
		s.log.Error("the manual cannot be read", "error", err)
		fail(w, http.StatusInternalServerError, "the manual cannot be read")
		return
	}
	if page := r.URL.Path + ".html"; files[r.URL.Path] == nil && files[page] != nil {
		http.Redirect(w, r, page, http.StatusFound) // as readers write it by hand
		return
	}
	s.serveFile(w, r, files[r.URL.Path])
}
