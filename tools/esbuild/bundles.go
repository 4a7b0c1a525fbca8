package main

import (
	"fmt"
	"maps"
	"strings"
	"sync"

	"github.com/evanw/esbuild/pkg/api"
)

// bundled is the prefix of an import that means the text of a bundle, and its namespace.
const bundled = "bundle"

// bundles gives the texts of bundles to those who import them, and adds what was read for them to inputs.
func bundles(web string, inputs map[string]bool) api.Plugin {
	return api.Plugin{Name: bundled, Setup: func(b api.PluginBuild) {
		prefix := api.OnResolveOptions{Filter: "^" + bundled + ":"}
		b.OnResolve(prefix, func(a api.OnResolveArgs) (api.OnResolveResult, error) {
			return api.OnResolveResult{Path: strings.TrimPrefix(a.Path, bundled+":"), Namespace: bundled}, nil
		})
		b.OnLoad(api.OnLoadOptions{Filter: ".", Namespace: bundled}, func(a api.OnLoadArgs) (api.OnLoadResult, error) {
			inner := map[string]bool{}
			result := api.Build(api.BuildOptions{
				AbsWorkingDir: web, EntryPoints: []string{a.Path}, Bundle: true, Metafile: true,
				Format: api.FormatIIFE, Target: api.ES2022, Charset: api.CharsetUTF8,
				MinifyWhitespace: true, MinifySyntax: true, // names are seen by those whose programs run with it
				LogLevel: api.LogLevelWarning, Loader: texts, Plugins: []api.Plugin{bundles(web, inner)},
			})
			if len(result.Errors) > 0 {
				return api.OnLoadResult{}, fmt.Errorf("%s does not build", a.Path)
			}
			if err := addInputs(inner, result.Metafile); err != nil {
				return api.OnLoadResult{}, err
			}
			adding.Lock()
			maps.Copy(inputs, inner)
			adding.Unlock()
			text := string(result.OutputFiles[0].Contents)
			return api.OnLoadResult{Contents: &text, Loader: api.LoaderText}, nil
		})
	}}
}

// texts says which files a source imports as their text.
var texts = map[string]api.Loader{".py": api.LoaderText}

var adding sync.Mutex // esbuild loads several files at the same time
