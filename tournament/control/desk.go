package control

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"blastyard/internal/english"
	"blastyard/internal/plain"
	"blastyard/tournament/internal/desk"
)

// organisersDesk returns the pages of the organiser.
func (s *served) organisersDesk(health func() error) *desk.Desk {
	o := desk.Options{Event: s.engine, Keys: desk.OpenKeys(s.Store), Teams: s.inbox, Health: health,
		Frame: s.frame, Website: s.o.Website, Log: s.log}
	if s.hook != nil {
		o.Hook = s.hook.Line
	}
	return desk.New(o)
}

// DeskLink makes a one-time address of the organiser's desk for an organiser of this name, at a server.
func DeskLink(path, server, name string, out io.Writer) error {
	dir, err := StoreOf(path)
	if err != nil {
		return err
	}
	secret, err := desk.OpenKeys(dir).Link(name)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(out, strings.TrimSuffix(server, "/")+desk.LinkPath+secret)
	return err
}

// RevokeDesk ends the addresses and the browsers of an organiser; "": of all.
func RevokeDesk(path, name string, out io.Writer) error {
	dir, err := StoreOf(path)
	if err != nil {
		return err
	}
	ended, err := desk.OpenKeys(dir).Revoke(name)
	if err != nil {
		return err
	}
	if ended == 0 && name != "" {
		return errors.New("there is no address and no browser of " + plain.Text(name))
	}
	_, err = fmt.Fprintf(out, "ended: %s\n", english.Count(ended, "address"))
	return err
}
