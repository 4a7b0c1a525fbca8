package engine

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"blastyard/internal/jsonerror"
	"blastyard/internal/regular"
)

// credentials are what another machine needs to play matches of an event: DIR/worker.creds. Their holder can add
// results, so only the owner may read the file.
type credentials struct {
	Event    string   `json:"event"`             // the id of the store
	Servers  []string `json:"servers,omitempty"` // addresses at which workers should reach the broker
	User     string   `json:"user,omitempty"`    // "": the addresses hold all that is needed
	Password string   `json:"password,omitempty"`
	CA       string   `json:"ca,omitempty"` // certificates of those who signed the broker's; "": the system knows them
}

func (f *folder) credentialsPath() string { return filepath.Join(f.path, "worker.creds") }

// workerPassword returns the password of the last run, or a new one. So workers need no new file when the coordinator
// restarts.
func (f *folder) workerPassword() (string, error) {
	c, err := readCredentials(f.credentialsPath())
	switch {
	case err == nil && c.Password != "" && c.Event == f.ID:
		return c.Password, nil
	case err == nil || errors.Is(err, fs.ErrNotExist):
		return rand.Text(), nil
	}
	return "", err
}

func (f *folder) writeCredentials(c credentials) error {
	text, err := json.MarshalIndent(c, "", "  ")
	if err == nil {
		err = replaceFile(f.credentialsPath(), append(text, '\n'))
	}
	return wrapFull(err)
}

// maxCredentials is the most bytes of a file with credentials.
const maxCredentials = 1 << 20

func readCredentials(path string) (*credentials, error) {
	text, err := regular.ReadText(path, maxCredentials)
	if err != nil {
		return nil, fmt.Errorf("engine: credentials: %w", err)
	}
	c := new(credentials)
	if err := jsonerror.Decode(text, c); err != nil {
		return nil, fmt.Errorf("engine: credentials: %s: %w", path, err)
	}
	if len(c.Event) != idLength {
		return nil, fmt.Errorf("engine: credentials: %s: it names no event: expected a file worker.creds of a store",
			path)
	}
	return c, nil
}

// credentials returns the credentials for the current broker.
func (e *Engine) credentials(password string) credentials {
	cluster := e.broker.cluster
	c := credentials{Event: e.names.id, Servers: cluster.Servers, CA: cluster.CA}
	if cluster.Worker != "" {
		c.Servers = withoutUsers(cluster.Servers)
		c.User, c.Password, _ = strings.Cut(cluster.Worker, ":")
	}
	if e.broker.embedded != nil {
		c.User, c.Password = workerUser, password
		if e.broker.listens != "" {
			c.Servers = []string{"nats://" + e.broker.listens}
		}
	}
	return c
}

// CredentialsPath returns the file that another machine needs to play matches: see Work.
func (e *Engine) CredentialsPath() string { return e.folder.credentialsPath() }
