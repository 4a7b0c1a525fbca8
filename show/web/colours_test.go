package web_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"blastyard/show/web"
)

var variable = regexp.MustCompile(`(--[a-z-]+): ([^;]+);`)

// variables are those of a style, each with its values in their order: of a light page, of a dark one.
func variables(style string) map[string][]string {
	found := map[string][]string{}
	for _, m := range variable.FindAllStringSubmatch(style, -1) {
		found[m[1]] = append(found[m[1]], m[2])
	}
	return found
}

// TestColours: pages of text have the variables of the page, and no other style sets one of them.
func TestColours(t *testing.T) {
	source, err := os.ReadFile("css/colours.css")
	if err != nil {
		t.Fatal(err)
	}
	page, text := variables(string(source)), variables(web.Colours())
	for name, values := range page {
		if !slices.Equal(text[name], values) {
			t.Errorf("%s is %q on pages of text, %q on the page", name, text[name], values)
		}
	}
	light, dark, found := strings.Cut(web.Colours(), "@media (prefers-color-scheme: dark) {\n:root {")
	if !found || strings.Count(light, "{") != 1 || strings.Count(light, "}") != 1 || strings.Count(dark, "}") != 2 || len(page) < 10 {
		t.Errorf("pages of text have\n%s", web.Colours())
	}
	err = filepath.WalkDir("../..", func(path string, e fs.DirEntry, err error) error {
		if err == nil && e.IsDir() && slices.Contains([]string{"node_modules", "dist", "vendor", ".git", ".tools", "bin"}, e.Name()) {
			return fs.SkipDir
		}
		if err != nil || filepath.Ext(path) != ".css" || e.Name() == "colours.css" {
			return err
		}
		style, err := os.ReadFile(path)
		for name := range variables(string(style)) {
			if page[name] != nil {
				t.Errorf("%s sets %s, which is the colour of all pages: see css/colours.css", path, name)
			}
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}
