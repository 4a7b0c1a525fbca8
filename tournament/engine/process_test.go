package engine

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/url"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"blastyard/internal/freeport"
	"blastyard/tournament"
	"blastyard/tournament/event"
	"blastyard/tournament/internal/heap"
	"blastyard/tournament/internal/worker"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// roleVariable makes the test binary a process of a fault test: the variable holds a role as JSON.
const roleVariable = "BLASTYARD_ENGINE_ROLE"

// role is what a process of a fault test does.
type role struct {
	Kind     string // coordinator, worker, broker or many
	Dir      string
	Players  int // of the event
	Rounds   int
	Thousand bool // many: the event has 1,000 entrants
	Ladder   int  // matches of a ladder to play instead; 0: none
	Jobs     int
	Takes    time.Duration // time of a match
	NATS     []string
	Listen   string // for workers if a coordinator, for clients if a broker
	Creds    string
	Name     string
	Cluster  string   // address of a broker within its cluster
	Routes   []string // to the brokers of the cluster
	Gate     string   // of a worker: no match ends before this file exists
	Most     int64    // after so many matches this process begins no other job; 0: no bound
}

const testAckWait = 2 * time.Second

// playRole runs the role of this process. It returns the exit code.
func playRole(text string) int {
	var r role
	if err := json.Unmarshal([]byte(text), &r); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 2
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	go func() { // the process that started this one is gone
		_, _ = io.Copy(io.Discard, os.Stdin)
		stop()
		time.Sleep(10 * time.Second)
		os.Exit(3)
	}()
	log := slog.New(slog.NewTextHandler(os.Stderr, nil))
	var err error
	switch r.Kind {
	case "coordinator":
		err = r.coordinate(ctx, log)
	case "worker":
		err = Work(ctx, WorkOptions{Servers: r.NATS, Creds: r.Creds, Dir: r.Dir, Name: r.Name, Jobs: r.Jobs,
			AckWait: testAckWait, Log: log,
			Player: func(*event.Event, worker.Archives, worker.Replays) (Player, error) { return r.player(), nil }})
	case "broker":
		err = r.serve(ctx)
	case "many":
		err = r.playMany(ctx, log)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

func (r *role) event() *event.Event {
	e := testEvent(r.Players, r.Rounds)
	if r.Ladder > 0 {
		e.Schedule.Format, e.Schedule.Rounds, e.Schedule.MaxMatches = tournament.Ladder, 0, r.Ladder
	}
	return e
}

func (r *role) player() *fakePlayer {
	p := &fakePlayer{takes: func(*tournament.Fixture) time.Duration { return r.Takes }, most: r.Most}
	if r.Gate != "" {
		p.fail = func(ctx context.Context, _ *worker.Job) error {
			for {
				if _, err := os.Stat(r.Gate); err == nil {
					return nil
				}
				if err := sleep(ctx, 5*time.Millisecond); err != nil {
					return err
				}
			}
		}
	}
	return p
}

// coordinate plays the event. It prints the number of played matches whenever it changes, and at the end "done".
func (r *role) coordinate(ctx context.Context, log *slog.Logger) error {
	e, err := Open(ctx, Options{Dir: r.Dir, Event: r.event(), NATS: Cluster{Servers: r.NATS}, Listen: r.Listen,
		Jobs:   r.Jobs,
		Player: r.player(), AckWait: testAckWait, Log: log})
	if err != nil {
		return err
	}
	defer e.Close()
	telling, stop := context.WithCancel(ctx)
	defer stop()
	go func() {
		last := -1
		_ = e.waitUntil(telling, func() bool {
			if _, played, _ := e.schedule.Count(); played != last {
				last = played
				fmt.Println("played", played)
			}
			return false
		})
	}()
	if err := e.Run(ctx); err != nil {
		return err
	}
	fmt.Println("done", e.Standings().Fingerprint)
	return nil
}

// playMany plays an event of many matches that take no time.
func (r *role) playMany(ctx context.Context, log *slog.Logger) error {
	heap.KeepSmall() // as tournament run does
	began := time.Now()
	ev := manyEvent(r.Rounds)
	if r.Thousand {
		ev = thousandEvent(r.Rounds)
	}
	e, err := Open(ctx, Options{Dir: filepath.Join(r.Dir, "store"), Event: ev, Player: &fakePlayer{}, Log: log})
	if err != nil {
		return err
	}
	defer e.Close()
	if err := e.Run(ctx); err != nil {
		return err
	}
	r.many(began, e)
	return nil
}

// serve runs a node of a cluster.
func (r *role) serve(ctx context.Context) error {
	o := &server.Options{ServerName: r.Name, NoSigs: true, JetStream: true, StoreDir: r.Dir, SyncAlways: true,
		NoLog: true}
	o.Host, o.Port = splitPort(r.Listen)
	o.Cluster.Name = "test"
	o.Cluster.Host, o.Cluster.Port = splitPort(r.Cluster)
	for _, a := range r.Routes {
		o.Routes = append(o.Routes, &url.URL{Scheme: "nats", Host: a})
	}
	s, err := server.NewServer(o)
	if err != nil {
		return err
	}
	s.Start()
	<-ctx.Done()
	s.Shutdown()
	s.WaitForShutdown()
	return nil
}

func splitPort(address string) (string, int) {
	host, text, _ := net.SplitHostPort(address)
	port, _ := strconv.Atoi(text)
	return host, port
}

// process is a process of a fault test. It can be started again after it was killed.
type process struct {
	t    *testing.T
	role role
	line func(string) // called with each line of standard output

	mu      sync.Mutex
	cmd     *exec.Cmd
	stdin   io.Closer
	stderr  *os.File
	exited  chan struct{}
	exitErr error
}

// begin starts the process.
func (p *process) begin() {
	p.t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	text, err := json.Marshal(p.role)
	if err != nil {
		p.t.Fatal(err)
	}
	p.cmd = exec.Command(os.Args[0])
	p.cmd.Env = append(os.Environ(), roleVariable+"="+string(text))
	p.cmd.Stderr = p.stderr
	stdin, err := p.cmd.StdinPipe()
	if err != nil {
		p.t.Fatal(err)
	}
	p.stdin = stdin
	out, err := p.cmd.StdoutPipe()
	if err == nil {
		err = p.cmd.Start()
	}
	if err != nil {
		p.t.Fatal(err)
	}
	exited, cmd := make(chan struct{}), p.cmd
	p.exited = exited
	go func() {
		for s := bufio.NewScanner(out); s.Scan(); {
			if p.line != nil {
				p.line(s.Text())
			}
		}
		err := cmd.Wait()
		p.mu.Lock()
		p.exitErr = err
		p.mu.Unlock()
		close(exited)
	}()
}

// kill ends the process at once, as the loss of its machine would, and waits until it is gone.
func (p *process) kill() {
	p.signal(syscall.SIGKILL)
	<-p.exited
}

func (p *process) signal(s os.Signal) {
	if err := p.cmd.Process.Signal(s); err != nil && !errors.Is(err, os.ErrProcessDone) {
		p.t.Errorf("%s: %v", p.role.Name, err)
	}
}

// processes are the processes of a fault test.
type processes struct {
	t     *testing.T
	dir   string
	all   []*process
	lines chan string // of the coordinator
}

func newProcesses(t *testing.T) *processes {
	ps := &processes{t: t, dir: t.TempDir(), lines: make(chan string, 100_000)}
	t.Cleanup(func() {
		for _, p := range ps.all {
			if p.cmd != nil {
				p.signal(syscall.SIGKILL)
				<-p.exited
			}
			p.stderr.Close()
			if t.Failed() {
				text, _ := os.ReadFile(p.stderr.Name())
				if len(text) > 4000 {
					text = text[len(text)-4000:]
				}
				t.Logf("%s said:\n%s", p.role.Name, text)
			}
		}
	})
	return ps
}

// add adds a process and starts it.
func (ps *processes) add(r role) *process {
	ps.t.Helper()
	stderr, err := os.Create(filepath.Join(ps.dir, r.Name+".log"))
	if err != nil {
		ps.t.Fatal(err)
	}
	p := &process{t: ps.t, role: r, stderr: stderr}
	if r.Name == "coordinator" {
		p.line = func(line string) { ps.lines <- line }
	}
	p.begin()
	ps.all = append(ps.all, p)
	return p
}

// addCluster starts three brokers and returns their addresses.
func (ps *processes) addCluster() (brokers []*process, addresses []string) {
	var routes []string
	for range 3 {
		addresses, routes = append(addresses, freeport.Address(ps.t)), append(routes, freeport.Address(ps.t))
	}
	for i := range 3 {
		name := fmt.Sprintf("broker%d", i)
		brokers = append(brokers,
			ps.add(role{Kind: "broker", Name: name, Dir: filepath.Join(ps.dir, name), Listen: addresses[i],
				Cluster: routes[i], Routes: routes}))
	}
	return brokers, natsURLs(addresses)
}

func natsURLs(addresses []string) (urls []string) {
	for _, a := range addresses {
		urls = append(urls, "nats://"+a)
	}
	return urls
}

// untilPlayed waits until the coordinator has reported at least n matches. done: the event is over.
func (ps *processes) untilPlayed(n int) (done bool) {
	ps.t.Helper()
	deadline := time.After(2 * time.Minute)
	last := "nothing"
	for {
		select {
		case line := <-ps.lines:
			last = line
			if played, is := strings.CutPrefix(line, "played "); is {
				if got, _ := strconv.Atoi(played); got >= n {
					return false
				}
			}
			if strings.HasPrefix(line, "done ") {
				return true
			}
		case <-deadline:
			ps.t.Fatalf("the coordinator has not told of %d matches in two minutes; its last words are %q", n, last)
		}
	}
}

// untilThere waits until a file exists.
func untilThere(t *testing.T, path string) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		if _, err := os.Stat(path); err == nil {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("%s is not there after a minute", path)
		}
	}
}

// named returns the process with this name.
func (ps *processes) named(name string) *process {
	ps.t.Helper()
	for _, p := range ps.all {
		if p.role.Name == name {
			return p
		}
	}
	ps.t.Fatalf("there is no process %q", name)
	return nil
}

// logLeader returns the name of the broker that leads the log's stream. It waits until there is a leader.
func logLeader(t *testing.T, servers []string, creds string) string {
	t.Helper()
	c, err := readCredentials(creds)
	if err != nil {
		t.Fatal(err)
	}
	conn, err := connectUntil(t.Context(), servers, []nats.Option{nats.MaxReconnects(-1)}, func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(50 * time.Millisecond) {
		stream, err := js.Stream(t.Context(), names{c.Event}.log())
		if err == nil {
			if cluster := stream.CachedInfo().Cluster; cluster != nil && cluster.Leader != "" {
				return cluster.Leader
			}
		}
		if time.Now().After(deadline) {
			t.Fatalf("the log has no leader after a minute: %v", err)
		}
	}
}
