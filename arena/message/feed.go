package message

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"blastyard/game"
	"blastyard/protocol/netorcai"
	"blastyard/replay"
)

// A Feed sends a program the messages that the bot of a player received, from the one after turn From to the one
// after turn To.
type Feed struct {
	Replay   *replay.Replay
	Player   int
	From, To int
	Framed   bool // Write writes frames
	Stdio    bool // send the lines of a bot that plays over its standard input and output
	Games    []*game.Kind
}

// ErrRounds says that bots of the game read files and receive no messages.
var ErrRounds = errors.New("message: bots of this game got the files of a round, and no messages")

// each calls do for each message that was sent.
func (f *Feed) each(do func(m *Message) error) error {
	t, err := New(&f.Replay.Header, f.Player, f.Games)
	if err != nil {
		return err
	}
	if f.Stdio {
		t.SpeakStdio()
	}
	return t.all(f.Replay, f.From, f.To, func(m *Message) error {
		switch m.Kind {
		case None:
			return nil
		case Round:
			return ErrRounds
		default:
			return do(m)
		}
	})
}

// Write writes the messages as lines, or as frames.
func (f *Feed) Write(w io.Writer) error {
	if f.Framed {
		return f.Frames(w)
	}
	return f.Lines(w)
}

// Lines writes each message as a line of JSON.
func (f *Feed) Lines(w io.Writer) error {
	return f.each(func(m *Message) error {
		for _, s := range m.Sent {
			if _, err := w.Write(append(s.Data, '\n')); err != nil {
				return err
			}
		}
		return nil
	})
}

// Frames writes the messages as a server sends them, each after its size. If they begin at the start of the match,
// LOGIN_ACK comes first. If the match ended, KICK comes last.
func (f *Feed) Frames(w io.Writer) error {
	if f.From == 0 {
		if err := sendFrame(w, netorcai.LoginAck{Version: netorcai.Version}.AppendJSON(nil)); err != nil {
			return err
		}
	}
	last := None
	err := f.each(func(m *Message) error {
		last = m.Kind
		return sendFrame(w, m.Sent[0].Data)
	})
	if err == nil && last == Ends {
		err = sendFrame(w, netorcai.Kick{Reason: netorcai.GameFinished}.AppendJSON(nil))
	}
	return err
}

// sendFrame writes a message with its size, in a single Write.
func sendFrame(w io.Writer, text []byte) error {
	frame := binary.LittleEndian.AppendUint32(nil, uint32(len(text)+1))
	_, err := w.Write(append(append(frame, text...), '\n'))
	return err
}

// WriteRound creates a folder with the files that a bot found in its folder after so many turns.
func (f *Feed) WriteRound(turn int, dir string) (*Message, error) {
	m, err := At(f.Replay, turn, f.Player, f.Games)
	switch {
	case err != nil:
		return nil, err
	case m.Kind == None:
		return m, fmt.Errorf("message: turn %d: %s", turn, m.Notes[0])
	case m.Kind != Round:
		return nil, fmt.Errorf("message: turn %d: bots of this game got messages, and no files", turn)
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	for _, t := range m.Sent {
		//nolint:gosec // as bots find them
		if err := os.WriteFile(filepath.Join(dir, t.Name), t.Data, 0o666); err != nil {
			return nil, err
		}
	}
	return m, nil
}
