// Package web holds the page of the viewer: its built files, and the same page with a match inside as a file of its
// own.
//
// The sources are TypeScript in src/, styles in css/, and the two pages; go generate builds dist/ from them with the
// tool in tools/esbuild. See package.json for the checks that need Node.
package web

import (
	"embed"
	"io/fs"
)

//go:generate go -C ../../tools/esbuild run .

//go:embed dist
var dist embed.FS

// Files are the built files: index.html, app.js, app.css, the laboratory lab.html, lab.js and lab.css with its worker
// lab/worker.js, the search of the manual manual.js, and the benchmark page bench.html with bench.js.
func Files() fs.FS {
	files, err := fs.Sub(dist, "dist")
	if err != nil {
		panic(err) // the name is right
	}
	return files
}
