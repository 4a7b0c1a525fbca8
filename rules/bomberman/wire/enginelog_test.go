package wire

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"blastyard/rules/bomberman"
)

func TestEngineLogTellsTheCommandsThatCounted(t *testing.T) {
	names := []string{"upstart", "Player B", "left bomb: x"}
	var log []byte
	var want []AddedCommand
	for c := range bomberman.Command(bomberman.NumCommands) {
		for k, name := range names {
			log = AppendAdded(log, k, name, c)
			want = append(want, AddedCommand{k, c})
		}
		log = append(log, "another line of the engine about Player A: up\n"...)
	}
	if d := cmp.Diff(want, ParseEngineLog(log, names)); d != "" {
		t.Errorf("%s\n%s", log, d)
	}
}

func TestEngineLogIsReadInOtherForms(t *testing.T) {
	names := []string{"ann", "bob", "left"}
	for line, want := range map[string][]AddedCommand{
		"[12:00] Info - Added Command: MoveUp for Player B\r\n":                                                       {{1, bomberman.Up}},
		"Added Command TriggerBombCommand ann":                                                                        {{0, bomberman.TriggerBomb}},
		"Player A Added Command bob: PlaceBomb\n":                                                                     {{1, bomberman.PlaceBomb}},
		"Added Command for Player C: left, DoNothing":                                                                 {{2, bomberman.Nothing}},
		"23-11-2026 13:04:08:055 - I: \tAdded Command DoNothingCommand for Player PlayerEntity(X:3, Y:2, Key:A)":      {{0, bomberman.Nothing}},
		"23-11-2026 13:04:08:055 - I: \tAdded Command MovementCommand(Up) for Player PlayerEntity(X:3, Y:2, Key:B)":   {{1, bomberman.Up}},
		"23-11-2026 13:04:08:055 - I: \tAdded Command MovementCommand(Left) for Player PlayerEntity(X:3, Y:2, Key:C)": {{2, bomberman.Left}},
		"- I: \tAdded Command PlaceBombCommand for Player PlayerEntity(X:3, Y:2, Key:A)\r\n":                          {{0, bomberman.PlaceBomb}},
		"- I: \tAdded Command TriggerBombCommand for Player PlayerEntity(X:13, Y:12, Key:A)\r\n":                      {{0, bomberman.TriggerBomb}},
		"Added Command MovementCommand(Up) for Player PlayerEntity(X:3, Y:2, Key:D)":                                  nil,
		"Added Command MovementCommand(Up) for Player PlayerEntity(X:3, Y:2)":                                         nil,
		"Added Command ann bob down":                                                                                  nil,
		"Added Command Up for Player D: nobody":                                                                       nil,
		"Added Command dance for Player A: ann":                                                                       nil,
		"Command up for Player A: ann":                                                                                nil,
		"Added Command":                                                                                               nil,
		"Added Command Player ":                                                                                       nil,
		"Added Command Player A: annAdded Command up":                                                                 {{0, bomberman.Up}},
		"Added Command down Player Anton Player A\nAdded Command":                                                     {{0, bomberman.Down}},
	} {
		if d := cmp.Diff(want, ParseEngineLog([]byte(line), names)); d != "" {
			t.Errorf("%q\n%s", line, d)
		}
	}
}

func FuzzDecodeEngineLog(f *testing.F) {
	f.Add([]byte("Added Command up for Player A: ann\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, a := range ParseEngineLog(text, []string{"ann", ""}) {
			if a.Player < 0 || a.Player > 1 || a.Command >= bomberman.NumCommands {
				t.Fatalf("%+v", a)
			}
		}
	})
}
