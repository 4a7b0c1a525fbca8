//go:build js && wasm

// Package inpage is the laboratory as a WebAssembly module. The page's side is in show/web/src/lab.
package inpage

import (
	"encoding/json"
	"fmt"
	"strconv"
	"syscall/js"
	"time"

	"blastyard/internal/errortext"
	"blastyard/show/lab"
)

// Serve sets globalThis.blastyardLab, calls blastyardLabReady, and keeps running: it does not return.
func Serve() {
	page := js.Global()
	page.Set("blastyardLab", map[string]any{
		"version": lab.Version(),
		"verify":  function(func(args []js.Value) (any, error) { return text(lab.Verify(bytes(args[0]))) }),
		"film":    function(func(args []js.Value) (any, error) { return plain(lab.Film(bytes(args[0]))) }),
		"lessons": function(func(args []js.Value) (any, error) { return plain(lab.Lessons(bytes(args[0]))) }),
		"offer":   function(func(args []js.Value) (any, error) { return text(lab.Offer(bytes(args[0]))) }),
		"starter": function(func(args []js.Value) (any, error) {
			files, err := lab.Starter(args[0].String(), args[1].String(), args[2].String())
			return text(map[string]any{"files": files}, err)
		}),
		"learn": function(func([]js.Value) (any, error) { return text(lab.Learn()) }),
		"kinds": function(func([]js.Value) (any, error) { return text(lab.Kinds()) }),
		"match": page.Call("blastyardMatch", function(begin), function(ask)),
	})
	if ready := page.Get("blastyardLabReady"); ready.Type() == js.TypeFunction {
		ready.Invoke()
	}
	select {}
}

// function makes f callable from the page. A Go function cannot throw, so it returns an error as a value, and
// blastyardThrow (glue.js) wraps it in a function that throws.
func function(f func(args []js.Value) (any, error)) js.Value {
	return js.Global().Call("blastyardThrow", js.FuncOf(func(_ js.Value, args []js.Value) any {
		result, err := f(args)
		if err != nil {
			return problem(err)
		}
		return result
	}))
}

func problem(err error) js.Value { return js.Global().Get("Error").New(errortext.Text(err)) }

// bytes returns the content of a Uint8Array, or nil for any other value.
func bytes(v js.Value) []byte {
	if v.Type() != js.TypeObject {
		return nil
	}
	b := make([]byte, v.Length())
	js.CopyBytesToGo(b, v)
	return b
}

// array returns a Uint8Array, or null for nil.
func array(b []byte) js.Value {
	if b == nil {
		return js.Null()
	}
	v := js.Global().Get("Uint8Array").New(len(b))
	js.CopyBytesToJS(v, b)
	return v
}

// text encodes a value as JSON.
func text(v any, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return plain(json.Marshal(v))
}

func plain(text []byte, err error) (any, error) { return string(text), err }

// begin starts a match: begin(order, ports, replay or null, say or null, resolve, reject) returns its number.
func begin(args []js.Value) (any, error) {
	o := lab.Options{Ports: map[int]lab.Port{}, Replay: bytes(args[2]), Yield: yield}
	seats := js.Global().Get("Object").Call("keys", args[1])
	for i := range seats.Length() {
		key := seats.Index(i).String()
		seat, err := strconv.Atoi(key)
		if err != nil {
			return nil, fmt.Errorf("ports has the key %.40q, expected the number of a seat", key)
		}
		o.Ports[seat] = &port{port: args[1].Get(key)}
	}
	if say := args[3]; say.Type() == js.TypeFunction {
		o.Say = func(line string) {
			defer func() { _ = recover() }() // ignore what the callback throws
			say.Invoke(line)
		}
	}
	o.Done = func(played *lab.Played, err error) { end(played, err, args[4], args[5]) }
	m, err := lab.Begin([]byte(args[0].String()), o)
	if err != nil {
		return nil, err
	}
	begun++
	matches[begun] = m
	return begun, nil
}

// end reports the end of a match to the page.
func end(played *lab.Played, err error, resolve, reject js.Value) {
	if err != nil {
		reject.Invoke(problem(err))
		return
	}
	result, err := text(played, nil)
	if err != nil {
		reject.Invoke(problem(err))
		return
	}
	resolve.Invoke(map[string]any{"result": result, "replay": array(played.Replay)})
}

// The running matches, by number.
var (
	matches = map[int]*lab.Match{}
	begun   int
)

// ask calls a function of a match: ask(number, what, …).
func ask(args []js.Value) (any, error) {
	number := args[0].Int()
	m := matches[number]
	switch args[1].String() {
	case "stop":
		m.Stop()
	case "forget":
		delete(matches, number)
	case "look":
		return text(m.Look())
	case "play":
		return text(m.Play(args[2].Int(), []byte(args[3].String())))
	case "quit":
		return text(m.Quit())
	}
	return nil, nil
}

// port is a MessagePort. blastyardListen (glue.js) limits what comes through it.
type port struct {
	port  js.Value
	heard js.Func
}

func (p *port) Listen(hear func(lab.Message)) {
	p.heard = js.FuncOf(func(_ js.Value, args []js.Value) any {
		hear(lab.Message{Kind: lab.MessageKind(args[0].Int()), Turn: args[1].Int(), Text: args[2].String()})
		return nil
	})
	js.Global().Call("blastyardListen", p.port, p.heard, lab.MaxText)
}

func (p *port) Send(line string) { p.port.Call("postMessage", line) }

func (p *port) Close() {
	p.port.Set("onmessage", nil)
	p.port.Call("close")
	if p.heard.Type() == js.TypeFunction {
		p.heard.Release()
	}
}

// A match keeps the only thread busy. From time to time it lets the worker receive messages of the page.
const (
	breath      = 50 * time.Millisecond
	betweenLook = 16 // turns
)

var (
	turns   int
	breathe time.Time
)

func yield() {
	if turns++; turns%betweenLook != 0 || time.Since(breathe) < breath {
		return
	}
	time.Sleep(1)
	breathe = time.Now()
}
