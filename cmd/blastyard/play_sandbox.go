package main

import (
	"fmt"
	"io"
	"net"
	"os"

	"blastyard/harness"
)

const namespacePort = 4242 // of a bot that has a network of its own

// apart says that each bot has a network of its own, in which nobody else can reach its port.
func (p *plan) apart() bool { return p.box != nil && p.box.Level >= harness.SandboxNamespaces }

// command is how a seat's program is started.
func (t *servedMatch) command(k int) (harness.Command, error) {
	s := &t.plan.seats[k]
	c := harness.Command{Line: s.spec, Name: s.name, Host: "127.0.0.1", Port: namespacePort, Env: t.plan.env,
		LogFile: t.plan.logFile(t.i, s), OnLine: t.printed(k)}
	if t.plan.box != nil {
		box := *t.plan.box
		words, _ := harness.Split(s.spec) // it was split before
		box.Folder, box.Readable = harness.OwnFolder(words, "", t.plan.aloneHere())
		c.Sandbox = &box
	}
	if t.plan.apart() {
		c.Accept = func(conn net.Conn) { go t.ports.Deliver(k, conn) }
		return c, nil
	}
	at, err := t.ports.Open(k, c.Host, 0)
	if err != nil {
		return c, fmt.Errorf("%w: no port for %s: %w", harness.ErrHost, s.name, err)
	}
	c.Port = at.Port
	return c, nil
}

// aloneHere says that all programs are one bot: then the working folder may be its own.
func (p *plan) aloneHere() bool {
	only := ""
	for k := range p.seats {
		if s := &p.seats[k]; s.isProgram() && only != "" && s.spec != only {
			return false
		} else if s.isProgram() {
			only = s.spec
		}
	}
	return true
}

// tellFolders names bots of which a sandbox shows less, or more, than their authors may think.
func (p *plan) tellFolders(notes io.Writer) {
	if _, bombers := p.game.(*bombermanContest); bombers || p.box == nil || p.box.Level < harness.SandboxFiles {
		return
	}
	owner := map[string]*seat{}
	for k := range p.seats {
		s := &p.seats[k]
		if !s.isProgram() {
			continue
		}
		words, _ := harness.Split(s.spec) // it was split before
		folder, _ := harness.OwnFolder(words, "", p.aloneHere())
		if st, err := os.Stat(folder); err == nil && !st.IsDir() {
			fmt.Fprintf(notes, "%s: its folder is not its own: it sees only the file %s\n", s.name, folder)
		} else if other := owner[folder]; other != nil && other.spec != s.spec {
			fmt.Fprintf(notes, "%s and %s share the folder %s: each can read the other\n", other.name, s.name, folder)
		}
		owner[folder] = s
	}
}
