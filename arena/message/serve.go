package message

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net"

	"blastyard/protocol/netorcai"
)

// maxAnswer is the largest message that is read from the bot, in bytes.
const maxAnswer = 16 << 20

// Serve waits for one bot to connect and sends it what the player's bot received, as a server does. It sends each
// TURN after the bot has answered the one before, without a time limit. It calls differ for each answer that differs
// from the recorded one; turn is the number of turns played before it.
func (f *Feed) Serve(ctx context.Context, l net.Listener, differ func(turn int, now, then []byte)) error {
	defer context.AfterFunc(ctx, func() { l.Close() })()
	conn, err := l.Accept()
	if err != nil {
		return ended(ctx, err)
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	return ended(ctx, f.serve(conn, differ))
}

// ended returns the error of ctx if that has ended, or else err.
func ended(ctx context.Context, err error) error {
	return cmp.Or(ctx.Err(), err)
}

func (f *Feed) serve(conn net.Conn, differ func(turn int, now, then []byte)) error {
	in := netorcai.NewFrameReader(conn, 0)
	text, err := in.Next(maxAnswer)
	if err == nil {
		_, err = netorcai.DecodeLogin(text)
	}
	if err != nil {
		return fmt.Errorf("message: the bot's LOGIN: %w", err)
	}
	if err := sendFrame(conn, netorcai.LoginAck{Version: netorcai.Version}.AppendJSON(nil)); err != nil {
		return err
	}
	err = f.each(func(m *Message) error {
		if err := sendFrame(conn, m.Sent[0].Data); err != nil {
			return fmt.Errorf("message: the bot has gone after %d turns: %w", m.Turn, err)
		}
		if m.Kind != Turn {
			return nil
		}
		text, err := in.Next(maxAnswer)
		var ack netorcai.TurnAck
		if err == nil {
			ack, err = netorcai.DecodeTurnAck(text)
		}
		if err != nil {
			return fmt.Errorf("message: the bot's answer after %d turns: %w", m.Turn, err)
		}
		if m.Answer != nil && !same(ack.Actions, m.Answer.Data) {
			differ(m.Turn, ack.Actions, m.Answer.Data)
		}
		return nil
	})
	if err != nil {
		return err
	}
	return sendFrame(conn, netorcai.Kick{Reason: netorcai.GameFinished}.AppendJSON(nil))
}

// same reports whether two lists of actions differ in white space at most.
func same(a, b []byte) bool { return bytes.Equal(compact(a), compact(b)) }

func compact(text []byte) []byte {
	var b bytes.Buffer
	if json.Compact(&b, text) != nil {
		return text
	}
	return b.Bytes()
}
