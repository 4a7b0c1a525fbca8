package server_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"slices"
	"sync"
	"testing"
	"time"

	"blastyard/netorcai"
	"blastyard/netorcai/server"
)

// The benchmarks play in fast mode against light players in a second process, which is this test binary started again
// with lightPlayers set: "ADDRESS PLAYERS ACKOCTETS", or "ADDRESS PLAYERS ACKOCTETS TURNOCTETS" for the floor.
const lightPlayers = "BLASTYARD_LIGHT_PLAYERS"

func init() {
	if args := os.Getenv(lightPlayers); args != "" {
		var addr string
		var players, ack, turn int
		_, _ = fmt.Sscan(args, &addr, &players, &ack, &turn)
		if turn > 0 {
			everyone(players, func() { floorPlayer(addr, ack, turn) })
		} else {
			everyone(players, func() { lightPlayer(addr, ack) })
		}
		os.Exit(0)
	}
}

func everyone(n int, play func()) {
	var wg sync.WaitGroup
	for range n {
		wg.Go(play)
	}
	wg.Wait()
}

// lightPlayer logs in and answers.
func lightPlayer(addr string, ack int) {
	nc, err := net.Dial("tcp", addr)
	if err != nil {
		panic(err)
	}
	defer nc.Close()
	login, _ := netorcai.AppendFrame(nil, netorcai.Login{Nickname: "light", Role: netorcai.RolePlayer, Version: netorcai.Version})
	_, _ = nc.Write(login)
	light(nc, ack)
}

// light answers each TURN with a TURN_ACK of about that many octets, without decoding anything but the turn number. It
// returns the number of turns at the end of the connection.
func light(nc net.Conn, ack int) (turns int) {
	r := bufio.NewReaderSize(nc, 1<<16)
	actions := ackPadding(ack)
	var content, out []byte
	var header [4]byte
	for {
		if _, err := io.ReadFull(r, header[:]); err != nil {
			return turns
		}
		size := int(binary.LittleEndian.Uint32(header[:]))
		content = slices.Grow(content[:0], size)[:size]
		if _, err := io.ReadFull(r, content); err != nil {
			return turns
		}
		end := content[max(0, size-40):]
		const key = `"turn_number":`
		i := bytes.LastIndex(end, []byte(key))
		if i < 0 {
			continue
		}
		turns++
		out = append(out[:0], 0, 0, 0, 0)
		out = append(out, `{"actions":[`...)
		out = append(out, actions...)
		out = append(out, `],"message_type":"TURN_ACK","turn_number":`...)
		out = append(append(out, bytes.TrimRight(end[i+len(key):], "}\n")...), '}', '\n')
		binary.LittleEndian.PutUint32(out, uint32(len(out)-4))
		if _, err := nc.Write(out); err != nil {
			return turns
		}
	}
}

// ackPadding is an action list's inside, so that a whole TURN_ACK has about that many octets.
func ackPadding(octets int) string {
	const action = `{"id":3,"movement":"bomb"},`
	n := max(1, (octets-70)/len(action))
	all := bytes.Repeat([]byte(action), n)
	return string(all[:len(all)-1])
}

func floorPlayer(addr string, ack, turn int) {
	nc, err := net.Dial("tcp", addr)
	if err != nil {
		panic(err)
	}
	defer nc.Close()
	r := bufio.NewReaderSize(nc, 1<<16)
	content := make([]byte, 1<<17)
	for {
		if _, err := io.ReadFull(r, content[:turn]); err != nil {
			return
		}
		if _, err := nc.Write(content[:ack]); err != nil {
			return
		}
	}
}

func startPlayers(tb testing.TB, args string) (wait func()) {
	tb.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), lightPlayers+"="+args)
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		tb.Fatal(err)
	}
	return func() { _ = cmd.Wait() }
}

// fixedLogic returns a state of a fixed size; it notes when it has answered.
type fixedLogic struct {
	state    []byte
	answered time.Time
}

func newFixedLogic(octets int) *fixedLogic {
	const cell = `{"q":-3,"r":3,"color":2},`
	state := []byte(`{"cells":[`)
	for len(state)+len(cell)+1 < octets {
		state = append(state, cell...)
	}
	return &fixedLogic{state: append(state[:len(state)-1], ']', '}')}
}

func (l *fixedLogic) Init(int, int, int) ([]byte, error) { return l.state, nil }

func (l *fixedLogic) Turn([]netorcai.PlayerActions) (int, []byte, error) {
	l.answered = time.Now()
	return -1, l.state, nil
}

// stopwatch measures the game, and from the game logic's answer to the last TURN written.
type stopwatch struct {
	server.NopObserver
	logic      *fixedLogic
	began, end time.Time
	delays     []time.Duration
}

func (w *stopwatch) Started([]server.Seat, []byte) { w.began = time.Now() }
func (w *stopwatch) Ended(int, []byte)             { w.end = time.Now() }
func (w *stopwatch) TurnSent(int, []byte)          { w.delays = append(w.delays, time.Since(w.logic.answered)) }

type load struct {
	name                string
	players, state, ack int
}

var loads = []load{
	{"6players/1.9KB", 6, 1900, 100},
	{"4players/13KB", 4, 13000, 260},
}

// playFast plays one game and returns the turns a second and the 99th percentile of the stopwatch.
func playFast(tb testing.TB, l load, turns int) (perSecond float64, p99 time.Duration) {
	tb.Helper()
	logic := newFixedLogic(l.state)
	watch := &stopwatch{logic: logic, delays: make([]time.Duration, 0, turns)}
	s, err := server.New(server.Config{
		Settings: server.Settings{NbTurnsMax: turns, NbPlayersMax: l.players},
		Fast:     true, Autostart: true, Logic: logic, Observer: watch,
	})
	if err != nil {
		tb.Fatal(err)
	}
	ln := listen(tb)
	wait := startPlayers(tb, fmt.Sprint(ln.Addr(), " ", l.players, " ", l.ack))
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	result, err := s.Serve(ctx, ln)
	if err != nil || result.Turns != turns {
		tb.Fatalf("played %d turns: %v", result.Turns, err)
	}
	wait()
	slices.Sort(watch.delays)
	return float64(turns) / watch.end.Sub(watch.began).Seconds(), watch.delays[len(watch.delays)*99/100]
}

func listen(tb testing.TB) net.Listener {
	tb.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		tb.Fatal(err)
	}
	return ln
}

// playFloor sends as many octets to and fro as playFast, with no protocol and no game: one goroutine writes all and reads
// all, or (readers) a goroutine a connection reads.
func playFloor(tb testing.TB, l load, turns int, readers bool) (perSecond float64) {
	tb.Helper()
	turn := len(newFixedLogic(l.state).state) + 70
	ack := len(ackPadding(l.ack)) + 65
	ln := listen(tb)
	defer ln.Close()
	wait := startPlayers(tb, fmt.Sprint(ln.Addr(), " ", l.players, " ", ack, " ", turn))
	conns := make([]net.Conn, l.players)
	ins := make([]*bufio.Reader, l.players)
	answered := make(chan bool, l.players)
	for i := range conns {
		nc, err := ln.Accept()
		if err != nil {
			tb.Fatal(err)
		}
		conns[i], ins[i] = nc, bufio.NewReaderSize(nc, 1<<14)
		if readers {
			go func() {
				content := make([]byte, ack)
				for {
					if _, err := io.ReadFull(ins[i], content); err != nil {
						return
					}
					answered <- true
				}
			}()
		}
	}
	buf := make([]byte, turn)
	began := time.Now()
	for range turns {
		for _, nc := range conns {
			_, _ = nc.Write(buf)
		}
		for i := range conns {
			if readers {
				<-answered
			} else if _, err := io.ReadFull(ins[i], buf[:ack]); err != nil {
				tb.Fatal(err)
			}
		}
	}
	took := time.Since(began)
	for _, nc := range conns {
		_ = nc.Close()
	}
	wait()
	return float64(turns) / took.Seconds()
}

// BenchmarkFast compares the server with both floors in the same run; one iteration is 20,000 turns of each.
//
//	go test -run '^$' -bench Fast -benchtime 3x ./netorcai/server
func BenchmarkFast(b *testing.B) {
	const turns = 20_000
	for _, l := range loads {
		b.Run(l.name, func(b *testing.B) {
			var fast, seq, gor float64
			var p99 time.Duration
			n := 0
			for b.Loop() {
				perSecond, p := playFast(b, l, turns)
				fast += perSecond
				p99 = max(p99, p)
				seq += playFloor(b, l, turns, false)
				gor += playFloor(b, l, turns, true)
				n++
			}
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(fast/float64(n), "turns/s")
			b.ReportMetric(seq/float64(n), "floor-seq/s")
			b.ReportMetric(gor/float64(n), "floor-gor/s")
			b.ReportMetric(fast/seq, "of-seq")
			b.ReportMetric(fast/gor, "of-gor")
			b.ReportMetric(float64(p99.Microseconds()), "p99-µs")
		})
	}
}
