// Package entrant says who plays: built-in bots, programs and persons, as the command line or a bots file names them,
// and what each is called. It knows no game and starts nothing.
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
)

// ErrEntrant is in every error about a text or a file that names no entrant.
var ErrEntrant = errors.New("bad bot")

// Kind is how an entrant plays.
type Kind string

// The kinds.
const (
	Builtin Kind = "builtin" // a bot of ours, in this process
	Person  Kind = "person"  // somebody who plays by hand
	Program Kind = "program" // a program, started for a match or for each round: see Protocol
)

// Protocol is how a program plays.
type Protocol = match.Protocol

// The protocols.
const (
	Netorcai = match.Netorcai // a command line
	Rounds   = match.Rounds   // a folder with a bot.json
	Stdio    = match.Stdio    // a command line
)

// Entrant is somebody who plays. It is a plain value that can be written as JSON.
type Entrant struct {
	Name     string   `json:"name,omitempty"` // given by whoever entered it; "": see NameOf
	Bot      string   `json:"bot"`            // what was asked for, without the name: builtin:NAME, a command line, …
	Kind     Kind     `json:"kind"`
	Builtin  string   `json:"builtin,omitempty"`  // of Builtin: the name of the bot
	Protocol Protocol `json:"protocol,omitempty"` // of Program
	Command  string   `json:"command,omitempty"`  // of Netorcai and Stdio: the command line
	Dir      string   `json:"dir,omitempty"`      // of Program: its folder or working folder; "": this process's
	Folder   bool     `json:"folder,omitempty"`   // Dir is the bot's own folder
	Build    []string `json:"build,omitempty"`    // command lines that build it in Dir, one after the other
	Author   string   `json:"author,omitempty"`
	Env      []string `json:"env,omitempty"` // NAME=value, for its environment
}

// Prefixes of texts that name an entrant.
const (
	BuiltinPrefix = "builtin:"
	StdioPrefix   = "stdio:" // before a command line or a folder
	Human         = "human"  // alone, or with ":NAME"
)

// Options say what a game can use.
type Options struct {
	Dir      string   // where relative folders and command lines start; "": this process's working folder
	Protocol Protocol // how programs play that do not play over Stdio; "": either way
	Builtins []string // the names of the game's built-in bots; nil: not known
}

// Parse reads a text that names an entrant: builtin:NAME, human, human:NAME, a folder with a bot.toml or a bot.json, a
// command line, or stdio: and one of these two; each may have NAME= in front. The text before the first "=" is a name
// where it has no blank, quote, slash, backslash or colon, and does not begin with a hyphen; so a command line may have
// a "=" behind its first word. A name in quotes may have blanks.
func Parse(spec string, o Options) (Entrant, error) {
	name, bot, err := cutName(spec)
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

// IsBuiltin reports whether a text names a built-in bot, with a name in front or without.
func IsBuiltin(spec string) bool {
	_, bot, err := cutName(spec)
	return err == nil && strings.HasPrefix(bot, BuiltinPrefix)
}

// IsPerson reports whether a text names a person, with a name in front or without.
func IsPerson(spec string) bool {
	_, bot, err := cutName(spec)
	return err == nil && (bot == Human || strings.HasPrefix(bot, Human+":"))
}

// rename gives the entrant a name, where there is one.
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

// cutQuoted splits a name in quotes, which may have blanks, from what stands behind its "=".
func cutQuoted(spec string) (name, bot string, is bool) {
	if spec == "" || spec[0] != '"' && spec[0] != '\'' {
		return "", "", false
	}
	name, bot, is = strings.Cut(spec[1:], spec[:1])
	bot, named := strings.CutPrefix(bot, "=")
	return name, bot, is && named
}

// cutName splits NAME=BOT.
func cutName(spec string) (name, bot string, err error) {
	before, after, found := strings.Cut(spec, "=")
	if name, bot, quoted := cutQuoted(spec); quoted {
		before, after = name, bot
	} else if !found || strings.ContainsAny(before, " \t\r\n\"'/\\:") || strings.HasPrefix(before, "-") {
		return "", spec, nil
	}
	if err := CheckName(before); err != nil {
		return "", "", fmt.Errorf("%w %q: %w", ErrEntrant, spec, err)
	}
	if strings.TrimSpace(after) == "" {
		return "", "", fault(spec, "expected a bot behind %s=", before)
	}
	return before, after, nil
}

// parseBot reads what stands behind the name. dir is the folder that relative paths start from; "": this process's.
func parseBot(bot, dir string, o Options) (Entrant, error) {
	e := Entrant{Bot: bot}
	if name, ok := strings.CutPrefix(bot, BuiltinPrefix); ok {
		e.Kind, e.Builtin = Builtin, name
		return e, nil
	}
	if IsPerson(bot) {
		e.Kind = Person
		if _, name, named := strings.Cut(bot, ":"); named {
			if err := CheckName(name); err != nil {
				return Entrant{}, fmt.Errorf("%w %q: %w", ErrEntrant, bot, err)
			}
			e.Name = name
		}
		return e, nil
	}
	if folder, ok := ownFolder(bot, dir); ok && strings.TrimSpace(bot) != "" {
		return parseFolder(bot, folder, o)
	}
	if line, ok := strings.CutPrefix(bot, StdioPrefix); ok {
		return parseStdio(bot, line, dir)
	}
	words, err := harness.Split(bot)
	if err != nil {
		return Entrant{}, fmt.Errorf("%w %q: %w", ErrEntrant, bot, err)
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

// parseStdio reads a bot that plays over its standard input and output: line is a command line, or a folder that says
// one.
func parseStdio(bot, line, dir string) (Entrant, error) {
	line = strings.TrimSpace(line)
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

// notAFolder is the error about something else where a folder was expected.
func notAFolder(bot string, o Options) error {
	if slices.Contains(o.Builtins, bot) {
		return fault(bot, "no such folder; did you mean %s%s?", BuiltinPrefix, bot)
	}
	return fault(bot, "is not a folder, expected the folder of a bot, with a %s", roundsFile)
}

// Spec is the text that Parse reads back, where the entrant came from one.
func (e *Entrant) Spec() string {
	switch {
	case e.Name == "" || e.Kind == Person && e.Bot != Human:
		return e.Bot
	case strings.Contains(e.Name, " "):
		return `"` + e.Name + `"=` + e.Bot
	}
	return e.Name + "=" + e.Bot
}

// Process is how harness starts a program of Netorcai or Stdio; name is what messages call it.
func (e *Entrant) Process(name string) harness.Command {
	return harness.Command{Line: e.Command, Name: name, Dir: e.Dir, Env: slices.Clone(e.Env)}
}

// Hash is the SHA-256, in hexadecimal, of the files that the entrant is known to be made of; empty where there are
// none.
func (e *Entrant) Hash() string {
	switch {
	case e.Kind != Program:
		return ""
	case e.Folder:
		return botsum.Of([]string{e.Dir})
	}
	words, err := harness.Split(e.Command)
	if err != nil {
		return ""
	}
	return botsum.Of(inDir(words, e.Dir))
}

// fault is an error about a text.
func fault(text, format string, args ...any) error {
	return fmt.Errorf("%w %q: "+format, append([]any{ErrEntrant, text}, args...)...)
}
