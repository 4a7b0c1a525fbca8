package branch

import (
	"errors"

	"blastyard/arena/message"
	"blastyard/show/serve"
)

// Messages implements serve.Messenger.
func (b *Branches) Messages(id string, turn, player int) (*serve.Messages, error) {
	r, err := b.read(id)
	if err != nil {
		return nil, err
	}
	m, err := message.At(r, turn, player, b.config.Arena.Games)
	switch {
	case errors.Is(err, message.ErrNone):
		return nil, serve.ErrNotFound
	case err != nil:
		return nil, err
	}
	messages := &serve.Messages{Turn: m.Turn, Player: m.Player, Notes: m.Notes, Sent: []serve.Text{}}
	for _, s := range m.Sent {
		messages.Sent = append(messages.Sent, text(s))
	}
	if m.Answer != nil {
		answer := text(*m.Answer)
		messages.Answer = &answer
	}
	return messages, nil
}

func text(t message.Text) serve.Text { return serve.Text{Name: t.Name, Text: string(t.Data)} }
