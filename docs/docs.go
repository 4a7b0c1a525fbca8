//go:build !js

// Package docs holds the manual: Markdown pages, index.md first, the pictures in them, JSON schemas, and the bots of
// the tutorial.
package docs

import (
	"embed"
	"io/fs"
)

//go:generate go run ../tools/figures

//go:embed *.md *.png pictures schema tutorial
var files embed.FS

// Files are all of it, as it lies in the folder docs.
func Files() fs.FS { return files }
