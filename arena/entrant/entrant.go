// Package entrant describes players: built-in bots, programs and persons, as the command line or a bots file names
// them, and their names. It knows no game and starts nothing.
package entrant

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"blastyard/arena/harness"
	"blastyard/game/match"
	"blastyard/internal/botsum"
	"blastyard/internal/names"
)

// ErrEntrant is wrapped by every error about a text or a file that does not name an entrant.
var ErrEntrant = errors.New("bad bot")

// Kind is how an entrant plays.
type Kind string

// The values of Kind.
const (
	Builtin Kind = "builtin" // a built-in bot, in this process
	Person  Kind = "person"  // a person
	Program Kind = "program" // a program, started for a match or for each round: see Protocol
)

// Protocol is how a program communicates.
type Protocol = match.Protocol

// Values that callers compare with.
const (
	Netorcai = match.Netorcai // the program is a command line
	Rounds   = match.Rounds   // the program is a folder with a bot.json
	Stdio    = match.Stdio    // the program is a command line
)

// Entrant is a player. It can be written as JSON.
type Entrant struct {
	Name     string   `json:"name,omitempty"` // given by the user; "": see NameOf
	Bot      string   `json:"bot"`            // the text without the name: builtin:NAME, a command line, …
	Kind     Kind     `json:"kind"`
	Builtin  string   `json:"builtin,omitempty"`  // name of the built-in bot, for Builtin
	Protocol Protocol `json:"protocol,omitempty"` // for Program
	Command  string   `json:"command,omitempty"`  // the command line, for Netorcai and Stdio
	Dir      string   `json:"dir,omitempty"`      // for Program: its folder or working folder; "": that of this process
	Folder   bool     `json:"folder,omitempty"`   // Dir is the bot's own folder
	Build    []string `json:"build,omitempty"`    // command lines that build the bot in Dir, in order
	Author   string   `json:"author,omitempty"`
	Env      []string `json:"env,omitempty"` // NAME=value, for its environment
}

// Prefixes of texts that name an entrant.
const (
	BuiltinPrefix = "builtin:"
	StdioPrefix   = "stdio:" // before a command line or a folder
	Human         = "human"  // alone, or with ":NAME"
)

// Options describe what the game supports.
type Options struct {
	Dir      string   // base of relative folders and of command lines; "": this process's working folder
	Protocol Protocol // for programs that do not use Stdio; "": any
	Builtins []string // the names of the game's built-in bots; nil: unknown
}

// Parse reads a text that names an entrant: builtin:NAME, human, human:NAME, a folder with a bot.toml or a bot.json, a
// command line, or stdio: and one of these two; each may have NAME= in front. The text before the first "=" is a name
// where it has no blank, quote, slash, backslash or colon, and does not begin with a hyphen; so a command line may have
// a "=" behind its first word. A name in quotes may have all of them: see names.Quote.
func Parse(spec string, o Options) (Entrant, error) {
	name, bot, err := CutName(spec)
	if err != nil {
		return Entrant{}, err
	}
	dir := o.Dir
	if dir != "" {
		if dir, err = filepath.Abs(dir); err != nil {
			return Entrant{}, fmt.Errorf("%w %q: %w", ErrEntrant, spec, err)
		}
	}
	e, err := parseBot(bot, dir, o)
	if err != nil {
		return Entrant{}, err
	}
	if err := e.rename(name); err != nil {
		return Entrant{}, err
	}
	return e, nil
}

// IsBuiltin reports whether a text names a built-in bot, with or without NAME= in front.
func IsBuiltin(spec string) bool {
	_, bot, err := CutName(spec)
	return err == nil && strings.HasPrefix(bot, BuiltinPrefix)
}

// IsPerson reports whether a text names a person, with or without NAME= in front.
func IsPerson(spec string) bool {
	_, bot, err := CutName(spec)
	return err == nil && (bot == Human || strings.HasPrefix(bot, Human+":"))
}

// rename sets the name of the entrant, unless name is empty.
func (e *Entrant) rename(name string) error {
	if name == "" || name == e.Name {
		return nil
	}
	if e.Kind == Person && e.Name != "" {
		return fault(e.Bot, "two names, %q and %q, expected one", name, e.Name)
	}
	e.Name = name
	return nil
}

// CutName splits NAME=BOT; name is "" where the text names none. The error wraps ErrEntrant.
func CutName(spec string) (name, bot string, err error) {
	before, after, is := names.CutQuoted(spec)
	if !is {
		before, after, is = names.CutUnquoted(spec)
	}
	if !is {
		return "", spec, nil
	}
	if name, err = names.Parse(before); err != nil {
		return "", "", fmt.Errorf("%w %q: %w", ErrEntrant, spec, err)
	}
	if strings.TrimSpace(after) == "" {
		return "", "", fault(spec, "expected a bot behind %s=", names.Quote(name))
	}
	return name, after, nil
}

// parseBot reads the text after the name. dir is the base of relative paths; "" means this process's working folder.
func parseBot(bot, dir string, o Options) (Entrant, error) {
	e := Entrant{Bot: bot}
	if name, ok := strings.CutPrefix(bot, BuiltinPrefix); ok {
		e.Kind, e.Builtin = Builtin, name
		return e, nil
	}
	if IsPerson(bot) {
		e.Kind = Person
		if _, name, named := strings.Cut(bot, ":"); named {
			var err error
			if e.Name, err = names.Parse(name); err != nil {
				return Entrant{}, fmt.Errorf("%w %q: %w", ErrEntrant, bot, err)
			}
		}
		return e, nil
	}
	if folder, ok := ownFolder(bot, dir); ok && strings.TrimSpace(bot) != "" {
		return parseFolder(bot, folder, o)
	}
	if line, ok := strings.CutPrefix(bot, StdioPrefix); ok {
		return parseStdio(bot, line, dir)
	}
	if err := noKept(bot, dir); err != nil {
		return Entrant{}, err
	}
	words, err := harness.Split(bot)
	if err != nil {
		return Entrant{}, fmt.Errorf("%w %q: %w%s", ErrEntrant, bot, err, quoteHint(bot))
	}
	if len(words) == 0 {
		return Entrant{}, fault(bot, "expected builtin:NAME, a command line or the folder of a bot")
	}
	if folder, ok := ownFolder(words[0], dir); ok && len(words) == 1 {
		return parseFolder(bot, folder, o)
	}
	if o.Protocol == Rounds {
		return Entrant{}, notAFolder(bot, o)
	}
	e.Kind, e.Protocol, e.Command, e.Dir = Program, Netorcai, bot, dir
	return e, nil
}

// parseStdio reads a bot that plays over its standard input and output. line is a command line or a folder that
// contains one.
func parseStdio(bot, line, dir string) (Entrant, error) {
	line = strings.TrimSpace(line)
	if err := noKept(line, dir); err != nil {
		return Entrant{}, err
	}
	words, err := harness.Split(line)
	if err != nil {
		return Entrant{}, fmt.Errorf("%w %q: %w", ErrEntrant, bot, err)
	}
	if len(words) == 0 {
		return Entrant{}, fault(bot, "expected a command line or the folder of a bot behind %s", StdioPrefix)
	}
	if folder, ok := ownFolder(line, dir); ok {
		return parseFolder(bot, folder, Options{Protocol: Stdio})
	}
	if folder, ok := ownFolder(words[0], dir); ok && len(words) == 1 {
		return parseFolder(bot, folder, Options{Protocol: Stdio})
	}
	return Entrant{Bot: bot, Kind: Program, Protocol: Stdio, Command: line, Dir: dir}, nil
}

// notAFolder returns the error for anything else where a folder was expected.
func notAFolder(bot string, o Options) error {
	if hint := DidYouMean(bot, o.Builtins); hint != "" {
		return fault(bot, "no such folder%s", hint)
	}
	return fault(bot, "is not a folder, expected the folder of a bot, with a %s", roundsFile)
}

// Spec returns a text from which Parse returns the same entrant, if the entrant came from a text.
func (e *Entrant) Spec() string {
	if e.Name == "" || e.Kind == Person && e.Bot != Human || e.namedByVersion() {
		return e.Bot
	}
	return names.Quote(e.Name) + "=" + e.Bot
}

// Process returns the command that starts a program of Netorcai or Stdio. name is its name in messages.
func (e *Entrant) Process(name string) harness.Command {
	return harness.Command{Line: e.Command, Name: name, Dir: e.Dir, Env: slices.Clone(e.Env)}
}

// Hash returns the SHA-256, in hexadecimal, of the files that are known to belong to the entrant, or "" if there are
// none.
func (e *Entrant) Hash() string {
	switch {
	case e.Kind != Program:
		return ""
	case e.Folder:
		return botsum.Of([]string{e.Dir})
	}
	words, err := harness.SplitIn(e.Command, e.Dir)
	if err != nil {
		return ""
	}
	return botsum.Of(inDir(words, e.Dir))
}

// fault returns an error about a text.
func fault(text, format string, args ...any) error {
	return fmt.Errorf("%w %q: "+format, append([]any{ErrEntrant, text}, args...)...)
}
