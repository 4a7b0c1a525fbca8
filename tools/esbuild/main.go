// Command esbuild builds the viewer's page: it bundles the sources in the folder show/web into show/web/dist,
// whose files are committed, so that nothing but Go is needed to build blastyard. `go generate ./show/web` runs it.
//
// With -check it builds nothing, but says whether dist is what it would build; with -unit DIR it bundles the unit
// tests into DIR, with -pages DIR the scripts of pages that tests open in a browser.
//
// A source that imports "bundle:FILE" gets the text of a script that is bundled from FILE, a path from the folder.
package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

func main() {
	web := flag.String("web", "../../show/web", "the `folder` with the sources")
	check := flag.Bool("check", false, "compare with what is built already, and write nothing")
	unit := flag.String("unit", "", "bundle the unit tests into this `folder` of it instead")
	pages := flag.String("pages", "", "bundle the pages of tests in a browser (*.page.ts) into this `folder` instead")
	flag.Parse()
	if err := run(*web, *unit, *pages, *check); err != nil {
		fmt.Fprintln(os.Stderr, "esbuild:", err)
		os.Exit(1)
	}
}

func run(web, unit, pages string, check bool) error {
	web, err := filepath.Abs(web)
	if err != nil {
		return err
	}
	if unit != "" {
		return bundleTests(web, filepath.Join(web, unit))
	}
	if pages != "" {
		return bundlePages(web, pages)
	}
	files, err := build(web)
	if err != nil {
		return err
	}
	dist := filepath.Join(web, "dist")
	if check {
		return compare(dist, files)
	}
	if err := os.RemoveAll(dist); err != nil {
		return err
	}
	return write(dist, files)
}

// build returns the files of dist by name.
func build(web string) (map[string][]byte, error) {
	licence, err := os.ReadFile(filepath.Join(web, "vendor/uplot/LICENSE"))
	if err != nil {
		return nil, err
	}
	htmls := []string{"index.html", "bench.html", "lab.html"}
	inputs := map[string]bool{"vendor/uplot/LICENSE": true}
	pages := api.BuildOptions{
		AbsWorkingDir: web,
		EntryPointsAdvanced: []api.EntryPoint{
			{InputPath: "src/main.ts", OutputPath: "app"},
			{InputPath: "src/bench.ts", OutputPath: "bench"},
			{InputPath: "src/manual/main.ts", OutputPath: "manual"},
			{InputPath: "src/lab/main.ts", OutputPath: "lab"},
			{InputPath: "src/stream/main.ts", OutputPath: "stream"},
			{InputPath: "app.css", OutputPath: "app"},
			{InputPath: "lab.css", OutputPath: "lab"},
		},
		Outdir: "dist", Bundle: true, Metafile: true, Format: api.FormatESModule,
		Target: api.ES2022, Charset: api.CharsetUTF8,
		MinifyWhitespace: true, MinifyIdentifiers: true, MinifySyntax: true,
		LogLevel: api.LogLevelWarning, Loader: texts, Plugins: []api.Plugin{bundles(web, inputs)},
	}
	worker := pages // a plain script: only such a worker can import another one
	worker.EntryPointsAdvanced = []api.EntryPoint{
		{InputPath: "src/lab/worker.ts", OutputPath: "lab/worker"},
		{InputPath: "src/stream/worker.ts", OutputPath: "stream-worker"},
	}
	worker.Format = api.FormatIIFE
	files := map[string][]byte{"uplot.LICENSE": licence}
	for _, options := range []api.BuildOptions{pages, worker} {
		result := api.Build(options)
		if len(result.Errors) > 0 {
			return nil, errors.New("the sources do not build")
		}
		for _, f := range result.OutputFiles {
			name, err := filepath.Rel(filepath.Join(web, options.Outdir), f.Path)
			if err != nil {
				return nil, err
			}
			files[filepath.ToSlash(name)] = f.Contents
		}
		if err := addInputs(inputs, result.Metafile); err != nil {
			return nil, err
		}
		if err := addLicences(web, files, result.Metafile, inputs); err != nil {
			return nil, err
		}
	}
	for _, name := range htmls {
		inputs[name] = true
		if files[name], err = os.ReadFile(filepath.Join(web, name)); err != nil {
			return nil, err
		}
	}
	files["SOURCES"], err = sources(web, inputs)
	return files, err
}

// addInputs adds what was read for a bundle.
func addInputs(inputs map[string]bool, metafile string) error {
	var meta struct{ Inputs map[string]struct{} }
	if err := json.Unmarshal([]byte(metafile), &meta); err != nil {
		return err
	}
	for name := range meta.Inputs {
		if !strings.HasPrefix(name, bundled+":") { // what that is made of was added when it was made
			inputs[name] = true
		}
	}
	return nil
}

// sources lists all that was read, in the format of sha256sum.
func sources(web string, inputs map[string]bool) ([]byte, error) {
	var list bytes.Buffer
	for _, name := range slices.Sorted(maps.Keys(inputs)) {
		text, err := os.ReadFile(filepath.Join(web, name))
		if err != nil {
			return nil, err
		}
		text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")) // as some systems check files out
		fmt.Fprintf(&list, "%x  %s\n", sha256.Sum256(text), name)
	}
	return list.Bytes(), nil
}

func write(dir string, files map[string][]byte) error {
	for _, name := range slices.Sorted(maps.Keys(files)) {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, files[name], 0o644); err != nil {
			return err
		}
	}
	return nil
}

func compare(dir string, files map[string][]byte) error {
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if is, err := os.ReadFile(filepath.Join(dir, name)); err != nil || !bytes.Equal(is, files[name]) {
			return fmt.Errorf("show/web/dist/%s is not what the sources give; run go generate ./show/web and "+
				"commit it", name)
		}
	}
	return nil
}

func bundleTests(web, out string) error {
	var tests []string
	err := filepath.WalkDir(filepath.Join(web, "src"), func(path string, _ os.DirEntry, err error) error {
		if strings.HasSuffix(path, ".test.ts") {
			tests = append(tests, path)
		}
		return err
	})
	if err != nil {
		return err
	}
	if err := os.RemoveAll(out); err != nil {
		return err
	}
	result := api.Build(api.BuildOptions{
		AbsWorkingDir: web, EntryPoints: tests, Outbase: "src", Outdir: out, Bundle: true, Write: true,
		Platform: api.PlatformNode, Format: api.FormatESModule, Target: api.ES2022, Sourcemap: api.SourceMapInline,
		OutExtension: map[string]string{".js": ".mjs"}, LogLevel: api.LogLevelWarning, Loader: texts,
		Plugins: []api.Plugin{bundles(web, map[string]bool{})},
	})
	if len(result.Errors) > 0 {
		return errors.New("the tests do not build")
	}
	return nil
}
