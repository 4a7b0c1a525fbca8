//go:build goexperiment.jsonv2

package netorcai

import (
	"bytes"
	"encoding/json"
	"encoding/json/jsontext"
	"strings"
	"testing"
)

// BenchmarkJSON reads messages with this package, and with the libraries that could replace internal/jsonscan:
// encoding/json/jsontext reads fields and puts their values into canonical form, encoding/json makes values and writes
// them again.
func BenchmarkJSON(b *testing.B) {
	cells := func(cell, comma string) string { return `[` + strings.Repeat(cell+comma, 414) + cell + `]` }
	for _, m := range []struct{ name, text, field string }{
		{"TURN_ACK/sorted", `{"actions":[{"direction":"x+","id":3,"movement":"move"},{"bomb_delay":3,"bomb_range":2,"id":4,` +
			`"movement":"bomb"}],"message_type":"TURN_ACK","turn_number":117}`, "actions"},
		{"TURN_ACK/Python", `{"message_type": "TURN_ACK", "turn_number": 117, "actions": [{"id": 3, "movement": "move", ` +
			`"direction": "x+"}, {"id": 4, "movement": "bomb", "bomb_range": 2, "bomb_delay": 3}]}`, "actions"},
		{"DO_TURN_ACK/sorted", `{"game_state":{"all_clients":{"cells":` + cells(`{"color":2,"q":-3,"r":3}`, ",") +
			`}},"message_type":"DO_TURN_ACK","winner_player_id":-1}`, "game_state"},
		{"DO_TURN_ACK/Python", `{"message_type": "DO_TURN_ACK", "winner_player_id": -1, "game_state": {"all_clients": {"cells": ` +
			cells(`{"q": -3, "r": 3, "color": 2}`, ", ") + `}}}`, "game_state"},
	} {
		data := []byte(m.text)
		for _, by := range []struct {
			name string
			read func() error
		}{
			{"ours", func() (err error) {
				if m.field == "actions" {
					_, err = DecodeTurnAck(data)
				} else {
					_, err = DecodeDoTurnAck(data, 4)
				}
				return err
			}},
			{"jsontext", func() error { return readByJSONText(data, m.field) }},
			{"json", func() error { return readByJSON(data, m.field) }},
		} {
			b.Run(m.name+"/"+by.name, func(b *testing.B) {
				for b.Loop() {
					if err := by.read(); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

func readByJSONText(data []byte, field string) error {
	d := jsontext.NewDecoder(bytes.NewReader(data), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	if _, err := d.ReadToken(); err != nil {
		return err
	}
	for d.PeekKind() != '}' {
		key, err := d.ReadToken()
		if err != nil {
			return err
		}
		wanted := key.String() == field
		value, err := d.ReadValue()
		if err != nil {
			return err
		}
		if wanted {
			value = value.Clone()
			if err := value.Canonicalize(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)); err != nil {
				return err
			}
		}
	}
	_, err := d.ReadToken()
	return err
}

func readByJSON(data []byte, field string) error {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(data, &fields); err != nil {
		return err
	}
	var value any
	if err := json.Unmarshal(fields[field], &value); err != nil {
		return err
	}
	_, err := json.Marshal(value)
	return err
}
