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
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"blastyard/protocol/netorcai"
	"blastyard/protocol/netorcai/server"
	"blastyard/rules/hexabomb"
	"blastyard/rules/hexabomb/wire"
	"blastyard/rules/maps"
)

// The benchmarks play in fast mode against light players in a second process, which is this test binary started again
// with lightPlayers set: "WHAT ADDRESS PLAYERS ACKSIZE SIZE", where WHAT is players, or players and a game logic with
// a state of SIZE, or floor with turns of SIZE.
const lightPlayers = "BLASTYARD_LIGHT_PLAYERS"

func init() {
	args := os.Getenv(lightPlayers)
	if args == "" {
		return
	}
	var what, addr string
	var players, ack, size int
	_, _ = fmt.Sscan(args, &what, &addr, &players, &ack, &size)
	switch what {
	case "floor":
		everyone(players, func() { floorPlayer(addr, ack, size) })
	case "logic":
		go lightLogic(addr, size)
		everyone(players, func() { lightPlayer(addr, ack) })
	default:
		everyone(players, func() { lightPlayer(addr, ack) })
	}
	os.Exit(0)
}

// lightLogic answers each DO_TURN with the same state.
func lightLogic(addr string, size int) {
	ctx := context.Background()
	c, err := netorcai.Dial(ctx, addr)
	if err != nil {
		panic(err)
	}
	if err := c.Login(ctx, "light", netorcai.RoleGameLogic); err != nil {
		panic(err)
	}
	_ = netorcai.RunLogic(ctx, c, newFixedLogic(size))
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

// light answers each TURN with a TURN_ACK of about that many bytes, without decoding anything but the turn number. It
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
		const begin = `{"message_type":"TURN","turn_number":`
		number, isTurn := bytes.CutPrefix(content, []byte(begin))
		if !isTurn {
			continue
		}
		turns++
		number = number[:bytes.IndexByte(number, ',')]
		out = append(out[:0], 0, 0, 0, 0)
		out = append(out, `{"actions":[`...)
		out = append(out, actions...)
		out = append(out, `],"message_type":"TURN_ACK","turn_number":`...)
		out = append(append(out, number...), '}', '\n')
		binary.LittleEndian.PutUint32(out, uint32(len(out)-4))
		if _, err := nc.Write(out); err != nil {
			return turns
		}
	}
}

// ackPadding is an action list's inside, so that a whole TURN_ACK has about that many bytes.
func ackPadding(size int) string {
	const action = `{"id":3,"movement":"move","direction":"x+"},`
	n := max(1, (size-70)/len(action))
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

// fixedLogic returns a state of a fixed size, or plays hexabomb. It records when it has answered.
type fixedLogic struct {
	state    []byte
	answered time.Time

	game    *hexabomb.State // nil: a state of a fixed size
	encoder *wire.Encoder
	actions []hexabomb.Action
}

// newRulesLogic plays hexabomb on a built-in map.
func newRulesLogic(tb testing.TB, name string, players int) *fixedLogic {
	tb.Helper()
	m, err := maps.Load(name)
	if err != nil {
		tb.Fatal(err)
	}
	b, err := hexabomb.NewBoard(m, players, 0)
	if err != nil {
		tb.Fatal(err)
	}
	l := &fixedLogic{game: hexabomb.NewState(b), encoder: wire.NewEncoder(b)}
	l.state = l.encoder.Append(nil, l.game)
	return l
}

func newFixedLogic(size int) *fixedLogic {
	const cell = `{"color":2,"q":-3,"r":3},` // keys in order, as nearly all JSON libraries and our game logic write them
	state := []byte(`{"cells":[`)
	for len(state)+len(cell)+1 < size {
		state = append(state, cell...)
	}
	return &fixedLogic{state: append(state[:len(state)-1], ']', '}')}
}

func (l *fixedLogic) Init(int, int, int) ([]byte, error) { return l.state, nil }

func (l *fixedLogic) Turn(players []netorcai.PlayerActions) (int, []byte, error) {
	if l.game != nil {
		l.actions = l.actions[:0]
		for _, p := range players {
			l.actions, _ = wire.AppendActions(l.actions, p.PlayerID, p.Actions, nil)
		}
		l.game.Step(l.actions, nil)
		l.state = l.encoder.Append(l.state[:0], l.game)
	}
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
	board               string // a map with states of about that size
}

var loads = []load{
	{"6players/37cells", 6, 1750, 100, "tiny"},
	{"4players/415cells", 4, 14000, 260, "arena4"},
}

// playFast plays one game and returns the turns a second and the 99th percentile of the stopwatch.
// The game logic is hexabomb in this process, or (remote) a state of a fixed size with the players. The server has one
// processor, as in the command "blastyard netorcai --fast", or (all) all of them.
func playFast(tb testing.TB, d driver, l load, turns int, remote, all bool) (perSecond float64, p99 time.Duration) {
	tb.Helper()
	if !all {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	}
	logic := newFixedLogic(l.state)
	if !remote {
		logic = newRulesLogic(tb, l.board, l.players)
	}
	watch := &stopwatch{logic: logic, delays: make([]time.Duration, 0, turns)}
	cfg := server.Config{
		Settings: server.Settings{NbTurnsMax: turns, NbPlayersMax: l.players},
		Fast:     true, Autostart: true, Observer: watch,
	}
	what := "logic"
	if !remote {
		cfg.Logic, what = logic, "players"
	}
	s, err := server.New(cfg)
	if err != nil {
		tb.Fatal(err)
	}
	ln := listen(tb)
	wait := d.start(tb, what, ln.Addr(), l.players, l.ack, l.state)
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

// playFloor sends as many bytes to and fro as playFast, with no protocol and no game: one goroutine writes all and reads
// all, or (readers) a goroutine a connection reads.
func playFloor(tb testing.TB, d driver, l load, turns int, readers bool) (perSecond float64) {
	tb.Helper()
	turn := len(newFixedLogic(l.state).state) + 70
	ack := len(ackPadding(l.ack)) + 65
	ln := listen(tb)
	defer ln.Close()
	wait := d.start(tb, "floor", ln.Addr(), l.players, ack, turn)
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

// BenchmarkFast compares the server with both floors in the same run. One iteration is a round of 4,000 turns of each,
// one after the other; the figures are the medians of the rounds, so that whatever else the machine does spoils few.
//
//	go test -run '^$' -bench Fast -benchtime 15x ./protocol/netorcai/server
func BenchmarkFast(b *testing.B) {
	const turns = 4000
	eachLoad(b, true, func(b *testing.B, d driver, l load, all bool) {
		var fast, seq, gor, ofSeq, ofGor, p99 []float64
		for b.Loop() {
			s, g := playFloor(b, d, l, turns, false), playFloor(b, d, l, turns, true)
			f, p := playFast(b, d, l, turns, false, all)
			fast, seq, gor = append(fast, f), append(seq, s), append(gor, g)
			ofSeq, ofGor, p99 = append(ofSeq, f/s), append(ofGor, f/g), append(p99, float64(p.Nanoseconds())/1e3)
		}
		b.ReportMetric(0, "ns/op")
		b.ReportMetric(median(fast), "turns/s")
		b.ReportMetric(median(seq), "floor-seq/s")
		b.ReportMetric(median(gor), "floor-gor/s")
		b.ReportMetric(median(ofSeq), "of-seq")
		b.ReportMetric(median(ofGor), "of-gor")
		b.ReportMetric(median(p99), "p99-µs")
	})
}

func eachLoad(b *testing.B, inC bool, bench func(b *testing.B, d driver, l load, all bool)) {
	drivers := []driver{goDriver()}
	if d, ok := cDriver(b); ok && inC {
		drivers = append(drivers, d)
	}
	for _, l := range loads {
		for _, all := range []bool{false, true} {
			name := l.name + "/one_processor"
			if all {
				name = l.name + "/all_processors"
			}
			for _, d := range drivers {
				b.Run(name+"/players_in_"+d.name, func(b *testing.B) { bench(b, d, l, all) })
			}
		}
	}
}

// BenchmarkRemoteLogic is the server with a game logic over TCP, in the players' process.
func BenchmarkRemoteLogic(b *testing.B) {
	const turns = 4000
	eachLoad(b, false, func(b *testing.B, d driver, l load, all bool) {
		var fast []float64
		for b.Loop() {
			f, _ := playFast(b, d, l, turns, true, all)
			fast = append(fast, f)
		}
		b.ReportMetric(0, "ns/op")
		b.ReportMetric(median(fast), "turns/s")
	})
}

func median(all []float64) float64 {
	slices.Sort(all)
	return all[len(all)/2]
}
