package event

import (
	"cmp"
	_ "embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"blastyard/arena"
	"blastyard/arena/entrant"
	"blastyard/game"
	"blastyard/game/games"
	"blastyard/game/starters"
	"blastyard/internal/names"
	"blastyard/internal/newfile"
)

// FileName is the usual name of an event file.
const FileName = "event.toml"

//go:embed example.toml
var example string

// exampleBot is the name of the program among the example's bots.
const exampleBot = "mybot"

// Made says what Init has written.
type Made struct {
	Bots   []string // the folders of bots that take part; nil: the example was written
	Others []string // folders that are no bots, because they have no bot.toml or bot.json that can be read
}

// Init writes an event file of a game into a folder. If the folder has bots, these take part. Otherwise it writes an
// example, with a bot; it creates the folder if needed. It overwrites nothing. Without Python it writes the bot, but
// the bot does not take part. Without a name the game is that of the bots, as far as their folders tell it.
func Init(dir, gameName string) (*Made, error) {
	k, err := game.Find(games.All(), cmp.Or(gameName, games.All()[0].Name))
	if err != nil {
		return nil, fmt.Errorf("event: %w", err)
	}
	if err := newfile.Check(filepath.Join(dir, FileName), false); err != nil {
		return nil, fmt.Errorf("event: %w; choose another folder or remove it", err)
	}
	found, others, err := botsIn(dir)
	if err != nil {
		return nil, fmt.Errorf("event: %w", err)
	}
	if len(found) > 0 {
		if gameName == "" {
			k = gameOf(filepath.Join(dir, filepath.FromSlash(found[0])))
		}
		return &Made{found, others}, writeNew(dir, eventOf(dir, k, found))
	}
	text := exampleOf(k)
	if _, err := exec.LookPath("python3"); err != nil {
		text = withoutBot(text)
	}
	starter, err := starters.Find(k.Name, "python", "")
	if err != nil {
		return nil, err
	}
	folder := filepath.Join(dir, "bots")
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return nil, fmt.Errorf("event: %w", err)
	}
	if _, err := starter.Create(filepath.Join(folder, exampleBot), exampleBot); err != nil {
		return nil, err
	}
	return &Made{Others: others}, writeNew(dir, text)
}

func writeNew(dir, text string) error {
	if err := os.WriteFile(filepath.Join(dir, FileName), []byte(text), 0o666); err != nil {
		return fmt.Errorf("event: %w", err)
	}
	return nil
}

// gameOf is the game of a bot's folder: the first one that has bots of its protocol.
func gameOf(folder string) *game.Kind {
	all := games.All()
	if e, err := entrant.Parse(folder, entrant.Options{}); err == nil && e.Protocol == entrant.Rounds {
		if i := slices.IndexFunc(all, func(k *game.Kind) bool { return k.Protocol == game.Rounds }); i >= 0 {
			return all[i]
		}
	}
	return all[0]
}

// exampleOf is the example for a game: it is made for the first one.
func exampleOf(k *game.Kind) string {
	all := games.All()
	if k.Name == all[0].Name {
		return example
	}
	text := regexp.MustCompile(`(?m)^game = .*$`).ReplaceAllString(example, "game = "+strconv.Quote(k.Name))
	text = regexp.MustCompile(`(?m)^(maps|turns) = .*\n`).ReplaceAllString(text, "")
	before, rest, _ := strings.Cut(text, firstBot)
	_, after, _ := strings.Cut(rest, afterBuiltin)
	var rivals strings.Builder
	for _, name := range k.Usual[:min(3, len(k.Usual))] {
		fmt.Fprintf(&rivals, firstBot+"command = %q\n\n", arena.BuiltinPrefix+name)
	}
	return before + rivals.String() + afterBuiltin + after
}

// The built-in bots of the example stand between these.
const (
	firstBot     = "[[bot]]\n"
	afterBuiltin = "# A folder with a bot.toml"
)

// eventOf is the text of an event of the bots in these folders: the example with other bots.
func eventOf(dir string, k *game.Kind, found []string) string {
	text, _, _ := strings.Cut(exampleOf(k), "# Who plays:")
	if name := names.FitTitle(filepath.Base(absolute(dir))); name != "" {
		text = strings.Replace(text, `name = "Example"`, "name = "+strconv.Quote(name), 1)
	}
	var b strings.Builder
	b.WriteString(text +
		"# Who plays. folder = \"*\" would stand for all folders beside this file, also for later ones.\n")
	for _, folder := range found {
		fmt.Fprintf(&b, "\n[[bot]]\nfolder = %s\n", strconv.Quote(folder))
	}
	return b.String()
}

func absolute(dir string) string {
	if abs, err := filepath.Abs(dir); err == nil {
		return abs
	}
	return dir
}

// withoutBot comments out the lines that let the bot take part.
func withoutBot(text string) string {
	i := strings.LastIndex(text, "[[bot]]")
	lines := strings.Split(strings.TrimSuffix(text[i:], "\n"), "\n")
	return text[:i] + "# (There is no python3 here, which it needs.)\n# " + strings.Join(lines, "\n# ") + "\n"
}
