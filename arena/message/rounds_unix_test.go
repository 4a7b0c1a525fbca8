//go:build unix

package message_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"blastyard/arena"
	"blastyard/arena/message"
	"blastyard/arena/rounds"
)

// TestRoundsByteByByte: the reconstructed files are those that a bot of 2016-Bomberman found in its folder.
func TestRoundsByteByByte(t *testing.T) {
	dir, log, kept := filepath.Join(t.TempDir(), "copier"), filepath.Join(t.TempDir(), "log"), t.TempDir()
	script := fmt.Sprintf("#!/bin/sh\nn=$(basename \"$(dirname \"$2\")\")\ncp \"$2/state.json\" '%s/'$n.json\n"+
		"cp \"$2/map.txt\" '%s/'$n.txt\nprintf '4\\r\\n' > \"$2/move.txt\"\n", kept, kept)
	for _, err := range []error{
		os.Mkdir(dir, 0o777),
		os.WriteFile(filepath.Join(dir, rounds.BotFile),
			[]byte(`{"NickName": "copier", "BotType": "CPlusPlus", "RunFile": "bot.sh"}`), 0o666),
		os.WriteFile(filepath.Join(dir, "bot.sh"), []byte(script), 0o777),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	r := play(t, arena.Config{Game: "bomberman", Turns: 6, NoTimeout: true, LogDir: log, Rounds: arena.Rounds{OwnNames: true},
		Seats: []arena.Seat{{Bot: dir}, {Bot: dir}}})
	if r.Header.Players[0].InFiles == r.Header.Players[1].InFiles {
		t.Errorf("both players have the name %q in the files, and %q, %q elsewhere", r.Header.Players[0].InFiles,
			r.Header.Players[0].Name, r.Header.Players[1].Name)
	}
	for turn := range len(r.Turns) {
		m, err := message.At(r, turn, 1, kinds())
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range m.Sent {
			file := filepath.Join(kept, strconv.Itoa(turn)+filepath.Ext(s.Name))
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if string(want) != string(s.Data) {
				t.Errorf("round %d: %s is\n%s\nthe bot found\n%s", turn, s.Name, s.Data, want)
			}
		}
		if len(m.Sent) != 2 || m.Answer == nil || string(m.Answer.Data) != "4" {
			t.Errorf("round %d: %d files, answer %+v", turn, len(m.Sent), m.Answer)
		}
	}
	if m, err := message.At(r, len(r.Turns), 1, kinds()); err != nil || m.Answer != nil || m.Kind != message.Round {
		t.Errorf("after the end: %+v, %v", m, err)
	}
}
