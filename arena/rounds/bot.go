// Package rounds runs the bots of 2016-Bomberman. A bot is a folder with a bot.json. In each round it is a new process
// that reads its copy of the state from a folder and writes its command to move.txt there. Runner runs the processes
// of a round, Folders manages the folders of a match.
package rounds

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"blastyard/arena/harness"
	"blastyard/internal/anypath"
	"blastyard/internal/regular"
	"blastyard/rules/bomberman/wire"
)

// BotFile is the name of the file that describes a bot.
const BotFile = "bot.json"

// ErrBot is wrapped by every error about a bot's folder or its bot.json, ErrBuild by the error of a tool that builds a
// bot.
var (
	ErrBot   = errors.New("bad bot")
	ErrBuild = errors.New("build failed")
)

// Bot is the content of a bot.json. Its paths are separated by slashes, even if those in the file are not.
type Bot struct {
	Dir             string // its folder, absolute and without links
	Author          string
	Email           string
	NickName        string
	Type            Language
	ProjectLocation string   // relative to Dir
	RunFile         string   // relative to Dir or ProjectLocation
	RunArgs         []string // after the key and the folder of the round
	Env             []string // NAME=value, for its environment; not from bot.json
}

// Info returns the entry of the bot with a key for roundInfo.json.
func (b *Bot) Info(key byte) wire.PlayerInfo {
	return wire.PlayerInfo{
		Author: b.Author, NickName: b.NickName, Email: b.Email, PlayerKey: string(key), BotType: b.Type.String(),
	}
}

// ReadBot reads the bot.json of a folder. The error names the file, the field, its value and what was expected.
func ReadBot(dir string) (*Bot, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrBot, err)
	}
	if target, err := filepath.EvalSymlinks(abs); err == nil {
		abs = target
	}
	name, _ := anypath.Find(abs, BotFile)
	file := filepath.Join(abs, name)
	text, err := readBotFile(file)
	if err != nil {
		if st, statErr := os.Stat(abs); statErr != nil || !st.IsDir() {
			return nil, fmt.Errorf("%w: %s is not a folder, expected the folder of a bot", ErrBot, dir)
		}
		if errors.Is(err, os.ErrNotExist) {
			return nil, fmt.Errorf("%w: %s has no %s: write one with NickName, BotType and RunFile",
				ErrBot, dir, BotFile)
		}
		return nil, fmt.Errorf("%w: %w", ErrBot, err)
	}
	b := &Bot{Dir: abs}
	if err := b.decode(text); err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrBot, file, err)
	}
	if b.NickName == "" {
		b.NickName = filepath.Base(abs)
	}
	return b, nil
}

// Copy copies the bot's folder to one that does not exist and returns the bot there. Links are copied as links.
func (b *Bot) Copy(dir string) (*Bot, error) {
	if err := os.CopyFS(dir, os.DirFS(b.Dir)); err != nil {
		return nil, fmt.Errorf("copying bot %q: %w", b.NickName, err)
	}
	dir, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return nil, fmt.Errorf("copying bot %q: %w", b.NickName, err)
	}
	c := *b
	c.Dir = dir
	return &c, nil
}

// maxBotFile limits the size of a bot.json, in bytes.
const maxBotFile = 1 << 20

func readBotFile(file string) ([]byte, error) {
	text, err := regular.ReadText(file, maxBotFile)
	if errors.Is(err, regular.ErrIrregular) || errors.Is(err, regular.ErrTooBig) {
		return nil, fmt.Errorf("%s is no regular file of at most %d bytes", file, maxBotFile)
	}
	return text, err
}

// field is a field of bot.json.
type field struct {
	name     string
	required bool
	expected string
	set      func(value) error
}

func (b *Bot) fields() []field {
	return []field{
		{"NickName", false, "a string, the name to show", text(&b.NickName)},
		{"BotType", false, "one of " + strings.Join(languageNames[:], ", ") + ", or its number from 0 to 6", b.setType},
		{"RunFile", true, "a string, the file to run, relative to the bot's folder", path(&b.RunFile)},
		{"Author", false, "a string", text(&b.Author)},
		{"Email", false, "a string", text(&b.Email)},
		{"ProjectLocation", false, "a string, the folder to build, relative to the bot's folder",
			path(&b.ProjectLocation)},
		{"RunArgs", false, "a string, or a list of strings", b.setArgs},
	}
}

// decode reads the text of a bot.json: JSON that may have comments, trailing commas, single quotes and unquoted keys.
// The default type is C#. The default name is the author, or the author's address.
func (b *Bot) decode(file []byte) error {
	values, err := readLenient(file)
	if err != nil {
		return err
	}
	for _, f := range b.fields() {
		v, there := values[strings.ToLower(f.name)]
		there = there && v.raw != "null"
		if f.required && (!there || v.isString && v.text == "") {
			return fmt.Errorf("%s is missing, expected %s", f.name, f.expected)
		}
		if there && f.set(v) != nil {
			return fmt.Errorf("%s is %s, expected %s", f.name, short(v), f.expected)
		}
	}
	b.NickName = cmp.Or(b.NickName, b.Author, b.Email)
	return nil
}

func short(v value) string {
	if len(v.raw) > 60 {
		return v.raw[:60] + "…"
	}
	return v.raw
}

var errField = errors.New("bad field")

func text(to *string) func(value) error {
	return func(v value) error {
		if !v.isString {
			return errField
		}
		*to = strings.Map(func(r rune) rune {
			if r < ' ' || r >= 0x7f && r < 0xa0 {
				return ' ' // names are written to files of lines
			}
			return r
		}, v.text)
		return nil
	}
}

// path accepts Windows paths, too. A path that begins with a slash is relative nevertheless.
func path(to *string) func(value) error {
	return func(v value) error {
		if !v.isString || strings.ContainsRune(v.text, 0) {
			return errField
		}
		*to = strings.ReplaceAll(strings.TrimSpace(v.text), `\`, "/")
		return nil
	}
}

func (b *Bot) setType(v value) error {
	name := v.raw
	if v.isString {
		name = v.text
	}
	if n, err := strconv.Atoi(name); err == nil {
		if n < 0 || n >= numLanguages {
			return errField
		}
		b.Type = Language(n)
		return nil
	}
	for l, known := range languageNames {
		if v.isString && strings.EqualFold(name, known) {
			b.Type = Language(l)
			return nil
		}
	}
	return errField
}

func (b *Bot) setArgs(v value) (err error) {
	if v.isString {
		b.RunArgs, err = harness.Split(v.text)
		return err
	}
	for _, item := range v.list {
		if !item.isString && item.raw != "null" {
			return errField
		}
		b.RunArgs = append(b.RunArgs, item.text)
	}
	if !v.isList {
		return errField
	}
	return nil
}
