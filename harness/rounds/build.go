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
// install with a requirements.txt, nuget restore and msbuild (or xbuild) with a solution or project of .NET. The files may
// be in its folder or its project's. What the tools print goes to out. The error names the bot and the tool.
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
			steps = append(steps, dotNetSteps(dir)...)
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
func dotNetSteps(dir string) []buildStep {
	for _, pattern := range []string{"*.sln", "*.csproj", "*.fsproj", "*.vcxproj"} {
		found, _ := filepath.Glob(filepath.Join(dir, pattern))
		if len(found) == 0 {
			continue
		}
		tool := "msbuild"
		if _, err := exec.LookPath(tool); err != nil {
			if _, err := exec.LookPath("xbuild"); err == nil {
				tool = "xbuild"
			}
		}
		file := filepath.Base(found[0])
		return []buildStep{{dir, []string{"nuget", "restore", file}}, {dir, []string{tool, file}}}
	}
	return nil
}
