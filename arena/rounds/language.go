package rounds

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"blastyard/arena/harness"
	"blastyard/internal/regular"
)

// Language is a bot's programming language. Its number is its position in the published list.
type Language uint8

// The values of Language.
const (
	CSharp Language = iota
	Java
	JavaScript
	CPlusPlus
	Python2
	Python3
	FSharp

	numLanguages = 7
)

var languageNames = [numLanguages]string{"CSharp", "Java", "JavaScript", "CPlusPlus", "Python2", "Python3", "FSharp"}

func (l Language) String() string {
	if l < numLanguages {
		return languageNames[l]
	}
	return fmt.Sprintf("Language(%d)", uint8(l))
}

// Interpreters are the programs that run bots. An empty one is looked up on PATH.
type Interpreters struct {
	Java, Node, Python2, Python3, Mono string
}

// interpreter is the name of an interpreter and how to find it.
type interpreter struct {
	name  string   // in settings
	names []string // on PATH; the first that exists is used
}

var (
	javaProgram    = interpreter{"java", []string{"java"}}
	nodeProgram    = interpreter{"node", []string{"node", "nodejs"}}
	python2Program = interpreter{"python2", []string{"python2", "python2.7", "python"}}
	python3Program = interpreter{"python3", []string{"python3", "python"}}
	monoProgram    = interpreter{"mono", []string{"mono"}}
)

// Set sets one interpreter from NAME=PROGRAM. NAME is java, node, python2, python3 or mono.
func (i *Interpreters) Set(setting string) error {
	name, program, ok := strings.Cut(setting, "=")
	fields := map[string]*string{
		"java": &i.Java, "node": &i.Node, "python2": &i.Python2, "python3": &i.Python3, "mono": &i.Mono,
	}
	field := fields[name]
	if !ok || field == nil || program == "" {
		return fmt.Errorf("interpreter %q, expected NAME=PROGRAM with NAME one of java, node, python2, python3, mono",
			setting)
	}
	*field = program
	return nil
}

// find returns the absolute path of the program that runs a language, and its arguments before the file to run.
func (i *Interpreters) find(l Language) (words []string, err error) {
	switch l {
	case Java:
		words, err = javaProgram.find(i.Java)
		return append(words, "-Xms512m", "-jar"), err
	case JavaScript:
		return nodeProgram.find(i.Node)
	case Python2:
		return python2Program.find(i.Python2)
	case Python3:
		return python3Program.find(i.Python3)
	default:
		if runtime.GOOS == "windows" {
			return nil, nil
		}
		return monoProgram.find(i.Mono)
	}
}

func (p interpreter) find(set string) ([]string, error) {
	names := p.names
	if set != "" {
		names = []string{set}
	}
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			if path, err = filepath.Abs(path); err == nil {
				return []string{path}, nil
			}
		}
	}
	if set != "" {
		return nil, fmt.Errorf("the interpreter %s=%s: %w", p.name, set, harness.ErrNotFound)
	}
	return nil, fmt.Errorf("%s is not on PATH: install it or say where it is (--interpreter %s=PROGRAM): %w",
		p.name, p.name, harness.ErrNotFound)
}

// Words returns the command line that runs the bot, without the arguments of a round. The error names the bot and the
// fix.
func (b *Bot) Words(i *Interpreters) ([]string, error) {
	file, err := b.find(b.RunFile)
	if err != nil {
		return nil, err
	}
	var words []string
	if b.Type != CPlusPlus || isDotNet(file) {
		if words, err = i.find(b.Type); err != nil {
			return nil, fmt.Errorf("bot %q (%v): %w", b.NickName, b.Type, err)
		}
	}
	return append(words, file), nil
}

// isDotNet reports by its first two bytes whether a program is for Windows and .NET.
func isDotNet(file string) bool {
	f, err := regular.Open(file)
	if err != nil {
		return false
	}
	defer f.Close()
	head := make([]byte, 2)
	_, err = io.ReadFull(f, head)
	return err == nil && bytes.Equal(head, []byte("MZ"))
}

// find looks for a file of the bot in its folder, then in its project folder. The file must be in the bot's folder
// even after all links are followed. The returned path has no links, so no one can redirect it later by changing a
// link.
func (b *Bot) find(path string) (string, error) {
	home, err := filepath.EvalSymlinks(b.Dir)
	if err != nil {
		return "", fmt.Errorf("bot %q: %w", b.NickName, err)
	}
	tries := []string{path}
	if rel, err := filepath.Rel(b.Dir, path); err == nil && filepath.IsAbs(path) && filepath.IsLocal(rel) {
		tries = []string{rel} // an absolute path in the folder
	}
	tries = append(tries, filepath.Join(b.ProjectLocation, tries[0]))
	if b.Type == CPlusPlus {
		tries = withExe(tries, runtime.GOOS == "windows")
	}
	for _, try := range tries {
		found, ok := findFold(b.Dir, try)
		if !ok {
			continue
		}
		if found, err = filepath.EvalSymlinks(found); err != nil {
			return "", fmt.Errorf("bot %q: RunFile %s: %w", b.NickName, path, err)
		}
		if rel, err := filepath.Rel(home, found); err != nil || !filepath.IsLocal(rel) {
			return "", fmt.Errorf("bot %q: RunFile %s is %s, expected a file in the bot's folder %s",
				b.NickName, path, found, b.Dir)
		}
		return found, nil
	}
	return "", fmt.Errorf("bot %q: RunFile %s is not in %s: build the bot (--build), or correct RunFile in %s: %w",
		b.NickName, path, b.Dir,
		filepath.Join(b.Dir, BotFile), harness.ErrNotFound)
}

// withExe are paths of programs and, on Windows, what compilers make of them there: bot stands for bot.exe.
func withExe(paths []string, windows bool) []string {
	if !windows {
		return paths
	}
	var all []string
	for _, path := range paths {
		if filepath.Ext(path) == "" {
			all = append(all, path+".exe") // first: Windows cannot start a file called bot
		}
		all = append(all, path)
	}
	return all
}

// findFold looks for a file below dir, ignoring case, because paths written on Windows may have the wrong case.
func findFold(dir, path string) (string, bool) {
	found := dir
	for part := range strings.SplitSeq(filepath.ToSlash(filepath.Clean(strings.TrimLeft(path, "/"))), "/") {
		next := filepath.Join(found, part)
		if _, err := os.Lstat(next); err != nil {
			entries, _ := os.ReadDir(found)
			for _, e := range entries {
				if strings.EqualFold(e.Name(), part) {
					next = filepath.Join(found, e.Name())
				}
			}
		}
		found = next
	}
	st, err := os.Stat(found)
	return found, err == nil && !st.IsDir()
}
