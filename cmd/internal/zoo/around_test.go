//go:build unix

package zoo

import (
	"testing"

	"blastyard/internal/stage"
)

// around are habits of bots that look around in the folders of the match, and leave other things than a move there.
var around = []habit{
	{name: "lists the folders above", script: `ls "$2" > /dev/null; ls "$2/.." | grep -qx state.json; ls "$2/../.." | grep -qx "$round"; printf 3 > "$2/move.txt"`},
	{name: "reads two folders up", script: `cat "$2/../../$round/state.json" "$2/../../$round/map.txt" > /dev/null; printf 3 > "$2/move.txt"`},
	{name: "reads the first and the last round", script: `cat "$2/../../0/state.json" "$2/../../0/map.txt" "$2/../../$((round > 0 ? round-1 : 0))/state.json" > /dev/null; printf 3 > "$2/move.txt"`},
	{name: "reads relative to the folder of the round", script: `cd "$2"; cat ../state.json ../roundInfo.json "../../$round/map.txt" > /dev/null; printf 3 > move.txt`},
	{name: "reads through a link of its own", script: `ln -sfn "$2/.." here; cat here/state.json here/map.txt > /dev/null; printf 3 > "$2/move.txt"`, notPacked: "outside of the folder"},
	{name: "finds no rival", script: `for f in "$2"/../../*/*/ "$2"/../*/; do case $f in */"$1"/) ;; *) echo "sees $f" >&2; exit 9 ;; esac; done; printf 3 > "$2/move.txt"`, everyday: true},
	{name: "deletes the files of the round", script: `rm -f "$2"/../state.json "$2"/../map.txt 2> /dev/null || true; rm -rf "$2"/*; printf 3 > "$2/move.txt"`, fault: "its state.json was changed or removed"},
	{name: "deletes its own earlier rounds", script: `test "$round" = 0 || rm -rf "$2/../../$((round-1))/$1" 2> /dev/null || true; printf 3 > "$2/move.txt"`},
	{name: "writes into the files of the round", script: `for f in state.json map.txt roundInfo.json; do (echo x >> "$2/../$f") 2> /dev/null || true; done; printf 3 > "$2/move.txt"`},
	{name: "takes the rights of its move away", script: `printf 3 > "$2/move.txt"; chmod 0 "$2/move.txt" 2> /dev/null || true`},
	{name: "reads with backslashes", script: `cat "$2\\..\\state.json" > /dev/null; printf 3 > "$2/move.txt"`, word: "crashed"},
	{name: "leaves a folder called move.txt", script: `mkdir "$2/move.txt"`, word: "silent"},
	{name: "leaves a pipe called move.txt", script: `mkfifo "$2/move.txt"`, word: "silent"},
	{name: "leaves a link called move.txt", script: `printf 3 > mine; ln -s "$PWD/mine" "$2/move.txt"`, word: "silent"},
}

// TestBombermanAround: bots that look around find the files of the round and nothing of a rival, at each level of the
// sandbox, and are told what counts as no move.
func TestBombermanAround(t *testing.T) {
	sandboxed(t)
	for _, h := range around {
		t.Run(h.name, func(t *testing.T) {
			if !h.everyday {
				stage.Only(t, "make test plays one habit")
			}
			t.Parallel()
			z := zoo{bot: h.create(t), game: "bomberman", habit: h}
			z.inBomberman(t, "auto")
			if !stage.All() {
				return
			}
			for _, sandbox := range append(lowerLevels(), "auto") {
				z.inPlay(t, sandbox)
			}
			z.inCheck(t)
			z.inEvent(t)
		})
	}
}
