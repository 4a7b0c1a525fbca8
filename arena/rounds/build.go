package rounds

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"blastyard/arena/harness"
	"blastyard/internal/regular"
)

// BuildStep is one run of a tool in a folder.
type BuildStep struct {
	Dir   string
	Words []string
}

// Build builds a bot with the tools for its files: npm install for a package.json, Maven for a pom.xml, pip install
// into the bot's own virtual environment for a requirements.txt, msbuild (or xbuild, or mcs for a few C# files) for a
// .NET solution or project, and make for C++ with a Makefile. The files may be in the bot's folder or in its project
// folder. The output of the tools goes to out. The error names the bot and the tool.
func (b *Bot) Build(ctx context.Context, i *Interpreters, out io.Writer) error {
	steps, err := b.BuildSteps(i)
	if err != nil {
		return fmt.Errorf("building bot %q: %w", b.NickName, err)
	}
	if len(steps) == 0 {
		fmt.Fprintf(out, "%s: nothing to build\n", b.NickName)
	}
	for _, s := range steps {
		fmt.Fprintf(out, "%s: %s\n", b.NickName, strings.Join(s.Words, " "))
		p, err := harness.Start(ctx, harness.Command{
			Words: s.Words, Dir: s.Dir, Name: b.NickName, Output: out, Limit: 64 << 20,
		})
		if err != nil {
			return fmt.Errorf("building bot %q: %w", b.NickName, err)
		}
		<-p.Done()
		if e, _ := p.Exit(); !e.Clean() {
			return fmt.Errorf("building bot %q: %s in %s: %v: %w",
				b.NickName, strings.Join(s.Words, " "), s.Dir, e, ErrBuild)
		}
	}
	return nil
}

// Tools returns the names of the programs outside the bot's folder that build and run it, including missing ones.
func (b *Bot) Tools() (names []string) {
	var i Interpreters
	switch b.Type {
	case Java:
		names = append(names, javaProgram.names[0])
	case JavaScript:
		names = append(names, nodeProgram.names[0])
	case Python2:
		names = append(names, python2Program.names[0])
	case Python3:
		names = append(names, python3Program.names[0])
	case CSharp, FSharp:
		if runtime.GOOS != "windows" {
			names = append(names, monoProgram.names[0])
		}
	case CPlusPlus, numLanguages:
	}
	steps, err := b.BuildSteps(&i)
	if err != nil {
		return names // an interpreter is missing; its name is included
	}
	for _, s := range steps {
		if name := s.Words[0]; filepath.Base(name) == name && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// BuildAll builds bots, each folder once.
func BuildAll(ctx context.Context, bots []*Bot, i *Interpreters, out io.Writer) error {
	built := map[string]bool{}
	for _, b := range bots {
		if built[b.Dir] {
			continue
		}
		built[b.Dir] = true
		if err := b.Build(ctx, i, out); err != nil {
			return err
		}
	}
	return nil
}

// NeedsBuild reports whether Build would run anything.
func (b *Bot) NeedsBuild(i *Interpreters) (bool, error) {
	steps, err := b.BuildSteps(i)
	if err != nil {
		return false, fmt.Errorf("building bot %q: %w", b.NickName, err)
	}
	return len(steps) > 0, nil
}

// BuildSteps returns the tools that Build runs, in order.
func (b *Bot) BuildSteps(i *Interpreters) (steps []BuildStep, err error) {
	dirs := []string{filepath.Join(b.Dir, b.ProjectLocation), b.Dir}
	for _, dir := range slices.Compact(dirs) {
		has := func(name string) bool {
			st, err := os.Stat(filepath.Join(dir, name))
			return err == nil && st.Mode().IsRegular()
		}
		if has("package.json") {
			steps = append(steps, BuildStep{dir, []string{"npm", "install"}})
		}
		if has("pom.xml") {
			words := append([]string{"mvn", "--batch-mode"}, mavenGoals(filepath.Join(dir, "pom.xml"))...)
			steps = append(steps, BuildStep{dir, words})
		}
		if has("requirements.txt") {
			python, err := b.pipSteps(i, dir)
			if err != nil {
				return nil, err
			}
			steps = append(steps, python...)
		}
		if b.Type == CSharp || b.Type == FSharp || b.Type == CPlusPlus {
			dotNet, err := b.dotNetSteps(i, dir)
			if err != nil {
				return nil, err
			}
			steps = append(steps, dotNet...)
		}
		if b.Type == CPlusPlus && len(steps) == 0 && has("Makefile") {
			steps = append(steps, BuildStep{dir, []string{"make"}})
		}
		if len(steps) > 0 {
			break
		}
	}
	return steps, nil
}

// maxProjectFile is how many bytes of a build system's file are read.
const maxProjectFile = 16 << 20

// mavenGoals returns Maven's goals: a jar with all dependencies if the plugin for that is configured.
func mavenGoals(pom string) []string {
	if text, err := regular.ReadText(pom, maxProjectFile); err == nil &&
		strings.Contains(string(text), "maven-assembly-plugin") {
		return []string{"clean", "compile", "assembly:single"}
	}
	return []string{"package"}
}

// dotNetSteps returns the steps for the solution in a folder, or else for its project.
func (b *Bot) dotNetSteps(i *Interpreters, dir string) (steps []BuildStep, err error) {
	for _, pattern := range []string{"*.sln", "*.csproj", "*.fsproj", "*.vcxproj"} {
		found := glob(dir, pattern)
		if len(found) == 0 {
			continue
		}
		file := filepath.Base(found[0])
		restore, ok := findFold(dir, "nuget.exe")
		if ok {
			words, err := i.find(CSharp)
			if err != nil {
				return nil, err
			}
			steps = append(steps, BuildStep{dir, append(words, restore, "restore", file)})
		}
		tool := firstOnPath("msbuild", "xbuild", "mcs")
		if sources := glob(dir, "*.cs"); tool == "mcs" && !ok && len(sources) > 0 && !needsPackages(dir) {
			if to := filepath.Dir(b.RunFile); to != "." {
				steps = append(steps, BuildStep{dir, makeFolder(to, runtime.GOOS == "windows")})
			}
			return append(steps, BuildStep{dir, append([]string{"mcs", "-out:" + b.RunFile}, sources...)}), nil
		}
		if tool == "" || tool == "mcs" {
			tool = "msbuild" // so the error names msbuild
		}
		return append(steps, BuildStep{dir, []string{tool, "/p:Configuration=Release", file}}), nil
	}
	return nil, nil
}

// makeFolder is the command that makes a folder which may be there. Windows has no program for it, only its shell.
func makeFolder(folder string, windows bool) []string {
	if !windows {
		return []string{"mkdir", "-p", folder}
	}
	folder = strings.ReplaceAll(folder, "/", `\`)
	return []string{"cmd", "/c", "if", "not", "exist", folder, "mkdir", folder}
}

// needsPackages reports whether a .NET project names packages that must be fetched.
func needsPackages(dir string) bool {
	for _, file := range append(glob(dir, "*proj"), glob(dir, "*/*proj")...) {
		if text, err := regular.ReadText(file, maxProjectFile); err == nil &&
			strings.Contains(string(text), "<PackageReference") {
			return true
		}
	}
	return len(glob(dir, "packages.config")) > 0 || len(glob(dir, "*/packages.config")) > 0
}

// glob returns files below a folder. The folder's own path may contain any characters.
func glob(dir, pattern string) (files []string) {
	found, _ := fs.Glob(os.DirFS(dir), pattern)
	for _, f := range found {
		files = append(files, filepath.Join(dir, filepath.FromSlash(f)))
	}
	return files
}

// firstOnPath returns the first of some programs that exists, or "".
func firstOnPath(names ...string) string {
	for _, name := range names {
		if _, err := exec.LookPath(name); err == nil {
			return name
		}
	}
	return ""
}
