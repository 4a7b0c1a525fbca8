package entrant

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"blastyard/arena/harness"
	"blastyard/internal/anypath"
	"blastyard/internal/names"
	"blastyard/internal/nearest"
)

// maxFile limits the size of a bots file or a bot.toml, in bytes.
const maxFile = 1 << 20

// FileBot is a [[bot]] of a bots file. Other files may contain it too.
type FileBot struct {
	Name    string            `toml:"name"`
	Command string            `toml:"command"` // as on the command line: builtin:NAME, human, a command line
	Folder  string            `toml:"folder"`  // of the bot, instead of a command
	Dir     string            `toml:"dir"`     // the working folder of the command; "": the folder of the file
	Build   any               `toml:"build"`   // a command line, or a list of them
	Author  string            `toml:"author"`
	Env     map[string]string `toml:"env"`
}

// folderFile is a bot.toml.
type folderFile struct {
	Name     string            `toml:"name"`
	Command  string            `toml:"command"`
	Build    any               `toml:"build"`
	Author   string            `toml:"author"`
	Env      map[string]string `toml:"env"`
	Protocol Protocol          `toml:"protocol"`
}

// botsFile is a bots file. It has a name, which errors of the decoder quote.
type botsFile struct {
	Bot []FileBot `toml:"bot"`
}

// ReadFile reads a bots file: TOML with a [[bot]] for each entrant. Its paths are relative to the file. The error
// names the file, and the line or the bot.
func ReadFile(file string, o Options) ([]Entrant, error) {
	list, wrong, err := ReadGood(file, o)
	if err = errors.Join(append([]error{err}, wrong[:min(1, len(wrong))]...)...); err != nil {
		return nil, err
	}
	return list, nil
}

// ReadGood is like ReadFile, but also returns the valid entrants if others are wrong. wrong are the errors of the
// others, for example a missing folder.
func ReadGood(file string, o Options) (list []Entrant, wrong []error, err error) {
	var t botsFile
	if err := decode(file, &t); err != nil {
		return nil, nil, err
	}
	if len(t.Bot) == 0 {
		return nil, nil, fileError{fmt.Errorf("%s has no [[bot]], expected one for each bot", file)}
	}
	for i := range t.Bot {
		e, err := t.Bot[i].Entrant(filepath.Dir(file), o)
		if err != nil {
			wrong = append(wrong, fmt.Errorf("%s: bot %d: %w", file, i+1, err))
			continue
		}
		list = append(list, e)
	}
	return list, wrong, nil
}

// Entrant returns the entrant that t names. Relative paths start from base, the folder of its file.
func (t *FileBot) Entrant(base string, o Options) (Entrant, error) {
	var e Entrant
	err := cmp.Or(noEscapes("command", t.Command), noEscapes("folder", t.Folder), noEscapes("dir", t.Dir))
	switch {
	case err != nil:
	case t.Command == "" && t.Folder == "":
		return e, fmt.Errorf("%w: command and folder are missing, expected one of them", ErrEntrant)
	case t.Command != "" && t.Folder != "":
		return e, fmt.Errorf("%w: command and folder are both there, expected one (dir says where a command starts)",
			ErrEntrant)
	case t.Folder != "" && t.Dir != "":
		return e, fmt.Errorf("%w: folder and dir are both there, expected one (a bot starts in its folder)", ErrEntrant)
	case t.Folder != "":
		t.Folder, _ = anypath.Find(base, t.Folder)
		folder, ok := ownFolder(t.Folder, base)
		if !ok {
			return e, fault(t.Folder, "folder: there is no such folder in %s", base)
		}
		e, err = parseFolder(join(base, t.Folder), folder, o)
	default:
		var dir string
		t.Dir, _ = anypath.Find(base, t.Dir)
		if dir, err = filepath.Abs(join(base, t.Dir)); err == nil {
			e, err = parseBot(t.Command, dir, o)
		}
		if err == nil && e.Folder { // so that e.Bot is valid without base
			e.Bot = folderSpec(&e, join(base, t.Dir))
		}
	}
	if err != nil {
		return Entrant{}, err
	}
	return e, e.complete(t)
}

// noEscapes returns an error if a path of Windows stands in double quotes, where \t and \b are single characters.
// Others than the ends of lines and tabs are in no path.
func noEscapes(key, value string) error {
	value = strings.TrimSpace(value)
	at := strings.IndexAny(value, "\a\b\f\v\x1b\n\r\t")
	if at < 0 || !strings.ContainsAny(value, "\a\b\f\v\x1b") && !strings.HasPrefix(value, `\\`) &&
		(at < 2 || value[1] != ':') && (at != 1 || value[0] != '.') {
		return nil
	}
	return fmt.Errorf("%s is %q: in double quotes \\ and a letter are one character: "+
		"put a path of Windows in single quotes, or write it with /", key, value)
}

// folderSpec returns the Bot of a folder that was named relative to base.
func folderSpec(e *Entrant, base string) string {
	folder, stdio := strings.CutPrefix(e.Bot, StdioPrefix)
	if folder = join(base, strings.TrimSpace(folder)); stdio {
		return StdioPrefix + folder
	}
	return folder
}

// complete copies the other fields of a FileBot into the entrant.
func (e *Entrant) complete(t *FileBot) error {
	build, err := commands(t.Build)
	if err != nil {
		return err
	}
	if e.Kind != Program && (t.Dir != "" || len(build) > 0 || len(t.Env) > 0) {
		return fault(e.Bot, "dir, build and env are for programs, expected none")
	}
	if t.Name != "" {
		name, err := names.Parse(t.Name)
		if err != nil {
			return fmt.Errorf("%w: %w", ErrEntrant, err)
		}
		if err := e.rename(name); err != nil {
			return err
		}
	}
	if build != nil {
		e.Build = build
	}
	if t.Author != "" {
		e.Author = t.Author
	}
	env, err := environment(t.Env)
	e.Env = append(e.Env, env...)
	return err
}

// readFolderFile reads a bot.toml.
func (e *Entrant) readFolderFile(file string) error {
	var t folderFile
	if err := decode(file, &t); err != nil {
		return err
	}
	if err := e.takeFolderFile(&t); err != nil {
		return fileError{fmt.Errorf("%s: %w", file, err)}
	}
	return nil
}

func (e *Entrant) takeFolderFile(t *folderFile) (err error) {
	switch {
	case t.Protocol != "" && t.Protocol != Netorcai && t.Protocol != Rounds && t.Protocol != Stdio:
		return fmt.Errorf("protocol is %q, expected %s, %s or %s%s", t.Protocol, Netorcai, Rounds, Stdio,
			nearest.Hint(string(t.Protocol), []string{string(Netorcai), string(Rounds), string(Stdio)}))
	case t.Protocol == Rounds && t.Command != "":
		return fmt.Errorf("command is %q with protocol %s, expected none: %s says what is started",
			t.Command, Rounds, roundsFile)
	case strings.HasPrefix(t.Command, BuiltinPrefix):
		return fmt.Errorf("command is %q, expected a command line", t.Command)
	case strings.HasPrefix(t.Command, StdioPrefix):
		return fmt.Errorf("command is %q, expected a command line, and protocol = %q", t.Command, Stdio)
	}
	if err := noEscapes("command", t.Command); err != nil {
		return err
	}
	if _, err := harness.Split(t.Command); err != nil {
		return fmt.Errorf("command: %w", err)
	}
	if t.Name != "" {
		if e.Name, err = names.Parse(t.Name); err != nil {
			return err
		}
	}
	e.Command, e.Author, e.Protocol = t.Command, t.Author, t.Protocol
	if e.Build, err = commands(t.Build); err != nil {
		return err
	}
	e.Env, err = environment(t.Env)
	return err
}

// commands converts a command line or a list of them.
func commands(v any) ([]string, error) {
	var list []string
	switch v := v.(type) {
	case nil:
		return nil, nil
	case string:
		list = []string{v}
	case []any:
		for _, x := range v {
			line, ok := x.(string)
			if !ok {
				return nil, fmt.Errorf("build has %s, expected command lines only", shown(x))
			}
			list = append(list, line)
		}
	default:
		return nil, fmt.Errorf("build is %s, expected a command line or a list of them", shown(v))
	}
	for _, line := range list {
		words, err := harness.Split(line)
		if err != nil {
			return nil, fmt.Errorf("build %q: %w", line, err)
		}
		if len(words) == 0 {
			return nil, fmt.Errorf("build has %q, expected a command line", line)
		}
		if i := slices.IndexFunc(words, isOperator); i >= 0 {
			return nil, fmt.Errorf("build %q: no shell reads it, so %s means nothing: "+
				"write a list of command lines, or sh -c '…'", line, words[i])
		}
	}
	return list, nil
}

func isOperator(word string) bool {
	return slices.Contains([]string{"&&", "||", ";", "|", ">", "<"}, word)
}

// environment returns the variables as NAME=value, sorted by name.
func environment(vars map[string]string) ([]string, error) {
	var env []string
	for _, name := range slices.Sorted(maps.Keys(vars)) {
		if name == "" || strings.ContainsAny(name, "=\x00 \t\r\n") || strings.ContainsRune(vars[name], 0) {
			return nil, fmt.Errorf(
				"env has the name %q, expected one without = and blanks, and values without zero bytes", name)
		}
		env = append(env, name+"="+vars[name])
	}
	return env, nil
}

// fileError is an error that names a file. errors.Is finds ErrEntrant in it.
type fileError struct{ error }

func (e fileError) Unwrap() []error { return []error{ErrEntrant, e.error} }

// join returns the path of a file in base.
func join(base, path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(base, filepath.FromSlash(path))
}

// shown is a value that was read from TOML, as people write it.
func shown(value any) string {
	switch value.(type) {
	case map[string]any:
		return "a table"
	case []any:
		return "a list"
	}
	return fmt.Sprint(value)
}
