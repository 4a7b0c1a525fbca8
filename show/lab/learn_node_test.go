//go:build !js

package lab_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"blastyard/show/lab"
)

// TestModuleTeaches: in the module too, the solution of each lesson solves it, and the initial code does not.
func TestModuleTeaches(t *testing.T) {
	learn, err := lab.Learn()
	if err != nil {
		t.Fatal(err)
	}
	var questions []question
	var names []string
	for _, l := range learn.Lessons {
		for name, part := range map[string]string{"solution": l.Solution, "start": l.Start} {
			dir := t.TempDir()
			learn.Files["bot.js"] = learn.Frame[0] + part + learn.Frame[1]
			for file, text := range learn.Files {
				if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			names = append(names, name)
			questions = append(questions, question{Bots: map[string]string{"0": dir},
				Match: fmt.Sprintf(`{"lesson":%d,"config":{"turn_time":"1m","seats":[{"bot":"page","name":"me"}]}}`, l.Number)})
		}
	}
	for i, a := range ask(t, questions) {
		var result struct {
			Lesson struct {
				Lesson int
				Done   bool
				Text   string
			}
		}
		if err := json.Unmarshal([]byte(a.JSON), &result); err != nil || a.Error != "" {
			t.Fatalf("%s: %v, %s", questions[i].Match, err, a.Error)
		}
		if v := result.Lesson; v.Lesson != i/2+1 || v.Done != (names[i] == "solution") || v.Text == "" {
			t.Errorf("lesson %d, %s: %+v", i/2+1, names[i], v)
		}
	}
}
