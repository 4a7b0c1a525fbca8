//go:build !js

package lab_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"blastyard/internal/errortext"
	"blastyard/internal/stage"
	"blastyard/show/lab"
	"blastyard/show/lab/module/moduletest"
)

// question is an input of testdata/ask.mjs for the module, and answer its output.
type question struct {
	// Each of these is a file.
	Verify  string `json:"verify,omitempty"`
	Film    string `json:"film,omitempty"`
	Lessons string `json:"lessons,omitempty"`
	Offer   string `json:"offer,omitempty"`

	Kinds   bool     `json:"kinds,omitempty"`
	Starter []string `json:"starter,omitempty"`

	Match  string            `json:"match,omitempty"`
	Bots   map[string]string `json:"bots,omitempty"`   // by seat: a program of testdata/programs.mjs
	Replay string            `json:"replay,omitempty"` // the file of a replay
	To     string            `json:"to,omitempty"`     // the file for the replay
	Listen bool              `json:"listen,omitempty"`
	Stop   *int              `json:"stop,omitempty"` // the turn in which the match is stopped
	Person *until            `json:"person,omitempty"`
	Times  int               `json:"times,omitempty"` // how often the match is played
}

// until is the turn in which an idle person gives up.
type until struct {
	Until int `json:"until"`
}

type answer struct {
	JSON   string   `json:"json"`
	Error  string   `json:"error"`
	MS     float64  `json:"ms"`
	Said   []string `json:"said"`
	Kept   bool     `json:"kept"`
	Memory int      `json:"memory"` // bytes of the module
}

// ask asks the module in node.
func ask(t *testing.T, questions []question) []answer {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed")
	}
	asked, err := json.Marshal(questions)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(node, filepath.Join("testdata", "ask.mjs"), moduletest.Folder(t))
	cmd.Stdin, cmd.Stderr = bytes.NewReader(asked), os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("node: %v: %s", err, out)
	}
	var answers []answer
	if err := json.Unmarshal(out, &answers); err != nil || len(answers) != len(questions) {
		t.Fatalf("%v: %s", err, out)
	}
	return answers
}

// TestModule: the built module gives the same verdicts about replays as this program, and plays the same matches.
func TestModule(t *testing.T) {
	folder := t.TempDir()
	configs := []string{
		`{"map":"tiny","players":6,"seed":11,"turns":100,"seats":[{"bot":"builtin:random"}]}`,
		`{"seed":18446744073709551615}`,
		`{"rules":"2018","seed":5,"turns":60}`,
		`{"map":"duel","seed":7,"turns":60,"seats":[{"bot":"builtin:ghost","special":true},{"bot":"builtin:hunter"},{"bot":"builtin:greedy"}]}`,
		`{"game":"bomberman","seed":2,"seats":[{"bot":"builtin:reference"},{"bot":"builtin:hunter"}]}`,
		`{"map":"duel","seed":7,"secret":"8f3a61c2d94e07b5a1f06d2c9be37418","turns":60}`,
		`{"game":"bomberman","seed":2,"secret":"8f3a61c2d94e07b5a1f06d2c9be37418","seats":[{"bot":"builtin:reference"},{"bot":"builtin:hunter"}]}`,
		`{"map":"nowhere"}`,
	}
	var questions []question
	changed := read(t, recorded(t, "hexabomb-classical"))
	changed.Turns[36].Hash.Parts[0]++
	changed.Turns[36].Hash.Whole++
	var files []string
	for name, content := range map[string][]byte{
		"none": []byte("no replay"), "cut": recorded(t, "bomberman")[:5000], "changed": written(t, changed),
	} {
		file := filepath.Join(folder, name+".blast")
		if err := os.WriteFile(file, content, 0o666); err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	for name := range golden {
		files = append(files, filepath.Join("..", "..", "replay", "testdata", "golden", name+".blast"))
	}
	for _, file := range files {
		questions = append(questions, question{Verify: file})
	}
	for i, config := range configs {
		questions = append(questions, question{Match: `{"config":` + config + `}`, To: filepath.Join(folder, string(rune('a'+i)))})
	}
	answers := ask(t, questions)
	for i, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		verdict, err := lab.Verify(content)
		same(t, file, answers[i], verdict, err)
	}
	for i, config := range configs {
		at := len(files) + i
		played, err := lab.Play([]byte(config))
		if err != nil {
			same(t, config, answers[at], nil, err)
			continue
		}
		same(t, config, answers[at], played.Result, nil)
		file, err := os.ReadFile(questions[at].To)
		if err != nil {
			t.Fatal(err)
		}
		if timeless(t, read(t, file)) != timeless(t, read(t, played.Replay)) {
			t.Errorf("%s: the module plays another match", config)
		}
	}
}

// same checks an answer of the module: a value as JSON, or an error.
func same(t *testing.T, about string, a answer, want any, err error) {
	t.Helper()
	text, failed := json.Marshal(want)
	if failed != nil {
		t.Fatal(failed)
	}
	switch {
	case err != nil && a.Error != errortext.Text(err):
		t.Errorf("%s: the module says %q %.300s, want the error %s", about, a.Error, a.JSON, errortext.Text(err))
	case err == nil && (a.Error != "" || a.JSON != string(text)):
		t.Errorf("%s: the module says %q %.300s, want %.300s", about, a.Error, a.JSON, text)
	}
}

// TestModulePlaysLongMatches: the browser cannot run while a match is played, so the module must not wait for it,
// however much it has to write.
func TestModulePlaysLongMatches(t *testing.T) {
	stage.Only(t, "a match of 20,000 turns")
	const config = `{"map":"tiny","players":6,"seed":1,"turns":20000,"seats":[{"bot":"builtin:random"}]}`
	to := filepath.Join(t.TempDir(), "long.blast")
	a := ask(t, []question{{Match: `{"config":` + config + `}`, To: to}, {Verify: to}})
	if a[0].Error != "" || a[1].JSON != `{"turns":20000,"as_recorded":true}` {
		t.Errorf("%+v", a)
	}
}
