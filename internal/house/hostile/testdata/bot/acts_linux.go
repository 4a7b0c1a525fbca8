package main

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"blastyard/internal/house/hostile/testdata/scenes"
	"blastyard/protocol/netorcai"
)

// Escape is what a hostile bot would like to write to the organiser's terminal. It sets the window's title, clears the
// line, writes a false result, begins new lines, and hides text.
const escape = "\x1b]0;owned\a\x1b[2K\r\x9b31mwinner: nobody\x1b[0m\nwinner: hostile\u202e\u200b\u0085"

// acts are what the hostile bot does in hexabomb instead of all attacks.
var acts = map[string]func(*scenes.Scene){
	"linger":        linger,
	"escape-type":   func(*scenes.Scene) { sayRaw(map[string]any{"message_type": escape}) },
	"escape-name":   func(*scenes.Scene) { loginRaw(escape) },
	"escape-hidden": func(*scenes.Scene) { loginRaw("ri\u200bval") },
	"escape-version": func(*scenes.Scene) {
		sayRaw(map[string]any{"message_type": "LOGIN", "nickname": "x",
			"role": escape})
	},
	"escape-output": escapeOutput,
	"escape-action": func(*scenes.Scene) {
		playHexabomb(func() string { return text([]any{map[string]any{"id": 1, "movement": escape}}) })
	},
	"huge-action": func(*scenes.Scene) {
		playHexabomb(func() string { return `[{"id":1,"movement":"` + strings.Repeat("x", 14<<20) + `"}]` })
	},
	"many-actions": func(*scenes.Scene) {
		playHexabomb(func() string { return "[" + strings.Repeat("{},", 4_000_000) + "{}]" })
	},
	"deep-action": func(*scenes.Scene) {
		playHexabomb(func() string { return strings.Repeat("[", 6<<20) + strings.Repeat("]", 6<<20) })
	},
	"login-twice":    loginTwice,
	"escape-message": escapeMessage,
	"noisy":          noisy,
}

func playAct(s *scenes.Scene) {
	act := acts[s.Act]
	if act == nil {
		fail("unknown act " + s.Act)
	}
	act(s)
}

// linger starts processes that want to stay, and stays itself.
func linger(s *scenes.Scene) {
	playHexabomb(func() string {
		attack(s, survivalAttacks[:3])
		time.Sleep(lifetime)
		return "[]"
	})
}

func text(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		fail(err)
	}
	return string(b)
}

func connect() net.Conn {
	ctx, cancel := context.WithTimeout(context.Background(), lifetime)
	defer cancel()
	c, err := (&net.Dialer{}).DialContext(ctx, "tcp", os.Getenv("NETORCAI_HOST")+":"+os.Getenv("NETORCAI_PORT"))
	if err != nil {
		fail(err)
	}
	return c
}

// sayRaw sends a message that no library would send, and waits for the end of the connection.
func sayRaw(message map[string]any) {
	c := connect()
	content := text(message) + "\n"
	frame := binary.LittleEndian.AppendUint32(nil, uint32(len(content)))
	if _, err := c.Write(append(frame, content...)); err != nil {
		fail(err)
	}
	_, _ = c.Read(make([]byte, 4096))
}

func loginRaw(nickname string) {
	sayRaw(map[string]any{"message_type": "LOGIN", "nickname": nickname, "role": "player",
		"metaprotocol_version": netorcai.Version})
}

// escapeOutput prints Escape and then fails with an error output.
func escapeOutput(*scenes.Scene) {
	playHexabomb(func() string {
		fmt.Println(escape)
		fmt.Fprintln(os.Stderr, escape)
		os.Exit(3)
		return ""
	})
}

// escapeMessage logs in, and answers the first turn with a message of an unknown type.
func escapeMessage(*scenes.Scene) {
	c := connect()
	write := func(message map[string]any) {
		content := text(message) + "\n"
		frame := binary.LittleEndian.AppendUint32(nil, uint32(len(content)))
		if _, err := c.Write(append(frame, content...)); err != nil {
			fail(err)
		}
	}
	write(map[string]any{"message_type": "LOGIN", "nickname": "hostile", "role": "player",
		"metaprotocol_version": netorcai.Version})
	client := netorcai.NewClient(c)
	for {
		m, err := client.Read(context.Background())
		if err != nil {
			return
		}
		if _, is := m.(netorcai.Turn); is {
			write(map[string]any{"message_type": escape})
		}
	}
}

// noisy plays correctly and prints much.
func noisy(*scenes.Scene) {
	playHexabomb(func() string {
		for range 1000 {
			fmt.Println(strings.Repeat("noise", 20))
		}
		return "[]"
	})
}

// loginTwice logs in, logs in again at the same port in both roles, and plays on.
func loginTwice(s *scenes.Scene) {
	playHexabomb(func() string {
		port := 0
		if _, err := fmt.Sscan(os.Getenv("NETORCAI_PORT"), &port); err != nil {
			fail(err)
		}
		for _, role := range []netorcai.Role{netorcai.RolePlayer, netorcai.RoleSpecialPlayer, netorcai.RoleGameLogic} {
			if err := login(port, role); err == nil {
				fmt.Println("SECOND LOGIN", role)
			}
		}
		return "[]"
	})
}

// playRoundAct is a round of Bomberman in which the bot leaves unexpected files.
func playRoundAct(s *scenes.Scene, folder string) {
	act := roundActs[s.Act]
	if act == nil {
		fail("unknown act " + s.Act)
	}
	if err := act(s, folder); err != nil {
		fail(err)
	}
}

var roundActs = map[string]func(s *scenes.Scene, folder string) error{
	"linger": func(s *scenes.Scene, _ string) error {
		attack(s, survivalAttacks[:3])
		time.Sleep(lifetime)
		return nil
	},
	"move-link": func(s *scenes.Scene, folder string) error {
		return os.Symlink(s.Home+"/five.txt",
			folder+"/move.txt")
	},
	"move-hardlink": func(s *scenes.Scene, folder string) error {
		return os.Link(s.Home+"/five.txt",
			folder+"/move.txt")
	},
	"move-fifo":   func(_ *scenes.Scene, folder string) error { return unix.Mkfifo(folder+"/move.txt", 0o666) },
	"move-folder": func(_ *scenes.Scene, folder string) error { return os.Mkdir(folder+"/move.txt", 0o777) },
	"move-mode": func(_ *scenes.Scene, folder string) error {
		return os.WriteFile(folder+"/move.txt", []byte("1"), 0o000)
	},
	"move-huge": func(_ *scenes.Scene, folder string) error {
		return fill(folder+"/move.txt", 100<<20)
	},
	"folder-link": func(s *scenes.Scene, folder string) error {
		if err := os.RemoveAll(folder); err != nil {
			return err
		}
		return os.Symlink(s.Home, folder)
	},
	"rival-link": func(s *scenes.Scene, folder string) error {
		_ = os.Symlink(s.Home, folder+"/../B")
		return os.WriteFile(folder+"/move.txt", []byte("1"), 0o666)
	},
	"folder-mode": func(_ *scenes.Scene, folder string) error {
		for _, dir := range []string{folder + "/closed", os.Getenv("HOME") + "/closed", os.TempDir() + "/closed"} {
			if os.Mkdir(dir, 0o777) == nil {
				_ = os.WriteFile(dir+"/file", []byte("x"), 0o666)
				_ = os.Chmod(dir, 0)
			}
		}
		return os.WriteFile(folder+"/move.txt", []byte("1"), 0o666)
	},
	"tamper": func(_ *scenes.Scene, folder string) error {
		for _, name := range []string{"state.json", "map.txt"} {
			if err := os.WriteFile(folder+"/"+name, []byte("{}"), 0o666); err != nil {
				return err
			}
		}
		return os.WriteFile(folder+"/move.txt", []byte("1"), 0o666)
	},
	"run-link": func(s *scenes.Scene, folder string) error {
		// The program becomes a link to the organiser's file: a sandbox that follows it opens the home folder.
		if err := os.Rename(s.Own+"/bot", s.Own+"/bot.old"); err != nil {
			return err
		}
		if err := os.Symlink(s.Home+"/bot", s.Own+"/bot"); err != nil {
			return err
		}
		return os.WriteFile(folder+"/move.txt", []byte("1"), 0o666)
	},
	"escape-output": func(_ *scenes.Scene, folder string) error {
		fmt.Println(escape)
		fmt.Fprintln(os.Stderr, escape)
		return os.WriteFile(folder+"/move.txt", []byte("1"), 0o666)
	},
	"noisy": func(_ *scenes.Scene, folder string) error {
		fmt.Println(strings.Repeat("noise", 1000))
		return os.WriteFile(folder+"/move.txt", []byte("1"), 0o666)
	},
	"escape-move": func(_ *scenes.Scene, folder string) error {
		return os.WriteFile(folder+"/move.txt", []byte(escape), 0o666)
	},
}

// fill writes a file of a given size that begins with a command.
func fill(name string, size int) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	defer f.Close()
	if _, err := f.WriteString("1\n"); err != nil {
		return err
	}
	return f.Truncate(int64(size))
}
