package control

import (
	"fmt"
	"net"
	"path/filepath"

	"blastyard/internal/plain"
	"blastyard/tournament/internal/web"
)

// ACME returns what gets certificates for these names: see web.ACME.
func ACME(hosts []string, directory string) (*web.ACME, error) {
	for _, h := range hosts {
		if err := web.CheckHost(h); err != nil {
			return nil, fmt.Errorf("--acme %.100q: %w", h, err)
		}
	}
	if directory != "" {
		if err := web.CheckDirectory(directory); err != nil {
			return nil, fmt.Errorf("--acme-directory %.200q: %w", directory, err)
		}
	}
	return &web.ACME{Hosts: hosts, Directory: directory}, nil
}

// certificates lets certificates be kept in the store, and opens the address for plain HTTP; "": there is none.
func (p *Play) certificates(a *web.ACME, http string) (err error) {
	a.Dir = filepath.Join(p.Store, "acme")
	a.Tell = func(line string) { fmt.Fprintln(p.Notes, plain.Line(line)) }
	if http != "" {
		a.HTTP, err = net.Listen("tcp", http)
	}
	return err
}

// closeListener closes a listener that may be nil.
func closeListener(l net.Listener) {
	if l != nil {
		l.Close()
	}
}
