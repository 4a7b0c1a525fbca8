package house

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// maxFolders is how many folders the root may have, hidden ones aside.
const maxFolders = 14

// rootFolders are the folders of the root that git knows.
func rootFolders(t *testing.T) (list []string) {
	t.Helper()
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.IsDir() && !strings.HasPrefix(e.Name(), ".") && !slices.Contains([]string{"bin", "replays"}, e.Name()) {
			list = append(list, e.Name())
		}
	}
	return list
}

// TestRoot: a stranger sees few folders in the root, each of them a wing or tools, and no test.
func TestRoot(t *testing.T) {
	folders := rootFolders(t)
	if len(folders) > maxFolders {
		t.Errorf("the root has %d folders, expected %d at most: %q", len(folders), maxFolders, folders)
	}
	for _, f := range folders {
		if !slices.ContainsFunc(wings, func(w wing) bool { return w.name == f }) {
			t.Errorf("%s is not a wing: see imports_test.go", f)
		}
	}
	if tests, err := filepath.Glob("*_test.go"); err != nil || len(tests) > 0 {
		t.Errorf("tests in the root: %q, %v", tests, err)
	}
}

// TestMapOfTheReadme: the README's map has a line for each folder of the root, and what a line names is there.
func TestMapOfTheReadme(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(readme), "\n## Where things are\n")
	_, text, _ = strings.Cut(text, "```\n")
	text, _, _ = strings.Cut(text, "```\n")
	var listed []string
	folder := ""
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		if strings.HasPrefix(line, words[0]) {
			folder = words[0]
			listed = append(listed, strings.TrimSuffix(folder, "/"))
			words = words[1:]
		}
		for _, w := range words {
			if w = strings.Trim(w, ".,;:()"); strings.HasSuffix(w, "/") && !strings.Contains(w, "LANGUAGE") {
				if !isThere(folder+w) && !isThere(w) {
					t.Errorf("the README's map names %s under %s, which is not there", w, folder)
				}
			}
		}
	}
	if slices.Sort(listed); !slices.Equal(listed, rootFolders(t)) {
		t.Errorf("the README's map has %q, expected %q", listed, rootFolders(t))
	}
}

// TestPathsOfInside: each path that docs/inside.md names is there: from the root, beside the path before it in the same
// row, or below the row's folder.
func TestPathsOfInside(t *testing.T) {
	page, err := os.ReadFile("docs/inside.md")
	if err != nil {
		t.Fatal(err)
	}
	path := regexp.MustCompile("`([a-z][A-Za-z0-9_.-]*(?:/[A-Za-z0-9_.-]+)*/?)`")
	checked := 0
	for line := range strings.Lines(string(page)) {
		row := ""
		for _, m := range path.FindAllStringSubmatch(line, -1) {
			p := m[1]
			if !strings.Contains(p, "/") && filepath.Ext(p) != ".go" && filepath.Ext(p) != ".md" {
				continue // a word of the code
			}
			checked++
			places := []string{p, filepath.Join("internal/house", p)}
			for dir := row; dir != "" && dir != "."; dir = filepath.Dir(dir) {
				places = append(places, filepath.Join(dir, p), filepath.Join(dir, "internal", p))
			}
			at := slices.IndexFunc(places, isThere)
			if at < 0 {
				t.Errorf("docs/inside.md names %s, which is not there", p)
				continue
			}
			row = places[at]
		}
	}
	if checked < 100 {
		t.Errorf("only %d paths were found", checked)
	}
}

func isThere(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
