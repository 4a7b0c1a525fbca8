package web

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"sync"

	"golang.org/x/crypto/acme"
)

// problems passes on requests to an authority, and keeps why it has refused a name: the manager of certificates tries
// all ways to prove a name, and then says only that there is no other one.
type problems struct {
	next http.RoundTripper // nil: http.DefaultTransport

	mu   sync.Mutex
	last map[string]*acme.Error // by name
}

// maxProblem is the most bytes of an answer that are looked at.
const maxProblem = 1 << 20

// RoundTrip implements http.RoundTripper.
func (p *problems) RoundTrip(r *http.Request) (*http.Response, error) {
	next := p.next
	if next == nil {
		next = http.DefaultTransport
	}
	res, err := next.RoundTrip(r)
	if err != nil || res.ContentLength > maxProblem {
		return res, err
	}
	head, err := io.ReadAll(io.LimitReader(res.Body, maxProblem))
	if err != nil {
		res.Body.Close()
		return nil, err
	}
	p.look(head)
	res.Body = struct {
		io.Reader
		io.Closer
	}{io.MultiReader(bytes.NewReader(head), res.Body), res.Body}
	return res, nil
}

// look keeps the problem of an authorization, if the text is one.
func (p *problems) look(text []byte) {
	var authorization struct {
		Identifier struct{ Value string }
		Challenges []struct {
			Error *struct {
				Type, Detail string
				Status       int
			}
		}
	}
	if json.Unmarshal(text, &authorization) != nil || authorization.Identifier.Value == "" {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range authorization.Challenges {
		if c.Error == nil {
			continue
		}
		if p.last == nil {
			p.last = map[string]*acme.Error{}
		}
		p.last[authorization.Identifier.Value] = &acme.Error{StatusCode: c.Error.Status, ProblemType: c.Error.Type,
			Detail: c.Error.Detail}
	}
}

// take returns the last problem of a name, once; nil: there is none.
func (p *problems) take(name string) *acme.Error {
	p.mu.Lock()
	defer p.mu.Unlock()
	problem := p.last[name]
	delete(p.last, name)
	return problem
}
