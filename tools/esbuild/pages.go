package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// bundlePages bundles the scripts of pages that only tests in a browser open (*.page.ts) into a folder.
func bundlePages(web, out string) error {
	var pages []string
	err := filepath.WalkDir(filepath.Join(web, "src"), func(path string, _ fs.DirEntry, err error) error {
		if strings.HasSuffix(path, ".page.ts") {
			pages = append(pages, path)
		}
		return err
	})
	if err != nil {
		return err
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	result := api.Build(api.BuildOptions{
		AbsWorkingDir: web, EntryPoints: pages, EntryNames: "[name]", Outdir: out, Bundle: true, Write: true,
		Format: api.FormatESModule, Target: api.ES2022, Charset: api.CharsetUTF8, MinifyWhitespace: true,
		MinifyIdentifiers: true, MinifySyntax: true, LogLevel: api.LogLevelWarning,
		Plugins: []api.Plugin{bundles(web, map[string]bool{})},
	})
	if len(result.Errors) > 0 {
		return errors.New("the pages of tests do not build")
	}
	return nil
}
