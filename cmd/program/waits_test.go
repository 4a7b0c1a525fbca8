package program

import (
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"blastyard/cmd/internal/command"
	"blastyard/internal/filelock"
	"blastyard/internal/freeport"
	"blastyard/internal/shellquote"
	"blastyard/originals/bomberman/netconsole"
)

// waits are the states of package waiting, by the function that makes each, and what brings a program into it. They return
// where its line is to be found: what the program prints, and a page if there is one.
var waits = map[string]func(t *testing.T) (printed *lockedBuffer, page func() string, line string){
	"Game": func(t *testing.T) (*lockedBuffer, func() string, string) {
		at := orchestrator(t)
		_, port, _ := net.SplitHostPort(at)
		return begin(t, "bot", "run", "builtin:idle", "--host", "127.0.0.1", "--port", port), nil,
			"waiting for the game at " + at + " to start, since .*: its server starts it when everybody is there"
	},
	"Answer": func(t *testing.T) (*lockedBuffer, func() string, string) {
		at := silent(t)
		_, port, _ := net.SplitHostPort(at)
		for _, args := range [][]string{{"bot", "run", "builtin:idle", "--host", "127.0.0.1", "--port", port}, {"bomberman", "join", at, "--name", "Ann"},
			{"tournament", "submit", t.TempDir(), "--server", "http://" + at, "--token", "none"}} {
			begin(t, args...).matching(t, regexp.MustCompile("waiting for .*"+at+" to answer, since .*: if it takes long, .* address of an? "))
		}
		watch := begin(t, "watch", "--netorcai", at, "--no-browser")
		page := regexp.MustCompile(`http\S+`).FindString(watch.waitFor(t, "watch at "))
		return watch, func() string { return fetched(t, page+"api/lobby") },
			"waiting for " + at + " to answer, since .*: if it takes long, look whether this is the address of a netorcai server"
	},
	"Away": func(t *testing.T) (*lockedBuffer, func() string, string) {
		mux := http.NewServeMux()
		s := httptest.NewServer(mux)
		t.Cleanup(s.Close)
		mux.HandleFunc("POST /team/api/submissions", func(w http.ResponseWriter, _ *http.Request) {
			fmt.Fprint(w, `{"id":"1","state":"received"}`)
		})
		mux.HandleFunc("GET /", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
		return begin(t, "tournament", "submit", t.TempDir(), "--server", s.URL, "--token", "none"), nil,
			"waiting for " + s.URL + " to come back, since .*: .*; it is asked again for a while"
	},
	"Watched": func(t *testing.T) (*lockedBuffer, func() string, string) {
		server := orchestrator(t)
		watch := begin(t, "watch", "--netorcai", server, "--no-browser")
		at := regexp.MustCompile(`http\S+`).FindString(watch.waitFor(t, "watch at "))
		return watch, func() string { return fetched(t, at+"api/lobby") },
			"waiting for the game at " + server + " to start, since .*: its server starts it .* those who come late"
	},
	"Guests": func(t *testing.T) (*lockedBuffer, func() string, string) {
		return begin(t, "play", "--map", "tiny", "--bot", "builtin:idle", "--wait", "2", "--replay", "none"), nil,
			`waiting for 2 bots on \S+, since .*: start them`
	},
	"Worker": func(t *testing.T) (*lockedBuffer, func() string, string) {
		cup := missingProgram(t)
		serve := begin(t, "tournament", "serve", cup, "--listen", "127.0.0.1:0")
		at := regexp.MustCompile(`http\S+`).FindString(serve.waitFor(t, "the event is at "))
		return serve, func() string { return fetched(t, at+"api/progress") },
			"waiting for a machine that can play mybot, since .*: this one does not have the program nopython: install it"
	},
	"Coordinator": func(t *testing.T) (*lockedBuffer, func() string, string) {
		at := broker(t)
		creds := filepath.Join(t.TempDir(), "worker.creds")
		text := fmt.Sprintf(`{"event":"abcdefghijklmnop","servers":[%q]}`, at)
		if err := os.WriteFile(creds, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return begin(t, "tournament", "work", "--creds", creds), nil, "waiting for the event at " + at + ", since .*: start it"
	},
	"Broker": func(t *testing.T) (*lockedBuffer, func() string, string) {
		return begin(t, "tournament", "run", missingProgram(t), "--nats", "127.0.0.1:1"), nil,
			"waiting for the broker at .*, since .*: .*; it is tried again"
	},
	"Streams": func(t *testing.T) (*lockedBuffer, func() string, string) {
		o := &server.Options{ServerName: "alone", JetStream: true, StoreDir: t.TempDir(),
			Routes: server.RoutesFromStr("nats://127.0.0.1:1,nats://127.0.0.1:2")}
		o.Cluster.Name, o.Cluster.Host, o.Cluster.Port = "cup", "127.0.0.1", -1
		s := startBroker(t, o)
		return begin(t, "tournament", "run", missingProgram(t), "--nats", s.ClientURL()), nil,
			"waiting for JetStream of the broker at .*, since .*: more than half of its servers must run"
	},
	"Players": func(t *testing.T) (*lockedBuffer, func() string, string) {
		return host(t), nil, `waiting for players at \S+: they come with `
	},
	"Begin": func(t *testing.T) (*lockedBuffer, func() string, string) {
		at := joined(t, host(t))
		return begin(t, "bomberman", "join", at, "--name", "Ann"), nil, "waiting for the game at " + at + " to begin, since .*: its host"
	},
	"Registered": func(t *testing.T) (*lockedBuffer, func() string, string) {
		h := host(t)
		c, err := net.Dial("tcp", joined(t, h))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		m, err := netconsole.AppendMessage(nil, netconsole.Message{Type: netconsole.RegisterPlayer, Text: "Ann"})
		if err == nil {
			_, err = c.Write(m)
		}
		if err != nil {
			t.Fatal(err)
		}
		return h, nil, `waiting for player 1, Ann, to connect to port \d+: after 10s its seat is free again`
	},
	"Logins": func(t *testing.T) (*lockedBuffer, func() string, string) {
		return begin(t, "play", "--map", "tiny", "--bot", "sleep 60", "--bot", "builtin:idle", "--replay", "none", "--no-browser"), nil,
			"waiting for the login of sleep, since .*: a bot has 10s for it, .* the match begins without it"
	},
	"Persons": func(t *testing.T) (*lockedBuffer, func() string, string) {
		return begin(t, "play", "--map", "tiny", "--bot", "human:Ann", "--bot", "human:Bob", "--start", "30s", "--listen", "127.0.0.1:0",
				"--replay", "none", "--no-browser"), nil,
			"waiting for Ann and Bob, since .*: open the address of each; the match begins 30s after the first has come"
	},
	"Build": func(t *testing.T) (*lockedBuffer, func() string, string) {
		cup := missingProgram(t)
		if err := os.WriteFile(filepath.Join(cup, "bots/mybot/bot.toml"), []byte("command = \"cat\"\nbuild = \"sleep 30\"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		return begin(t, "tournament", "run", cup), nil, "waiting for the build of mybot, since .*: it ends after 5m0s at the latest"
	},
	"Lost": func(t *testing.T) (*lockedBuffer, func() string, string) {
		s := startBroker(t, &server.Options{JetStream: true, StoreDir: t.TempDir()})
		serve := begin(t, "tournament", "serve", missingProgram(t), "--listen", "127.0.0.1:0", "--nats", s.ClientURL())
		serve.waitFor(t, "the event is at ")
		s.Shutdown()
		return serve, nil, "waiting for the broker at .*, since .*: the connection broke .* until it is back, and nothing is lost"
	},
	"Bot": func(t *testing.T) (*lockedBuffer, func() string, string) {
		file := filepath.Join(t.TempDir(), "r.blast")
		said(t, "", "play", "--map", "tiny", "--turns", "2", "--seed", "1", "--quiet", "--replay", file)
		return begin(t, "bot", "replay-input", file, "--player", "A", "--listen", "127.0.0.1:0"), nil,
			`waiting for a bot at \S+, since .*: start it`
	},
	"Lock": func(t *testing.T) (*lockedBuffer, func() string, string) {
		file, lines := filepath.Join(t.TempDir(), "lock"), newLines()
		held, err := filelock.Try(file, filelock.Exclusive)
		if err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		go func() {
			_, err := filelock.Wait(t.Context(), file, filelock.Exclusive, "which builds", func(line string) { fmt.Fprintln(lines, line) })
			ended <- err
		}()
		t.Cleanup(func() { <-ended; _ = held.Unlock() })
		return lines, nil, "waiting for another process on this machine, which builds, since .*: it holds .*lock"
	},
}

// TestNothingWaitsInSilence brings the programs into each state of package waiting, and finds its line, also on the page.
func TestNothingWaitsInSilence(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "../../internal/waiting/states.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range file.Decls {
		f, is := d.(*ast.FuncDecl)
		if !is {
			continue
		}
		into := waits[f.Name.Name]
		if into == nil {
			t.Errorf("nothing here brings a program into the state %s", f.Name.Name)
			continue
		}
		t.Run(f.Name.Name, func(t *testing.T) {
			t.Parallel()
			printed, page, line := into(t)
			matches := regexp.MustCompile(line)
			printed.matching(t, matches)
			for end := time.Now().Add(time.Minute); page != nil && !matches.MatchString(page()); {
				if time.Now().After(end) {
					t.Fatalf("the page says %s", page())
				}
			}
		})
	}
}

func newLines() *lockedBuffer { return &lockedBuffer{lines: make(chan string, 10_000)} }

// matching waits for a line.
func (b *lockedBuffer) matching(t *testing.T, line *regexp.Regexp) {
	t.Helper()
	for {
		select {
		case got := <-b.lines:
			if line.MatchString(got) {
				return
			}
		case <-time.After(time.Minute):
			t.Fatalf("no line matches %s", line)
		}
	}
}

// begin runs a command line of either program until the test ends. All that it prints goes into the buffer.
func begin(t *testing.T, args ...string) *lockedBuffer {
	t.Helper()
	printed, ended := newLines(), make(chan struct{})
	stdin, typed := io.Pipe()
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	go func() {
		defer close(ended)
		command.Run(ctx, allCommands(), rewritten(args), stdin, printed, printed)
	}()
	t.Cleanup(func() {
		cancel()
		typed.Close()
		<-ended
	})
	return printed
}

// orchestrator is a netorcai server without anybody.
func orchestrator(t *testing.T) (address string) {
	t.Helper()
	port := freeport.Text(t)
	begin(t, "netorcai", "--port", port, "--nb-players-max=1").waitFor(t, "Listening incoming connections")
	return net.JoinHostPort("127.0.0.1", port)
}

// silent is a server that accepts connections and says nothing.
func silent(t *testing.T) (address string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address = l.Addr().String()
	t.Cleanup(func() { l.Close() })
	return address
}

// host is a host of the network console, which waits for players.
func host(t *testing.T) *lockedBuffer {
	return begin(t, "bomberman", "host", "--host", "127.0.0.1", "--port", "0", "--player-port", "0")
}

// joined is the address of a host.
func joined(t *testing.T, host *lockedBuffer) string {
	t.Helper()
	return regexp.MustCompile(` at (\S+):`).FindStringSubmatch(host.waitFor(t, "waiting for players at "))[1]
}

// missingProgram is an event with a bot whose program is nowhere.
func missingProgram(t *testing.T) string {
	t.Helper()
	cup := filepath.Join(t.TempDir(), "cup")
	if code, _, errOut := run(t, "", "tournament", "init", cup); code != 0 {
		t.Fatal(shellquote.Quote(cup), errOut)
	}
	if err := os.WriteFile(filepath.Join(cup, "bots/mybot/bot.toml"), []byte("command = \"nopython bot.py\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return cup
}

// broker is a NATS server without an event.
func broker(t *testing.T) string {
	t.Helper()
	return strings.TrimSuffix(startBroker(t, &server.Options{}).ClientURL(), "/")
}

// startBroker starts a NATS server on a free port of this machine.
func startBroker(t *testing.T, o *server.Options) *server.Server {
	t.Helper()
	o.Host, o.Port, o.NoLog, o.NoSigs = "127.0.0.1", server.RANDOM_PORT, true, true
	s, err := server.NewServer(o)
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() {
		s.Shutdown()
		s.WaitForShutdown()
	})
	if !s.ReadyForConnections(time.Minute) {
		t.Fatal("the broker does not start")
	}
	return s
}

// fetched is what a page answers.
func fetched(t *testing.T, address string) string {
	t.Helper()
	r, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}
