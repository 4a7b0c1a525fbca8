package serve

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/yuin/goldmark/ast"
	extensionast "github.com/yuin/goldmark/extension/ast"
)

// A docPlace is an entry of the manual's search index: a section of a page, or a question in bold with its answer.
type docPlace struct {
	Address string `json:"at"`    // "viewer.html#keys"; of a question, its section's
	Page    string `json:"page"`  // the page's title
	Title   string `json:"title"` // of the section, or the question; empty before a page's second heading
	Text    string `json:"text"`  // without markup, words separated by single spaces
}

// indexDocs encodes the sections of all pages as JSON. The search itself runs in the browser, see
// show/web/src/manual.
func indexDocs(pages []*docPage) ([]byte, error) {
	places := []docPlace{}
	for _, p := range pages {
		places = append(places, p.places()...)
	}
	index, err := json.Marshal(places)
	if err != nil {
		return nil, fmt.Errorf("index: %w", err)
	}
	return index, nil
}

// deepest is the lowest level of headings at which a section begins.
const deepest = 3

// places splits a page at its headings.
func (p *docPage) places() []docPlace {
	places := []docPlace{{Address: p.name + ".html", Page: p.title}}
	var text strings.Builder
	end := func() {
		places[len(places)-1].Text = strings.Join(strings.Fields(text.String()), " ")
		text.Reset()
	}
	for n := p.tree.FirstChild(); n != nil; n = n.NextSibling() {
		heading, is := n.(*ast.Heading)
		if !is || heading.Level > deepest {
			if title := questionOf(n, p.source); title != "" {
				at := places[len(places)-1].Address
				end()
				writeText(&text, n, p.source)
				places = append(places, docPlace{Address: at, Page: p.title, Title: title})
				continue
			}
			writeText(&text, n, p.source)
			continue
		}
		id, has := heading.AttributeString("id")
		if heading.Level == 1 || !has {
			continue
		}
		end()
		places = append(places, docPlace{
			Address: p.name + ".html#" + string(id.([]byte)), Page: p.title, Title: plainText(heading, p.source)})
	}
	end()
	return places
}

// questionOf is the question that a paragraph begins with in bold, or "".
func questionOf(n ast.Node, source []byte) string {
	if n.Kind() != ast.KindParagraph {
		return ""
	}
	bold, is := n.FirstChild().(*ast.Emphasis)
	if !is || bold.Level != 2 {
		return ""
	}
	if text := plainText(bold, source); strings.HasSuffix(text, "?") {
		return text
	}
	return ""
}

// writeText writes the text of a node, with spaces between blocks, lines and table cells.
func writeText(out *strings.Builder, n ast.Node, source []byte) {
	switch n := n.(type) {
	case *ast.Text:
		out.Write(n.Value(source))
		if n.SoftLineBreak() || n.HardLineBreak() {
			out.WriteByte(' ')
		}
	case *ast.String:
		out.Write(n.Value)
	case *ast.AutoLink:
		out.Write(n.Label(source))
	case *ast.FencedCodeBlock, *ast.CodeBlock:
		lines := n.Lines()
		for i := range lines.Len() {
			line := lines.At(i)
			out.Write(line.Value(source))
		}
	case *ast.HTMLBlock, *ast.RawHTML:
	default:
		for c := n.FirstChild(); c != nil; c = c.NextSibling() {
			writeText(out, c, source)
		}
	}
	if _, isCell := n.(*extensionast.TableCell); isCell || n.Type() == ast.TypeBlock {
		out.WriteByte(' ')
	}
}
