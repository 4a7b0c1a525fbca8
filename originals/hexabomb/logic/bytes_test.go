package logic

import (
	"encoding/json"
	"net"
	"testing"

	"blastyard/internal/vectors"
	"blastyard/protocol/netorcai"
	"blastyard/rules/hexabomb/wire"
)

// TestBytesOfTheOriginal plays the original's games over a connection. The original writes all keys in alphabetical
// order, as encoding/json does.
func TestBytesOfTheOriginal(t *testing.T) {
	t.Parallel()
	for _, v := range vectors.Hexabomb(t) {
		t.Run(v.Name, func(t *testing.T) {
			board, err := wire.DecodeMap(v.Map)
			if err != nil {
				t.Fatal(err)
			}
			server, client := net.Pipe()
			defer server.Close()
			played := make(chan error, 1)
			go func() {
				defer client.Close()
				played <- netorcai.RunLogic(t.Context(), netorcai.NewClient(client), &rules{board: board})
			}()
			in := netorcai.NewFrameReader(server, netorcai.MaxSize)
			type object map[string]any
			expect := func(frame []byte, err error, want object) {
				t.Helper()
				if err == nil {
					_, err = server.Write(frame)
				}
				if err != nil {
					t.Fatal(err)
				}
				got, err := in.Next(netorcai.MaxSize)
				if err != nil {
					t.Fatal(err)
				}
				text, err := json.Marshal(want)
				if err != nil {
					t.Fatal(err)
				}
				if string(got) != string(text)+"\n" {
					t.Fatalf("sent\n%s\nwant\n%s", got, text)
				}
			}
			state := func(raw []byte) object {
				var value any
				if err := json.Unmarshal(raw, &value); err != nil {
					t.Fatal(err)
				}
				return object{"all_clients": value}
			}
			frame, err := netorcai.AppendFrame(nil, netorcai.DoInit{
				NbPlayers: v.Players, NbSpecialPlayers: v.SpecialPlayers, NbTurnsMax: len(v.Turns),
			})
			expect(frame, err, object{"message_type": "DO_INIT_ACK", "initial_game_state": state(v.InitialState)})
			for i := range v.Turns {
				turn := &v.Turns[i]
				var m netorcai.DoTurn
				for _, p := range turn.PlayerActions {
					m.PlayerActions = append(m.PlayerActions, netorcai.PlayerActions{PlayerID: p.Player, Actions: p.Actions})
				}
				frame, err := netorcai.AppendFrame(nil, m)
				expect(frame, err, object{"message_type": "DO_TURN_ACK", "winner_player_id": turn.Winner, "game_state": state(turn.State)})
			}
			if frame, err = netorcai.AppendFrame(nil, netorcai.Kick{Reason: netorcai.GameFinished}); err == nil {
				_, err = server.Write(frame)
			}
			if err != nil {
				t.Fatal(err)
			}
			if err := <-played; err != nil {
				t.Error(err)
			}
		})
	}
}
