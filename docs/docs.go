// Package docs holds the manual: Markdown pages, index.md first, and the pictures in them.
package docs

import (
	"embed"
	"io/fs"
)

//go:generate go run ./internal/figures

//go:embed *.md *.png pictures
var files embed.FS

// Files are the pages and their pictures, as they lie in the folder docs.
func Files() fs.FS { return files }
