package doctor

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"regexp"
	"strings"

	"blastyard/arena/harness"
)

// tool is a program that some bots need.
type tool struct {
	name     string
	commands []string // names of the program; the first one that is installed is used
	version  string   // the argument that prints the version
	means    string   // the consequence if it is missing
	site     string   // where to download it
}

// tools are the interpreters and compilers that starter bots use.
var tools = []tool{
	{"python", []string{"python3", "python"}, "--version", "no bots in Python", "python.org"},
	{"node", []string{"node", "nodejs"}, "--version", "no bots in JavaScript or TypeScript", "nodejs.org"},
	{"npm", []string{"npm"}, "--version", "bots in TypeScript cannot be built", "nodejs.org"},
	{"java", []string{"java"}, "-version", "no bots in Java", "adoptium.net"},
	{"javac", []string{"javac"}, "-version", "bots in Java cannot be built", "adoptium.net"},
	{"mvn", []string{"mvn"}, "--version", "bots in Java cannot be built by mvn", "maven.apache.org"},
	{"c++", []string{"g++", "clang++"}, "--version", "bots in C++ cannot be built", "gcc.gnu.org"},
	{"make", []string{"make", "mingw32-make"}, "--version", "bots in C++ cannot be built by make", "gnu.org"},
	{"cargo", []string{"cargo"}, "--version", "bots in Rust cannot be built", "rustup.rs"},
	{"go", []string{"go"}, "version", "bots in Go, and blastyard itself, cannot be built", "go.dev"},
	{"mono", []string{"mono"}, "--version", "no bots in C#", "mono-project.com"},
	{"mcs", []string{"mcs"}, "--version", "bots in C# cannot be built for mono", "mono-project.com"},
	{"dotnet", []string{"dotnet"}, "--version", "bots in C# need mono instead", "dotnet.microsoft.com"},
}

// Tools returns the checks for interpreters and compilers that bots need.
func Tools() []Check {
	checks := make([]Check, len(tools))
	for i := range tools {
		checks[i] = Check{tools[i].name, tools[i].look}
	}
	return checks
}

// look finds the tool and asks for its version.
func (t *tool) look(ctx context.Context) Finding {
	path, fix := "", "install it with your system's packages, or from "+t.site
	for _, command := range t.commands {
		if found, err := exec.LookPath(command); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		return Finding{Verdict: Note, Detail: "not found", Means: t.means, Fix: fix}
	}
	version, err := askVersion(ctx, path, t.version)
	switch {
	case err != nil && errors.Is(ctx.Err(), context.DeadlineExceeded): // possibly before the program was started
		return Finding{Verdict: Note, Detail: fmt.Sprintf("%s does not tell its version within %v", path, TimeLimit),
			Means: "it may be slow or broken", Fix: "try " + path + " " + t.version}
	case err != nil:
		return Finding{Verdict: Note, Detail: fmt.Sprintf("%s does not run: %v", path, err), Means: t.means, Fix: fix}
	}
	return Finding{Verdict: OK, Detail: version}
}

// digits matches a version.
var digits = regexp.MustCompile(`\d+(\.\d+)+`)

// askVersion runs a program and returns the version in its output, or the first line if it finds no version. It
// leaves no process behind.
func askVersion(ctx context.Context, path, argument string) (string, error) {
	var out bytes.Buffer
	p, err := harness.Start(ctx, harness.Command{Words: []string{path, argument}, Output: &out, Limit: 64 << 10})
	if start, ok := errors.AsType[*harness.StartError](err); ok {
		return "", errors.New(start.What)
	}
	if err != nil {
		return "", err
	}
	<-p.Done()
	exit, _ := p.Exit()
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case !exit.Clean():
		return "", errors.New(exit.String())
	}
	text := out.String()
	if version := digits.FindString(text); version != "" {
		return version, nil
	}
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return line, nil
}
