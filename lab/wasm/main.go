//go:build js && wasm

// Wasm is the laboratory as a WebAssembly module: it sets globalThis.blastyardLab, says so to blastyardLabReady, and
// stays. The page's side is in show/web/src/lab.
package main

import (
	"encoding/json"
	"syscall/js"

	"blastyard/lab"
)

func main() {
	page := js.Global()
	page.Set("blastyardLab", map[string]any{
		"version": lab.Version(),
		"verify":  function(verify),
		"play":    function(play),
	})
	if ready := page.Get("blastyardLabReady"); ready.Type() == js.TypeFunction {
		ready.Invoke()
	}
	select {}
}

// function makes f a function for the page. A function of Go cannot throw, so it returns an error as a value, and
// blastyardThrow (throw.js) makes it throw that.
func function(f func(args []js.Value) (any, error)) js.Value {
	return js.Global().Call("blastyardThrow", js.FuncOf(func(_ js.Value, args []js.Value) any {
		result, err := f(args)
		if err != nil {
			return js.Global().Get("Error").New(err.Error())
		}
		return result
	}))
}

// verify takes the bytes of a replay and returns a lab.Verdict as JSON.
func verify(args []js.Value) (any, error) {
	file := make([]byte, args[0].Length())
	js.CopyBytesToGo(file, args[0])
	verdict, err := lab.Verify(file)
	if err != nil {
		return nil, err
	}
	return text(verdict)
}

// play takes an arena.Config as JSON and returns the replay, as bytes, and the result as JSON.
func play(args []js.Value) (any, error) {
	played, err := lab.Play([]byte(args[0].String()))
	if err != nil {
		return nil, err
	}
	replay := js.Global().Get("Uint8Array").New(len(played.Replay))
	js.CopyBytesToJS(replay, played.Replay)
	result, err := text(played.Result)
	if err != nil {
		return nil, err
	}
	return map[string]any{"replay": replay, "result": result}, nil
}

func text(v any) (string, error) {
	data, err := json.Marshal(v)
	return string(data), err
}
