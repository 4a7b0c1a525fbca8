// Package web contains the page of the viewer: its built files, and a function that puts a match into the page as one
// file.
//
// The sources are TypeScript in src/, styles in css/, and the two pages. go generate builds dist/ from them with the
// tool in tools/esbuild. See package.json for the checks that need Node.
package web

import (
	"embed"
	"io/fs"
	"strings"
)

//go:generate go run ../../tools/palette src/colours.ts
//go:generate go -C ../../tools/esbuild run .

//go:embed dist
var dist embed.FS

// colours are the variables of the page's colours; data-theme says which of them a page has.
//
//go:embed css/colours.css
var colours string

// Colours are the same variables for pages of text, such as those of a competition and the manual: the reader's system
// says which of them a page has.
func Colours() string {
	light, dark, _ := strings.Cut(colours, `:root[data-theme="dark"] `)
	return strings.Replace(light, "color-scheme: light;", "color-scheme: light dark;", 1) +
		"@media (prefers-color-scheme: dark) {\n:root " + strings.Replace(dark, "color-scheme: dark;", "", 1) + "}\n"
}

// Files are the built files: index.html, app.js, app.css, the laboratory lab.html, lab.js and lab.css with its worker
// lab/worker.js, the event stream of all pages of a browser stream.js with its stream-worker.js, the search manual.js, and the benchmark page bench.html with bench.js.
func Files() fs.FS {
	files, err := fs.Sub(dist, "dist")
	if err != nil {
		panic(err) // the name is valid
	}
	return files
}
