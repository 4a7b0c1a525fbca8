package house

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"blastyard/arena/entrant"
	"blastyard/arena/resultfile"
	"blastyard/arena/rounds"
	"blastyard/game/simulate"
	"blastyard/internal/text/texttest"
	"blastyard/protocol/stdio"
	"blastyard/rules/bomberman/wire"
	"blastyard/rules/maps"
	"blastyard/tournament/event"
	"blastyard/tournament/report"
)

const (
	mapText   = "a0  .\n  .   b0\n"
	mapFile   = "{\"cells\":[{\"q\":0,\"r\":0},{\"q\":1,\"r\":0}],\n\"initial_positions\":{\"0\":[{\"q\":0,\"r\":0}]}}\n"
	botToml   = "name = \"José\"\ncommand = \"python3 bot.py\"\n"
	botsFile  = "[[bot]]\ncommand = \"builtin:random\"\n[[bot]]\nname = \"Zoë\"\ncommand = \"builtin:greedy\"\n"
	eventFile = "# José\nname = \"École\"\nformat = \"round-robin\"\n" + botsFile
	rated     = "{\"players\":[\"José\",\"b\"],\"ranks\":[1,2]}\n{\"players\":[\"José\",\"b\"],\"ranks\":[1,1]}\n"
	botJSON   = "{\"NickName\":\"José\", // me\n\"BotType\":\"Python3\",\n\"RunFile\":\"bot.py\"}\n"
	results   = `{"blastyard_results":1,"software":"x","started":"2026-01-01T00:00:00Z","game":"hexabomb","rules":3,` +
		`"seed":1,"order":"seeded","games":3,"bots":[{"bot":"builtin:random","name":"José"}],"repeat":""}` + "\n"
)

// textFiles are the kinds of text that people give to this program. read returns what was understood.
var textFiles = []struct {
	name, content string
	read          func(ctx context.Context, file string) (string, error)
}{
	{"bot.toml", botToml, func(_ context.Context, file string) (string, error) {
		e, err := entrant.Parse(filepath.Dir(file), entrant.Options{})
		return e.Name + e.Command, err
	}},
	{"bots.toml", botsFile, func(_ context.Context, file string) (string, error) {
		list, err := entrant.ReadFile(file, entrant.Options{})
		return fmt.Sprintf("%+v", list), err
	}},
	{event.FileName, eventFile, func(_ context.Context, file string) (string, error) {
		e, err := event.ReadFile(file)
		if err != nil {
			return "", err
		}
		return fmt.Sprint(e.Name, len(e.Bots), e.Bots[1].Name), nil
	}},
	{"rated.jsonl", rated, func(_ context.Context, file string) (string, error) {
		in, err := os.Open(file)
		if err != nil {
			return "", err
		}
		defer in.Close()
		s, err := report.Rate(in)
		if err != nil {
			return "", err
		}
		var out bytes.Buffer
		report.WriteRated(&out, s)
		return out.String(), nil
	}},
	{"requests.jsonl", "{\"players\":2,\"seed\":1}\n{\"commands\":[1,2]}\n\n{\"players\":3,\"seed\":1}\n",
		func(_ context.Context, file string) (string, error) { return filtered(file, simulate.Bomberman()) }},
	{"hexabomb.jsonl", "{\"map\":\"tiny\",\"nb_players\":2,\"nb_special_players\":0}\n{\"player_actions\":[]}\n",
		func(_ context.Context, file string) (string, error) {
			g, err := simulate.Hexabomb("1.1")
			if err != nil {
				return "", err
			}
			return filtered(file, g)
		}},
	{"map.json", mapFile, readMap}, {"map.txt", mapText, readMap}, {"noending", mapFile, readMap},
	{rounds.BotFile, botJSON, func(_ context.Context, file string) (string, error) {
		b, err := rounds.ReadBot(filepath.Dir(file))
		if err != nil {
			return "", err
		}
		return fmt.Sprint(b.NickName, b.Type, b.RunFile), nil
	}},
	{"move.txt", "5\n", func(_ context.Context, file string) (string, error) {
		data, err := os.ReadFile(file)
		if err != nil {
			return "", err
		}
		c, err := wire.ParseMove(data[:min(len(data), wire.MoveFileSize)])
		return fmt.Sprint(c), err
	}},
	{"answers.jsonl", "[{\"id\":1}]\n[]\n", func(ctx context.Context, file string) (string, error) {
		out, err := os.ReadFile(file)
		if err != nil {
			return "", err
		}
		b, _, err := stdio.Start(func(read func(io.Reader)) (program, error) {
			asked := make(chan struct{}) // it answers when it is asked
			go func() {
				<-asked
				read(bytes.NewReader(out))
			}()
			return program{&firstWrite{done: asked}}, nil
		})
		if err != nil {
			return "", err
		}
		defer b.Close()
		first, err := b.Ask(ctx, []byte("{}"))
		if err != nil {
			return "", err
		}
		return strings.TrimSpace(string(first.Text)), nil
	}},
}

// program is a program that reads all it is told.
type program struct{ input *firstWrite }

func (p program) Input() io.WriteCloser { return p.input }
func (program) Done() <-chan struct{}   { return nil }

// firstWrite closes done at the first write.
type firstWrite struct {
	once sync.Once
	done chan struct{}
}

func (w *firstWrite) Write(b []byte) (int, error) {
	w.once.Do(func() { close(w.done) })
	return len(b), nil
}

func (w *firstWrite) Close() error { return nil }

func readMap(_ context.Context, file string) (string, error) {
	m, err := maps.ReadFile(file)
	if err != nil {
		return "", err
	}
	in, err := os.Open(file)
	if err != nil {
		return "", err
	}
	defer in.Close()
	again, err := maps.Read(in, "standard input", "")
	if err != nil {
		return "", err
	}
	return m.String() + again.String(), nil
}

func filtered(file string, g simulate.Game) (string, error) {
	in, err := os.Open(file)
	if err != nil {
		return "", err
	}
	defer in.Close()
	var out bytes.Buffer
	err = simulate.Run(in, &out, g)
	if strings.Contains(out.String(), `"error"`) {
		err = fmt.Errorf("%.500s", &out)
	}
	return out.String(), err
}

// TestTextFromOutside: each text that people give to the program is read as it is saved on other systems.
func TestTextFromOutside(t *testing.T) {
	for _, k := range textFiles {
		read := func(content []byte) (string, error) {
			dir := filepath.Join(t.TempDir(), "mybot")
			if err := os.Mkdir(dir, 0o777); err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(dir, k.name)
			if err := os.WriteFile(file, content, 0o666); err != nil {
				t.Fatal(err)
			}
			got, err := k.read(t.Context(), file)
			return strings.ReplaceAll(got, dir, "DIR"), err
		}
		want, err := read([]byte(k.content))
		if err != nil || want == "" {
			t.Errorf("%s: %q, %v", k.name, want, err)
			continue
		}
		for how, content := range texttest.OnWindows(k.content) {
			if k.name == "move.txt" && strings.Contains(how, "no mark") {
				continue // as the original
			}
			if got, err := read(content); err != nil || got != want {
				t.Errorf("%s, %s: %q, %v, want %q", k.name, how, got, err, want)
			}
		}
	}
}

// TestResultsToGoOn: a file of results that an editor saved is added to where it is, in UTF-8.
func TestResultsToGoOn(t *testing.T) {
	for how, content := range texttest.OnWindows(results) {
		file := filepath.Join(t.TempDir(), "x"+resultfile.Ending)
		if err := os.WriteFile(file, content, 0o666); err != nil {
			t.Fatal(err)
		}
		f, matches, err := resultfile.Open(file)
		if strings.HasPrefix(how, "UTF-") {
			if want := file + ": the file is " + how[:6] + ": save it as UTF-8"; err == nil || !strings.HasPrefix(err.Error(), want) {
				t.Errorf("%s: %v, want %s", how, err, want)
			}
			continue
		}
		if err != nil || len(matches) != 0 || f.Header.Bots[0].Name != "José" {
			t.Errorf("%s: %v, %v", how, matches, err)
			continue
		}
		if err := f.Close(); err != nil {
			t.Error(err)
		}
		now, err := os.ReadFile(file)
		if content = bytes.TrimRight(content, "\x00"); err != nil || !bytes.Equal(now, content) {
			t.Errorf("%s: the file is now %q, %v", how, now, err)
		}
	}
}

// readsBytes are the product files that read whole files or streams without looking for the encoding of a text, and why.
var readsBytes = map[string]string{
	"show/export/export.go":               "a replay, which is packed",
	"tournament/submission/inbox.go":      "a file of the server's own",
	"tournament/submission/team.go":       "a file of the server's own",
	"tournament/engine/requests.go":       "a file of the program's own",
	"tournament/internal/desk/keys.go":    "a file of the server's own",
	"tournament/internal/similar/read.go": "the sources of bots, which may be anything; what is text is decoded",
	"tournament/submission/client.go":     "the answer of the server",
}

// TestTextIsReadByOneReader: what comes from outside goes through internal/text.
func TestTextIsReadByOneReader(t *testing.T) {
	found := map[string]bool{}
	err := filepath.WalkDir(".", func(file string, e fs.DirEntry, err error) error {
		file = filepath.ToSlash(file)
		switch {
		case err != nil:
			return err
		case e.IsDir() && (file == "internal" || strings.HasPrefix(e.Name(), ".") && file != "."):
			return filepath.SkipDir
		case e.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go"):
			return nil
		}
		content, err := os.ReadFile(filepath.FromSlash(file))
		for _, call := range []string{"regular.ReadFile(", "regular.ReadAll("} {
			if !bytes.Contains(content, []byte(call)) {
				continue
			}
			if found[file] = true; readsBytes[file] == "" {
				t.Errorf("%s has %s…): a text from outside is read with regular.ReadText or text.NewReader", file, call)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for file := range readsBytes {
		if !found[file] {
			t.Errorf("%s reads no bytes any more", file)
		}
	}
}
