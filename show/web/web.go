// Package web contains the page of the viewer: its built files, and a function that puts a match into the page as one
// file.
//
// The sources are TypeScript in src/, styles in css/, and the two pages. go generate builds dist/ from them with the
// tool in tools/esbuild. See package.json for the checks that need Node.
package web

import (
	"embed"
	"io/fs"
)

//go:generate go -C ../../tools/esbuild run .

//go:embed dist
var dist embed.FS

// Files returns the built files: index.html, app.js, app.css, the laboratory lab.html, lab.js and lab.css with its
// worker lab/worker.js, the search of the manual manual.js, and the benchmark page bench.html with bench.js.
func Files() fs.FS {
	files, err := fs.Sub(dist, "dist")
	if err != nil {
		panic(err) // the name is valid
	}
	return files
}
