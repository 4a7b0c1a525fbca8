package bomberman_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"blastyard/rules/bomberman"
	"blastyard/rules/bomberman/wire"
)

// game plays matches of a starter against an opponent that follows a script, as the harness does: a folder and a process
// a round.
type game struct {
	t       *testing.T
	bot     []string // the bot's command
	botArgs []string // what follows its key and folder
	folder  string   // the bot's
	root    string   // of the rounds' folders

	state *bomberman.State
	text  wire.Text
	me    int // the bot's seat
	match int
	seen  [bomberman.NumCommands]int
}

// The opponent walks to and fro and throws no bombs.
var script = []bomberman.Command{bomberman.Left, bomberman.Nothing, bomberman.Right, bomberman.Up, bomberman.Down}

// Names that a hand-made reader of JSON could stumble on.
var names = []string{`The "best" \ {[bot]}, <é>: null`, "Opponent"}

const muchTime = 2 * time.Minute // for one round: far more than a bot ever needs, even on a busy machine

// play plays a number of rounds, and up to three times as many until chance has shown what a starter should do.
func (g *game) play(rounds int) {
	played := 0
	for ; played < rounds || played < 4*rounds && !g.seenEnough(); played++ {
		if g.state == nil || g.state.Over() {
			g.newMatch()
		}
		c := g.round(played%2 == 0)
		g.seen[c]++
		commands := make([]bomberman.Command, 2)
		failed := make([]bool, 2)
		commands[g.me], commands[1-g.me] = c, script[played%len(script)]
		g.state.Step(commands, failed)
		if failed[g.me] && c <= bomberman.Down {
			g.t.Fatalf("round %d: the move %d was refused", g.state.Round()-1, c)
		}
	}
	g.t.Logf("%d rounds of %d matches; how often each command came: %v", played, g.match, g.seen)
	if !g.seenEnough() {
		g.t.Errorf("in %d rounds the commands were seen this often: %v, expected three different moves and a bomb", played, g.seen)
	}
}

func (g *game) seenEnough() bool {
	moves := 0
	for _, n := range g.seen[bomberman.Up : bomberman.Down+1] {
		moves += min(n, 1)
	}
	return moves >= 3 && g.seen[bomberman.PlaceBomb] > 0
}

// newMatch starts a match on another map, every other one full of walls, the bot on the other seat.
func (g *game) newMatch() {
	g.match++
	settings := bomberman.DefaultSettings()
	if g.match%2 == 0 {
		settings.WallChance = 100
	}
	m, err := bomberman.Generate(settings, 2, int32(g.match))
	if err != nil {
		g.t.Fatal(err)
	}
	g.state = bomberman.NewState(m)
	g.me = g.match % 2
	g.text.Names = []string{names[g.me], names[1-g.me]}
}

// round runs the bot and returns its command. It is given the round's folder or its own therein: both must do.
func (g *game) round(own bool) bomberman.Command {
	key := string(rune(bomberman.Key(g.me)))
	folder := filepath.Join(g.root, strconv.Itoa(g.match), strconv.Itoa(g.state.Round()))
	player := filepath.Join(folder, key)
	if err := os.MkdirAll(player, 0o755); err != nil {
		g.t.Fatal(err)
	}
	g.write(folder)
	g.write(player)
	given := folder
	if own {
		given = player
	}

	ctx, cancel := context.WithTimeout(g.t.Context(), muchTime)
	defer cancel()
	words := append(append(append([]string{}, g.bot...), key, given), g.botArgs...)
	cmd := exec.CommandContext(ctx, words[0], words[1:]...)
	cmd.Dir = g.folder
	cmd.WaitDelay = time.Second
	out, err := cmd.CombinedOutput()
	if err != nil {
		g.t.Fatalf("match %d, round %d: %v\n%s", g.match, g.state.Round(), err, out)
	}
	if _, err := os.Stat(filepath.Join(folder, "move.txt")); err == nil {
		g.t.Fatalf("round %d: the bot wrote move.txt into the folder of the round, expected in its own", g.state.Round())
	}
	move, err := os.ReadFile(filepath.Join(player, "move.txt"))
	if err != nil {
		g.t.Fatalf("round %d: no move: %v\n%s", g.state.Round(), err, out)
	}
	return g.check(string(move))
}

// write puts the state into a folder.
func (g *game) write(folder string) {
	for name, text := range map[string][]byte{"map.txt": g.text.AppendMap(nil, g.state), "state.json": g.text.AppendState(nil, g.state)} {
		if err := os.WriteFile(filepath.Join(folder, name), text, 0o644); err != nil {
			g.t.Fatal(err)
		}
	}
}

// check tells what the bot chose; a move must lead onto a free block.
func (g *game) check(move string) bomberman.Command {
	n, err := strconv.Atoi(strings.TrimSpace(move))
	if err != nil || n < 0 || n > 6 {
		g.t.Fatalf("round %d: move.txt holds %q, expected a number from 0 to 6", g.state.Round(), move)
	}
	c := bomberman.Command(n)
	step, moves := map[bomberman.Command]bomberman.Pos{bomberman.Up: {Y: -1}, bomberman.Left: {X: -1}, bomberman.Right: {X: 1}, bomberman.Down: {Y: 1}}[c]
	to := g.state.Player(g.me).At
	to.X, to.Y = to.X+step.X, to.Y+step.Y
	if at := g.state.At(to); moves && (at.Wall != bomberman.NoWall || at.Bomb) {
		g.t.Fatalf("round %d: the move %d goes into %s\n%s", g.state.Round(), c, describe(at), g.text.AppendMap(nil, g.state))
	}
	return c
}

func describe(at bomberman.Cell) string { return fmt.Sprintf("a wall or a bomb: %+v", at) }
