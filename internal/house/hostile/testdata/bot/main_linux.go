// Command bot is the hostile bot of the tests of package hostile, and the other programs that they need: a rival, a
// bystander, a survivor and what starts the arena.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"blastyard/internal/house/hostile/testdata/scenes"
	"blastyard/protocol/netorcai"
)

// lifetime bounds every process of this program, whatever goes wrong.
const lifetime = 5 * time.Minute

// modes are what the first argument can be. Anything else is the key of a round of Bomberman.
var modes = map[string]func(args []string){
	"hostile":   playHostile,
	"rival":     playRival,
	"bystander": bystander,
	"survivor":  func([]string) { time.Sleep(lifetime) },
	"launch":    launch,
	"daemon":    daemon,
	"attack":    attackAlone,
	"sockets":   sockets,
	"pipes":     keepPipes,
	"interpret": interpret,
	"busy":      busy,
	"nothing":   func([]string) {},
}

func main() {
	time.AfterFunc(lifetime, func() { os.Exit(99) })
	if len(os.Args) < 2 {
		fail("a mode is expected")
	}
	if mode := modes[os.Args[1]]; mode != nil {
		mode(os.Args[2:])
		return
	}
	if len(os.Args) < 3 {
		fail("unknown mode " + os.Args[1])
	}
	playRound(os.Args[1], os.Args[2])
}

func fail(what any) {
	fmt.Fprintln(os.Stderr, "hostile bot:", what)
	os.Exit(1)
}

// ownFolder is the folder of this program.
func ownFolder() string {
	program, err := filepath.Abs(os.Args[0])
	if err != nil {
		fail(err)
	}
	return filepath.Dir(program)
}

// playHostile plays hexabomb, tries to take the rival's seat before it logs in, and everything else in the first turn.
func playHostile([]string) {
	scene, err := scenes.Read(ownFolder())
	if err != nil {
		fail(err)
	}
	if scene.Act != "" {
		playAct(scene)
		return
	}
	attack(scene, seatAttacks)
	fmt.Println("SEATS TRIED")
	playHexabomb(func() string {
		attack(scene, attacks())
		return "[]"
	})
}

// playRival plays hexabomb without moving. It lets the hostile bot try first, where the test asks for that.
func playRival([]string) {
	if _, err := os.Stat(filepath.Join(ownFolder(), "wait")); err == nil {
		for end := time.Now().Add(8 * time.Second); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
			if _, err := os.Stat(filepath.Join(ownFolder(), "go")); err == nil {
				break
			}
		}
	}
	b := &idle{}
	if _, err := os.Stat(filepath.Join(ownFolder(), "needy")); err == nil {
		b.each = need
	}
	playAs(b)
}

// playHexabomb plays a match without moving; first, where set, gives the actions of the first turn.
func playHexabomb(first func() string) { playAs(&idle{first: first}) }

func playAs(b *idle) {
	ctx, cancel := context.WithTimeout(context.Background(), lifetime)
	defer cancel()
	c, err := netorcai.Dial(ctx, os.Getenv("NETORCAI_HOST")+":"+os.Getenv("NETORCAI_PORT"))
	if err != nil {
		fail(err)
	}
	if err := c.Login(ctx, filepath.Base(ownFolder()), netorcai.RolePlayer); err != nil {
		fail(err)
	}
	if _, err := netorcai.Play(ctx, c, b); err != nil {
		fail(err)
	}
}

// idle does nothing but what is asked for in its first turn, and in each.
type idle struct {
	first func() string
	each  func() error
}

func (*idle) Start(netorcai.GameStarts) error { return nil }

func (b *idle) Turn(context.Context, netorcai.Turn) (json.RawMessage, error) {
	if b.each != nil {
		return nil, b.each()
	}
	if b.first == nil {
		return nil, nil
	}
	actions := b.first()
	b.first = nil
	return json.RawMessage(actions), nil
}

// playRound plays a round of Bomberman. The hostile bot attacks in the first one and walks on the spot; the rival,
// which has no scene, blows itself up, so that the match ends soon.
func playRound(key, folder string) {
	if filepath.Base(folder) != key {
		folder = filepath.Join(folder, key)
	}
	move := "5"
	if scene, err := scenes.Read(ownFolder()); err == nil {
		move = "1"
		if scene.Act != "" {
			playRoundAct(scene, folder)
			return
		}
		if filepath.Base(filepath.Dir(folder)) == "0" {
			if attackOutput, err = os.Create(filepath.Join(folder, scenes.ResultsFile)); err != nil {
				fail(err)
			}
			attack(scene, attacks())
			attackOutput.Close()
		}
	}
	if err := os.WriteFile(filepath.Join(folder, "move.txt"), []byte(move), 0o666); err != nil {
		fail(err)
	}
}
