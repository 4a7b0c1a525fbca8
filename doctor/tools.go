package doctor

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"regexp"
	"runtime"
	"strings"

	"blastyard/harness"
)

// tool is a program that some bots need.
type tool struct {
	name     string
	commands []string // the first that is there counts
	version  string   // the argument that prints the version
	means    string   // what follows where it is missing
	debian   string   // the packages that have it
	brew     string
	winget   string
}

// tools are the interpreters and compilers that starters use.
var tools = []tool{
	{"python", []string{"python3", "python"}, "--version", "no bots in Python", "python3", "python",
		"Python.Python.3.13"},
	{"node", []string{"node", "nodejs"}, "--version", "no bots in JavaScript or TypeScript", "nodejs", "node",
		"OpenJS.NodeJS.LTS"},
	{"npm", []string{"npm"}, "--version", "bots in TypeScript cannot be built", "npm", "node", "OpenJS.NodeJS.LTS"},
	{"java", []string{"java"}, "-version", "no bots in Java", "default-jre-headless", "openjdk",
		"EclipseAdoptium.Temurin.21.JDK"},
	{"javac", []string{"javac"}, "-version", "bots in Java cannot be built", "default-jdk-headless", "openjdk",
		"EclipseAdoptium.Temurin.21.JDK"},
	{"mvn", []string{"mvn"}, "--version", "bots in Java cannot be built by mvn", "maven", "maven", ""},
	{"c++", []string{"g++", "clang++"}, "--version", "bots in C++ cannot be built", "g++", "gcc", "MSYS2.MSYS2"},
	{"make", []string{"make", "mingw32-make"}, "--version", "bots in C++ cannot be built by make", "make", "make",
		"MSYS2.MSYS2"},
	{"cargo", []string{"cargo"}, "--version", "bots in Rust cannot be built", "cargo", "rust", "Rustlang.Rustup"},
	{"go", []string{"go"}, "version", "bots in Go, and blastyard itself, cannot be built", "golang", "go", "GoLang.Go"},
	{"mono", []string{"mono"}, "--version", "no bots in C#", "mono-runtime", "mono", "Mono.Mono"},
	{"mcs", []string{"mcs"}, "--version", "bots in C# cannot be built for mono", "mono-mcs", "mono", "Mono.Mono"},
	{"dotnet", []string{"dotnet"}, "--version", "bots in C# need mono instead", "", "dotnet", "Microsoft.DotNet.SDK.9"},
}

// Tools are the checks of interpreters and compilers that bots need.
func Tools() []Check {
	checks := make([]Check, len(tools))
	for i := range tools {
		checks[i] = Check{tools[i].name, tools[i].look}
	}
	return checks
}

// look finds the tool and asks for its version.
func (t *tool) look(ctx context.Context) Finding {
	path := ""
	for _, command := range t.commands {
		if found, err := exec.LookPath(command); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		return Finding{Verdict: Note, Detail: "not found", Means: t.means, Fix: t.install(runtime.GOOS)}
	}
	version, err := askVersion(ctx, path, t.version)
	switch {
	case err != nil && errors.Is(ctx.Err(), context.DeadlineExceeded): // perhaps before it was started
		return Finding{Verdict: Note, Detail: fmt.Sprintf("%s does not tell its version within %v", path, timeLimit),
			Means: "it may be slow or broken", Fix: "try " + path + " " + t.version}
	case err != nil:
		return Finding{Verdict: Note, Detail: fmt.Sprintf("%s does not run: %v", path, err), Means: t.means,
			Fix: t.install(runtime.GOOS)}
	}
	return Finding{Verdict: OK, Detail: version}
}

// install says how to get the tool on a system.
func (t *tool) install(system string) string {
	manager, pkg := "Debian: apt-get install", t.debian
	switch system {
	case "darwin":
		manager, pkg = "brew install", t.brew
	case "windows":
		manager, pkg = "winget install", t.winget
	}
	if pkg == "" {
		return "install it from its website"
	}
	return manager + " " + pkg
}

// digits is where a version is.
var digits = regexp.MustCompile(`\d+(\.\d+)+`)

// askVersion runs a program and finds a version in what it prints; the whole first line where there is none. Nothing
// that it starts is left.
func askVersion(ctx context.Context, path, argument string) (string, error) {
	var out bytes.Buffer
	p, err := harness.Start(ctx, harness.Command{Words: []string{path, argument}, Output: &out, Limit: 64 << 10})
	var start *harness.StartError
	if errors.As(err, &start) {
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
