package serve

import (
	"slices"

	"github.com/yuin/goldmark/ast"
)

// Contents are where the pages of the manual stand in the list beside each page. The first page says it, in one place:
// a page belongs to the heading in whose list the first page links to it first.
type contents struct {
	names  []string          // in order
	groups map[string]string // by name; the text of the heading
}

// contentsOf reads the contents from the first page: first that page, then those in its lists, then those to which it
// links elsewhere, which have no group.
func contentsOf(first *docPage) contents {
	c := contents{names: []string{first.name}, groups: map[string]string{}}
	heading := ""
	for n := first.tree.FirstChild(); n != nil; n = n.NextSibling() {
		switch n := n.(type) {
		case *ast.Heading:
			if n.Level == 2 {
				heading = plainText(n, first.source)
			}
		case *ast.List:
			for _, name := range linksOf(n) {
				if !slices.Contains(c.names, name) {
					c.names = append(c.names, name)
					c.groups[name] = heading
				}
			}
		}
	}
	for _, name := range linksOf(first.tree) {
		if !slices.Contains(c.names, name) {
			c.names = append(c.names, name)
		}
	}
	return c
}

// place is the position of a page: pages that the first one does not link to come last.
func (c contents) place(name string) int {
	if i := slices.Index(c.names, name); i >= 0 {
		return i
	}
	return len(c.names)
}

// linksOf returns the names of the pages that a part of a page links to.
func linksOf(part ast.Node) (names []string) {
	for n := range nodes(part) {
		if link, is := n.(*ast.Link); is {
			if name, _, ok := docLink(string(link.Destination)); ok {
				names = append(names, name)
			}
		}
	}
	return names
}

// A docGroup is a part of the list of all pages.
type docGroup struct {
	Title string // empty for pages without a group
	Pages []docEntry
}

// A docEntry is a page in the list of all pages.
type docEntry struct {
	Address, Title string
	Current        bool
	Sections       []docSection // of the current page
}

// list is the list of all pages, which are in order, beside one of them.
func (c contents) list(all []*docPage, current *docPage) (groups []docGroup) {
	for _, p := range all {
		e := docEntry{Address: p.name + ".html", Title: p.title, Current: p == current}
		if e.Current {
			e.Sections = p.sections
		}
		title := c.groups[p.name]
		if len(groups) == 0 || groups[len(groups)-1].Title != title {
			groups = append(groups, docGroup{Title: title})
		}
		last := &groups[len(groups)-1]
		last.Pages = append(last.Pages, e)
	}
	return groups
}
