package house

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// cleanFolders are the folders whose product code keeps to docs/glossary.md, with all folders below them. Add a folder
// when it is clean.
var cleanFolders = []string{
	"arena", "bots", "cmd", "docs", "game", "internal", "originals", "protocol/netorcai", "replay", "rules", "show", "tools", "tournament",
}

// uncheckedPages are the pages that TestWords does not check.
var uncheckedPages = []string{
	"docs/glossary.md", // it names the words
}

// forbiddenWords are the words of the glossary's last list that can be recognised, in all their forms.
var forbiddenWords = []struct {
	word string
	// names: also, or only, in names of the code. texts: in comments, strings and the manual.
	names, texts *regexp.Regexp
	allowed      *regexp.Regexp // phrases in which the word has its ordinary meaning
	folders      []string       // in which the word has its ordinary meaning
}{
	{"door", words("doors?"), words("doors?"), nil, []string{"rules/maps"}}, // of a maze
	{"entrance", words("entrances?"), words("entrances?"), nil, nil},
	{"people", words("people"), nil, nil, nil},
	{"scribe", words("scribes?"), words("scribes?"), nil, nil},
	{"chronicle", words("chronicles?"), words("chronicles?"), nil, nil},
	{"table", words("tables?"), nil, nil, []string{"arena/entrant", "tournament", "show"}},           // of TOML; of rows and columns; of colours
	{"course", words("courses?"), words("courses?"), phrases("of course"), []string{"show/picture"}}, // of bricks
	{"show", regexp.MustCompile(`^shows?$`), nil, nil, nil},
	{"hand", words("hands?"), words("hands?"), phrases("by[ -]hand"), nil},
	{"trial", words("trials?"), words("trials?"), nil, nil},
	{"walk", words("walks?"), nil, phrases("walk dir"), nil},
	{"nobody", words("nobody"), regexp.MustCompile(`(?i)(\bis|-1:?|-1 for|0 for|0:) nobody\b`), nil, nil},
	{"octet", words("octets?"), words("octets?"), phrases("octet-stream"), nil},
	{"mend", words("mend(s|ed|ing)?"), words("mend(s|ed|ing)?"), nil, nil},
	{"lack", words("lack(s|ed|ing)?"), words("lack(s|ed|ing)?"), nil, nil},
}

func words(form string) *regexp.Regexp { return regexp.MustCompile(`(?i)\b` + form + `\b`) }

func phrases(forms ...string) *regexp.Regexp {
	return regexp.MustCompile(`(?i)` + strings.Join(forms, "|"))
}

// spelled returns the words of a name in the code: "handleLogin" is "handle login".
func spelled(name string) string {
	var b strings.Builder
	previous := ' '
	for _, r := range name {
		switch {
		case r == '_':
			r = ' '
		case unicode.IsUpper(r) && unicode.IsLower(previous):
			b.WriteByte(' ')
		}
		b.WriteRune(unicode.ToLower(r))
		previous = r
	}
	return b.String()
}

// forbiddenIn returns the forbidden words in a text of a file, or in the words of a name.
func forbiddenIn(file, text string, isName bool) []string {
	var found []string
	for _, w := range forbiddenWords {
		form := w.texts
		if isName {
			form = w.names
		}
		rest := text
		if w.allowed != nil {
			rest = w.allowed.ReplaceAllString(text, "")
		}
		isOrdinary := slices.ContainsFunc(w.folders, func(folder string) bool { return strings.HasPrefix(file, folder+"/") })
		if form != nil && !isOrdinary && form.MatchString(rest) {
			found = append(found, w.word)
		}
	}
	return found
}

// forbiddenInGo returns the places of forbidden words in the names, comments and strings of a Go file.
func forbiddenInGo(file string, source []byte) ([]string, error) {
	set := token.NewFileSet()
	parsed, err := parser.ParseFile(set, file, source, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	var found []string
	check := func(at token.Pos, text string, isName bool) {
		for _, word := range forbiddenIn(filepath.ToSlash(file), text, isName) {
			found = append(found, fmt.Sprintf("%v: %q in %q", set.Position(at), word, text))
		}
	}
	for _, group := range parsed.Comments {
		check(group.Pos(), strings.Join(strings.Fields(group.Text()), " "), false)
	}
	declared := declaredNames(parsed)
	ast.Inspect(parsed, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			if declared[n.Name] {
				check(n.Pos(), spelled(n.Name), true)
			}
		case *ast.BasicLit:
			if n.Kind == token.STRING {
				check(n.Pos(), n.Value, false)
			}
		}
		return true
	})
	return found, nil
}

// declaredNames returns the names that a file declares: those of other packages are not its own.
func declaredNames(file *ast.File) map[string]bool {
	names := map[string]bool{file.Name.Name: true}
	add := func(list ...*ast.Ident) {
		for _, id := range list {
			names[id.Name] = true
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if n.Name.Name != "show" { // a function may be called so: there it is a verb
				add(n.Name)
			}
		case *ast.TypeSpec:
			add(n.Name)
		case *ast.ValueSpec:
			add(n.Names...)
		case *ast.Field:
			add(n.Names...)
		case *ast.AssignStmt:
			for _, e := range n.Lhs {
				if id, ok := e.(*ast.Ident); ok && n.Tok == token.DEFINE {
					add(id)
				}
			}
		case *ast.RangeStmt:
			for _, e := range []ast.Expr{n.Key, n.Value} {
				if id, ok := e.(*ast.Ident); ok && n.Tok == token.DEFINE {
					add(id)
				}
			}
		}
		return true
	})
	return names
}

// TestWords: the code of the clean folders and the manual use the words of docs/glossary.md.
func TestWords(t *testing.T) {
	files := 0
	for _, folder := range cleanFolders {
		err := filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			source, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			found, err := forbiddenInGo(path, source)
			for _, f := range found {
				t.Errorf("%s, see docs/glossary.md", f)
			}
			files++
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	pages, err := filepath.Glob("docs/*.md")
	if err != nil || files == 0 || len(pages) == 0 {
		t.Fatalf("%d files, %d pages, error %v", files, len(pages), err)
	}
	for _, page := range append(pages, "README.md") {
		if slices.Contains(uncheckedPages, filepath.ToSlash(page)) {
			continue
		}
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for paragraph := range strings.SplitSeq(string(text), "\n\n") {
			for _, word := range forbiddenIn(page, strings.Join(strings.Fields(paragraph), " "), false) {
				t.Errorf("%s: %q in %q, see docs/glossary.md", page, word, paragraph)
			}
		}
	}
}
