package rounds

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"blastyard/harness"
)

// buildStep is one tool that is run in a folder.
type buildStep struct {
	dir   string
	words []string
}

// Build builds a bot in the way that its files ask for: npm install with a package.json, mvn package with a pom.xml, pip
// install with a requirements.txt, msbuild (or xbuild, or mcs for a few C# files) with a solution or project of .NET, after
// nuget restore where there is nuget or a need for it, and make for C++ with a Makefile. The files may be in its folder or its project's. What the tools print goes to out. The error names the bot and the tool.
func (b *Bot) Build(ctx context.Context, i *Interpreters, out io.Writer) error {
	steps, err := b.buildSteps(i)
	if err != nil {
		return fmt.Errorf("building bot %q: %w", b.NickName, err)
	}
	if len(steps) == 0 {
		fmt.Fprintf(out, "%s: nothing to build\n", b.NickName)
	}
	for _, s := range steps {
		fmt.Fprintf(out, "%s: %s\n", b.NickName, strings.Join(s.words, " "))
		p, err := harness.Start(ctx, harness.Command{Words: s.words, Dir: s.dir, Name: b.NickName, Output: out, Limit: 64 << 20})
		if err != nil {
			return fmt.Errorf("building bot %q: %w", b.NickName, err)
		}
		<-p.Done()
		if e, _ := p.Exit(); !e.Clean() {
			return fmt.Errorf("building bot %q: %s in %s: %v: %w", b.NickName, strings.Join(s.words, " "), s.dir, e, ErrBuild)
		}
	}
	return nil
}

func (b *Bot) buildSteps(i *Interpreters) (steps []buildStep, err error) {
	dirs := []string{filepath.Join(b.Dir, b.ProjectLocation), b.Dir}
	for _, dir := range slices.Compact(dirs) {
		has := func(name string) bool {
			st, err := os.Stat(filepath.Join(dir, name))
			return err == nil && !st.IsDir()
		}
		if has("package.json") {
			steps = append(steps, buildStep{dir, []string{"npm", "install"}})
		}
		if has("pom.xml") {
			steps = append(steps, buildStep{dir, []string{"mvn", "--batch-mode", "package"}})
		}
		if has("requirements.txt") {
			python, err := i.find(b.python())
			if err != nil {
				return nil, err
			}
			steps = append(steps, buildStep{dir, append(python, "-m", "pip", "install", "-r", "requirements.txt")})
		}
		if b.Type == CSharp || b.Type == FSharp || b.Type == CPlusPlus {
			steps = append(steps, b.dotNetSteps(dir)...)
		}
		if b.Type == CPlusPlus && len(steps) == 0 && has("Makefile") {
			steps = append(steps, buildStep{dir, []string{"make"}})
		}
		if len(steps) > 0 {
			break
		}
	}
	return steps, nil
}

func (b *Bot) python() Language {
	if b.Type == Python2 {
		return Python2
	}
	return Python3
}

// dotNetSteps are those for the solution in a folder, or else its project.
func (b *Bot) dotNetSteps(dir string) (steps []buildStep) {
	for _, pattern := range []string{"*.sln", "*.csproj", "*.fsproj", "*.vcxproj"} {
		found, _ := filepath.Glob(filepath.Join(dir, pattern))
		if len(found) == 0 {
			continue
		}
		file := filepath.Base(found[0])
		packages := needsPackages(dir)
		if packages || firstOnPath("nuget") != "" {
			steps = append(steps, buildStep{dir, []string{"nuget", "restore", file}})
		}
		tool := firstOnPath("msbuild", "xbuild", "mcs")
		if sources, _ := filepath.Glob(filepath.Join(dir, "*.cs")); tool == "mcs" && !packages && len(sources) > 0 {
			return append(steps, buildStep{dir, append([]string{"mkdir", "-p"}, filepath.Dir(b.RunFile))},
				buildStep{dir, append([]string{"mcs", "-out:" + b.RunFile}, sources...)})
		}
		if tool == "" || tool == "mcs" {
			tool = "msbuild" // which the error then names
		}
		return append(steps, buildStep{dir, []string{tool, file}})
	}
	return nil
}

// needsPackages tells whether a project of .NET names packages that must be fetched.
func needsPackages(dir string) bool {
	if found, _ := filepath.Glob(filepath.Join(dir, "packages.config")); len(found) > 0 {
		return true
	}
	projects, _ := filepath.Glob(filepath.Join(dir, "*proj"))
	nested, _ := filepath.Glob(filepath.Join(dir, "*", "*proj"))
	lists, _ := filepath.Glob(filepath.Join(dir, "*", "packages.config"))
	for _, file := range append(projects, nested...) {
		if text, err := os.ReadFile(file); err == nil && strings.Contains(string(text), "<PackageReference") {
			return true
		}
	}
	return len(lists) > 0
}

// firstOnPath is the first of some programs that is there, or "".
func firstOnPath(names ...string) string {
	for _, name := range names {
		if _, err := exec.LookPath(name); err == nil {
			return name
		}
	}
	return ""
}
