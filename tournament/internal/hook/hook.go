// Package hook posts messages to another program, signed, one after the other: a web hook. It knows nothing of events:
// others give it messages with positions, and it remembers how far the receiver has acknowledged them.
package hook

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"sync"
	"time"
)

// Headers of a request.
const (
	SignatureHeader = "X-Blastyard-Signature" // sha256= and the HMAC-SHA256 of the body, in hexadecimal
	MessageHeader   = "X-Blastyard-Message"   // the id of the message
)

const (
	timeout   = 10 * time.Second // of a request
	mostTries = 20               // of a message
	mostPause = 5 * time.Minute  // between two tries
	maxAnswer = 64 << 10         // bytes of an answer that are read, so that its connection can be used again
)

// Options are the settings of a Sender.
type Options struct {
	URL     string // where to post
	Secret  string // signs what is posted; must not be empty
	Private bool   // the address may be one of this machine or of a private network
	File    string // remembers what was acknowledged; it is made

	Log *slog.Logger // nil: none

	pause func(tries int) time.Duration // after a failed try; nil: pauseAfter
}

// Message is what is posted.
type Message struct {
	Seq  uint64 // its position; later ones are larger
	ID   string // the same each time the message is given
	Body []byte
}

// Give calls tell for each message after a position, in order and one at a time, until ctx ends or tell fails. It tells
// of positions without a message, too, with an empty ID.
type Give func(ctx context.Context, after uint64, tell func(context.Context, Message) error) error

// Sender posts messages. Its methods are safe for concurrent use.
type Sender struct {
	o      Options
	client *http.Client

	mu    sync.Mutex
	state state
	err   error // of the newest try; nil: it was acknowledged
}

// New returns a sender. Where File does not know of the address yet, only messages after from are posted.
func New(o Options, from uint64) (*Sender, error) {
	if o.Secret == "" {
		return nil, errors.New("hook: there is no secret")
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.pause == nil {
		o.pause = pauseAfter
	}
	s := &Sender{o: o}
	var err error
	if s.state, err = readState(o.File, o.URL); err != nil {
		return nil, fmt.Errorf("hook: %w", err)
	}
	if s.state.Address == "" {
		s.state = state{Address: digest(o.URL), Seq: from}
		if err := s.state.write(o.File); err != nil {
			return nil, fmt.Errorf("hook: %w", err)
		}
	}
	dialer := &net.Dialer{Timeout: timeout}
	if !o.Private {
		dialer.Control = onlyPublic
	}
	// No proxy: it would look names up, so that the addresses could not be checked.
	s.client = &http.Client{Timeout: timeout, Transport: &http.Transport{DialContext: dialer.DialContext,
		TLSHandshakeTimeout: timeout, MaxIdleConns: 1, IdleConnTimeout: time.Minute, ForceAttemptHTTP2: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	return s, nil
}

// pauseAfter doubles from a second to mostPause.
func pauseAfter(tries int) time.Duration {
	if tries > 9 {
		return mostPause
	}
	return min(time.Second<<max(0, tries-1), mostPause)
}

// Run posts messages until ctx ends, or the file cannot be written.
func (s *Sender) Run(ctx context.Context, give Give) error {
	defer s.client.CloseIdleConnections()
	s.mu.Lock()
	after := s.state.Seq
	s.mu.Unlock()
	return give(ctx, after, s.post)
}

// post posts a message until it is acknowledged or given up.
func (s *Sender) post(ctx context.Context, m Message) error {
	if m.ID == "" {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.state.Seq = m.Seq // not written: it is found again
		return nil
	}
	for {
		if err := sleepUntil(ctx, s.next()); err != nil {
			return err
		}
		err := s.try(ctx, m)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		done, err := s.note(m, err)
		if done || err != nil {
			return err
		}
	}
}

func (s *Sender) next() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.state.Next
}

// note remembers how a try went. done: the message is acknowledged or given up.
func (s *Sender) note(m Message, tried error) (done bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.err = tried
	n := &s.state
	switch n.Tries++; {
	case tried == nil:
		n.Tries, n.Next, done = 0, time.Time{}, true
		n.Sent++
	case n.Tries >= mostTries:
		s.o.Log.Error("the web hook gives a message up", "message", m.ID, "tries", n.Tries, "error", tried)
		n.Tries, n.Next, done = 0, time.Time{}, true
		n.GivenUp++
	default:
		s.o.Log.Warn("the web hook fails", "message", m.ID, "tries", n.Tries, "error", tried)
		n.Next = time.Now().Add(s.o.pause(n.Tries))
	}
	if done {
		n.Seq = m.Seq
	}
	if err := n.write(s.o.File); err != nil {
		return false, fmt.Errorf("hook: %w", err)
	}
	return done, nil
}

// Sign returns the signature of a body, as SignatureHeader has it.
func Sign(secret string, body []byte) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(body)
	return "sha256=" + hex.EncodeToString(mac.Sum(nil))
}

// try posts a message once. Its errors do not have the address, which may hold a secret.
func (s *Sender) try(ctx context.Context, m Message) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, s.o.URL, bytes.NewReader(m.Body))
	if err != nil {
		return errors.New("the address cannot be used")
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", "blastyard")
	r.Header.Set(MessageHeader, m.ID)
	r.Header.Set(SignatureHeader, Sign(s.o.Secret, m.Body))
	answer, err := s.client.Do(r)
	if where := (*url.Error)(nil); errors.As(err, &where) {
		err = where.Err
	}
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	_, _ = io.CopyN(io.Discard, answer.Body, maxAnswer)
	switch code := answer.StatusCode; {
	case code >= 200 && code < 300:
		return nil
	case code >= 300 && code < 400:
		return fmt.Errorf("it answers %d and sends elsewhere, which is not followed: give the address where it ends",
			code)
	default:
		return fmt.Errorf("it answers %d %s, expected 200", code, http.StatusText(code))
	}
}

func sleepUntil(ctx context.Context, at time.Time) error {
	t := time.NewTimer(time.Until(at))
	defer t.Stop()
	select {
	case <-t.C:
		return ctx.Err()
	case <-ctx.Done():
		return ctx.Err()
	}
}
