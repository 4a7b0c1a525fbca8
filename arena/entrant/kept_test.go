package entrant

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestKept: a kept version is a bot wherever a bot is named, also in a bots file; a version that is not kept is told.
func TestKept(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for _, version := range []string{"10", "2", "fast"} {
		if err := os.MkdirAll("mybot.versions/"+version, 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile("mybot.versions/"+version+"/bot.toml", []byte("command = \"./v"+version+"\"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, folder := range []string{"mybot", "odd#1", "mybot.versions/.saving-1"} {
		if err := os.MkdirAll(folder, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile("odd#1/bot.toml", []byte("command = \"./odd\"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if list := KeptVersions("mybot"); !slices.Equal(list, []string{"2", "10", "fast"}) {
		t.Errorf("kept: %q", list)
	}
	for spec, want := range map[string][2]string{
		"mybot#2": {"mybot#2", "./v2"}, "./mybot#10": {"mybot#10", "./v10"}, "mybot/#fast": {"mybot#fast", "./vfast"},
		"ann=mybot#2": {"ann", "./v2"}, filepath.Join(dir, "mybot#2"): {"mybot#2", "./v2"}, "stdio:mybot#2": {"mybot#2", "./v2"},
		"odd#1": {"odd#1", "./odd"}, // a folder
	} {
		e, err := Parse(spec, Options{})
		if err != nil || e.Command != want[1] || Names([]Entrant{e}, nil)[0] != want[0] || !e.Folder {
			t.Errorf("%s: %+v, %v, want %q", spec, e, err, want)
		}
	}
	if err := os.WriteFile("bots.toml", []byte("[[bot]]\nfolder = \"mybot#2\"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	list, err := ReadFile(filepath.Join(dir, "bots.toml"), Options{})
	if err != nil || len(list) != 1 || list[0].Command != "./v2" || list[0].Name != "mybot#2" {
		t.Errorf("of a bots file: %+v, %v", list, err)
	}
	t.Chdir(dir)
	for spec, want := range map[string]string{
		"mybot#3":       "there is no version 3, expected one of 2, 10, fast",
		"stdio:mybot#3": "there is no version 3, expected one of 2, 10, fast",
		"odd#1#7":       "no version of this bot is kept; bot save keeps one",
	} {
		if e, err := Parse(spec, Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %+v, %v, want %q", spec, e, err, want)
		}
	}
	if e, err := Parse("python3 bot.py #3", Options{}); err != nil || e.Command != "python3 bot.py #3" {
		t.Errorf("a command line with a #: %+v, %v", e, err)
	}
}
