//go:build !js

// Package docs holds the manual: Markdown pages, index.md first, the pictures in them, and JSON schemas.
package docs

import (
	"embed"
	"io/fs"
)

//go:generate go run ../tools/figures

//go:embed *.md *.png pictures schema
var files embed.FS

// Files are the pages, their pictures and the JSON schemas, as they lie in the folder docs.
func Files() fs.FS { return files }
