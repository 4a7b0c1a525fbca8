package harness

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"blastyard/internal/regular"
	"blastyard/internal/shellquote"
)

// interpreters maps the ending of a script's name to the program that runs it.
var interpreters = map[string]string{
	".py": "python3", ".js": "node", ".mjs": "node", ".rb": "ruby", ".pl": "perl", ".lua": "lua", ".sh": "sh",
	".php": "php", ".r": "Rscript", ".jl": "julia", ".jar": "java -jar", ".go": "go run",
}

// resolve returns the absolute path of the program of the command line, or why it cannot be executed.
func (c Command) resolve(words []string) (string, error) {
	if c.Dir != "" {
		if st, err := os.Stat(c.Dir); err != nil || !st.IsDir() {
			return "", c.fail(ErrNotFound, fmt.Sprintf("no such directory to start in: %s", c.Dir), "")
		}
	}
	find := c.onPath
	if isPath(words[0], onWindows) {
		find = c.here
	}
	path, err := find(words)
	if err == nil {
		err = c.checkShebang(path)
	}
	if err == nil {
		err = c.checkScript(words)
	}
	return path, err
}

// onWindows is what functions that know the rules of both systems are given, so that tests have tables for both.
const onWindows = runtime.GOOS == "windows"

// isPath reports whether a word is a path on a system, not a name to look up on PATH.
func isPath(program string, windows bool) bool {
	return strings.ContainsRune(program, '/') || windows && strings.ContainsAny(program, `\:`)
}

func (c Command) abs(path string) string {
	if !filepath.IsAbs(path) {
		path = filepath.Join(c.Dir, path)
	}
	if a, err := filepath.Abs(path); err == nil {
		return a
	}
	return path
}

// onPath looks up a name on PATH only, even on systems that would look in the working directory first.
func (c Command) onPath(words []string) (string, error) {
	name := words[0]
	path, err := exec.LookPath(name)
	if err == nil && filepath.IsAbs(path) {
		return path, nil
	}
	if st, err := os.Stat(c.abs(name)); err == nil && !st.IsDir() {
		return "", c.fail(ErrNotFound, name+" is not on PATH", "a file of that name is here: write ./"+startWith(name))
	}
	fix := "give its path, such as ./" + name + ", or install it"
	switch other := otherName(name); {
	case other != "":
		fix = "write " + other + ", which is installed"
	case strings.ContainsAny(name, "=") || slices.ContainsFunc(words, isShell) || isBuiltin(name):
		fix = "no shell reads the command line: for cd, &&, | or NAME=value write sh -c '...'"
	}
	return "", c.fail(ErrNotFound, name+" is not on PATH", fix)
}

// otherNames are the names under which a missing program may be installed.
var otherNames = map[string]string{"python": "python3", "nodejs": "node", "node": "nodejs",
	"python3": "python", "py": "python3"}

// otherName returns another name of a program, if that is on PATH.
func otherName(name string) string {
	other := otherNames[name]
	if path, err := exec.LookPath(other); err != nil || !filepath.IsAbs(path) {
		return ""
	}
	return other
}

func isShell(w string) bool {
	return slices.Contains([]string{"&&", "||", "|", ";", ">", "2>", "<", "&", "2>&1"}, w)
}

func isBuiltin(w string) bool {
	return slices.Contains([]string{"cd", "export", "source", ".", "exec", "ulimit"}, w)
}

// startWith returns name and, if its ending tells, another way to start it.
func startWith(name string) string {
	if by := interpreters[strings.ToLower(filepath.Ext(name))]; by != "" {
		return name + ", or start it with " + interpreterOn(by, onWindows)
	}
	return name
}

// here checks a program given by its path.
func (c Command) here(words []string) (string, error) {
	path := c.abs(words[0])
	st, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist) || errors.Is(err, errNotDir):
		return c.notHere(words, path)
	case err != nil:
		return "", c.fail(ErrNotExecutable, errText(err), "")
	case st.IsDir():
		return "", c.fail(ErrNotExecutable, "is a directory", "name the program in it")
	case !st.Mode().IsRegular():
		return "", c.fail(ErrNotExecutable, "is not a regular file", "")
	}
	if ext := strings.ToLower(filepath.Ext(path)); !onWindows && (ext == ".bat" || ext == ".cmd") {
		return "", c.fail(ErrBadFormat, "a script of Windows",
			"write the command that it starts, such as python3 bot.py")
	}
	if fix := settingsOrPacked(path); fix != "" {
		return "", c.fail(ErrNotExecutable, "no program", fix)
	}
	if runnable(path) {
		return path, nil
	}
	if p, err := exec.LookPath(path); onWindows && err == nil { // bot.exe beside a file called bot
		return p, nil
	}
	return "", c.fail(ErrNotExecutable, "not executable", makeRunnable(path, onWindows))
}

// makeRunnable says how a file that a system cannot start could be started.
func makeRunnable(path string, windows bool) string {
	by := interpreters[strings.ToLower(filepath.Ext(path))]
	switch {
	case windows && by != "":
		return "start it with " + interpreterOn(by, windows)
	case windows && filepath.Ext(path) == "":
		return "expected a name that ends in .exe, .bat or .cmd: build it as " + filepath.Base(path) + ".exe"
	case windows:
		return "expected a name that ends in .exe, .bat or .cmd"
	case by != "":
		return "chmod +x it, or start it with " + by
	}
	return "chmod +x it"
}

// interpreterOn is what a system calls an interpreter.
func interpreterOn(by string, windows bool) string {
	if windows && by == "python3" {
		return "python"
	}
	return by
}

// settingsOrPacked says what to name in place of a file of a bot's folder, or of a file that holds the folder; "" for
// other files.
func settingsOrPacked(path string) string {
	switch strings.ToLower(filepath.Base(path)) {
	case "bot.toml", "bot.json", "package.json", "pom.xml", "cargo.toml", "go.mod":
		return "name the bot's folder, " + filepath.Dir(path)
	}
	switch strings.ToLower(filepath.Ext(path)) {
	case ".zip", ".gz", ".tgz", ".tar", ".7z", ".rar", ".xz":
		return "unpack it, and name the folder"
	}
	return ""
}

// notHere returns why no file is at a path.
func (c Command) notHere(words []string, path string) (string, error) {
	if strings.HasPrefix(words[0], "~") {
		return "", c.fail(ErrNotFound, "no such file",
			noHome)
	}
	if onWindows {
		if p, err := exec.LookPath(path); err == nil { // PATHEXT: mybot stands for mybot.exe
			return p, nil
		}
	}
	for i := 2; i <= len(words); i++ {
		if joined := strings.Join(words[:i], " "); exists(c.abs(joined)) {
			return "", c.fail(ErrNotFound, "no such file: "+words[0], "put quotes around '"+joined+"'")
		}
	}
	return "", c.fail(ErrNotFound, "no such file", c.whereItMayBe(words[0]))
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

const noHome = "no shell reads the command line: write the home directory out instead of ~"

// whereItMayBe says what to do about a file that is not there.
func (c Command) whereItMayBe(word string) string {
	windows := len(word) > 2 && word[1] == ':' && (word[2] == '/' || word[2] == '\\')
	switch {
	case strings.HasPrefix(word, "~"):
		return noHome
	case windows && !onWindows:
		return "a path of Windows: write the path from the working folder"
	}
	found := c.oneDeeper(filepath.Base(word))
	if len(found) == 1 && found[0] != c.abs(word) {
		return "did you mean " + shellquote.Quote(c.fromDir(found[0])) + "?"
	}
	if c.inEnvironment(word) {
		return "a virtual environment of Python works only where it was made, so copies of the folder leave it out: " +
			"write python3, and let the build make the environment"
	}
	return "looked for " + c.abs(word)
}

// inEnvironment reports whether a file that is not there is, by its path, one of a virtual environment that is not
// there at all.
func (c Command) inEnvironment(word string) bool {
	dir, name := filepath.Split(filepath.FromSlash(word))
	dir = filepath.Clean(dir)
	programs := filepath.Base(dir)
	return strings.HasPrefix(name, "python") && (programs == "bin" || programs == "Scripts") && !filepath.IsAbs(word) &&
		!exists(c.abs(filepath.Dir(dir)))
}

// oneDeeper returns the files with a name in the folders of the working folder.
func (c Command) oneDeeper(name string) (found []string) {
	folders, _ := os.ReadDir(c.abs(""))
	for _, f := range folders {
		path := filepath.Join(c.abs(""), f.Name(), name)
		if _, err := os.Stat(path); err == nil {
			found = append(found, path)
		}
	}
	return found
}

// fromDir returns a path as it is from the working folder, if it is within: that may be a copy of the author's folder.
func (c Command) fromDir(path string) string {
	if rel, err := filepath.Rel(c.abs(""), path); err == nil && filepath.IsLocal(rel) {
		return rel
	}
	return path
}

// checkScript checks that a script exists, because the interpreter's own message would be long.
func (c Command) checkScript(words []string) error {
	base := strings.TrimSuffix(filepath.Base(words[0]), ".exe")
	if shell := base == "sh" || base == "bash"; shell && !onWindows && len(words) > 1 &&
		bytes.Contains(readHead(c.abs(words[1])), []byte("\r\n")) {
		return c.fail(ErrBadFormat, words[1]+" has lines that end with CR LF", unixLineEnds(words[1]))
	}
	known := slices.Contains([]string{"python", "python3", "py", "node", "ruby", "perl", "lua", "sh", "bash"}, base)
	if !known || len(words) < 2 || strings.HasPrefix(words[1], "-") || exists(c.abs(words[1])) {
		return nil
	}
	if (base == "sh" || base == "bash") && !isPath(words[1], onWindows) {
		return nil // a shell looks up names without a slash on PATH
	}
	return c.fail(ErrNotFound, "no such file: "+words[1], c.whereItMayBe(words[1]))
}

// explain returns why the system refused to start path.
func (c Command) explain(path string, err error) error {
	head := readHead(path)
	line, _, _ := bytes.Cut(head, []byte("\n"))
	first, script := strings.CutPrefix(string(line), "#!")
	by := interpreters[strings.ToLower(filepath.Ext(path))]
	switch {
	case script && errors.Is(err, fs.ErrNotExist):
		return c.fail(ErrNoInterpreter, "its first line asks for "+strings.TrimSpace(first)+", which is not here",
			"install it or change that line")
	case errors.Is(err, fs.ErrNotExist):
		return c.fail(ErrBadFormat, "what loads it is not here", "it was built for another system: build it here")
	case errors.Is(err, errFormat) && isText(head) && by != "":
		return c.fail(ErrBadFormat, "a script without a #! line",
			"put #!/usr/bin/env "+strings.Fields(by)[0]+" on top, or start it with "+by)
	case errors.Is(err, errFormat) && isText(head):
		return c.fail(ErrBadFormat, "a script without a #! line", "put one such as #!/bin/sh on top")
	case errors.Is(err, errFormat):
		return c.fail(ErrBadFormat, "not a program for this system", "build it for "+runtime.GOOS+"/"+runtime.GOARCH)
	case errors.Is(err, fs.ErrPermission):
		return c.fail(ErrNotExecutable, "may not be started",
			"look at the rights of "+path+" and whether its disk is mounted noexec")
	}
	return c.fail(hostKind(err), "cannot be started", errText(err))
}

// checkShebang finds a #!/usr/bin/env NAME whose NAME is not installed (the system could start env itself), and
// Windows line endings, which become a part of the name.
func (c Command) checkShebang(path string) error {
	line, _, _ := bytes.Cut(readHead(path), []byte("\n"))
	first, script := strings.CutPrefix(string(line), "#!")
	if !script || onWindows {
		return nil
	}
	if strings.HasSuffix(first, "\r") {
		return c.fail(ErrBadFormat, "its first line ends with CR LF", unixLineEnds(c.fromDir(path)))
	}
	f := strings.Fields(first)
	if len(f) < 2 || filepath.Base(f[0]) != "env" || strings.HasPrefix(f[1], "-") || strings.Contains(f[1], "=") {
		return nil
	}
	if _, err := exec.LookPath(f[1]); err == nil || isPath(f[1], onWindows) {
		return nil
	}
	fix := "install it or change that line"
	if other := otherName(f[1]); other != "" {
		fix = "write " + other + ", which is installed"
	}
	return c.fail(ErrNoInterpreter, "its first line asks for "+f[1]+", which is not on PATH", fix)
}

// unixLineEnds says how to change the line ends of a script that was saved on Windows.
func unixLineEnds(script string) string {
	return "save it with the line ends of Unix (LF), or run sed -i 's/\\r$//' " + shellquote.Quote(script)
}

func readHead(path string) []byte {
	f, err := regular.Open(path) // a pipe would be waited for
	if err != nil {
		return nil
	}
	defer f.Close()
	head, _ := io.ReadAll(io.LimitReader(f, 256))
	return head
}

func isText(head []byte) bool { return !bytes.ContainsRune(head, 0) }

// errText returns the message of the innermost error, without the path that it repeats.
func errText(err error) string {
	if path := (*fs.PathError)(nil); errors.As(err, &path) {
		switch {
		case path.Op == "fork/exec" && path.Path == "/proc/self/exe" && errors.Is(err, fs.ErrNotExist):
			return "there is no /proc, which bots need: mount it (mount -t proc proc /proc)"
		case path.Op != "fork/exec":
			return path.Error()
		}
	}
	for {
		inner := errors.Unwrap(err)
		if inner == nil {
			return err.Error()
		}
		err = inner
	}
}
