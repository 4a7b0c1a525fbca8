package submission

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"blastyard/internal/archive"
	"blastyard/internal/errortext"
	"blastyard/internal/jsonerror"
	"blastyard/internal/plain"
	"blastyard/internal/regular"
	"blastyard/internal/waiting"
	"blastyard/tournament/internal/access"
)

// Client submits bots from a command line.
type Client struct {
	Server string // address of the event's website, such as https://host:8080
	Token  string // a token; Join returns one for an invitation
	Limits archive.Limits
	HTTP   *http.Client // nil: one with time limits, which follows no redirects, so that no token is sent elsewhere

	// Sent is called with the report when the upload is done, and Waits with the report again and again while it is not
	// final. nil: they are not called.
	Sent, Waits func(r *Report)
	// Note is called with a line while the server does not answer. nil: it is not called.
	Note func(line string)
}

func (c *Client) note(line string) {
	if c.Note != nil {
		c.Note(line)
	}
}

// AnswerError is an unexpected answer of a server.
type AnswerError struct {
	Code int
	Text string
}

func (e *AnswerError) Error() string {
	return fmt.Sprintf("submission: the server answers: %s (%d)", plain.Line(e.Text), e.Code)
}

// Join exchanges an invitation for a token.
func (c *Client) Join(ctx context.Context, invitation string) (team, token string, err error) {
	text, err := json.Marshal(map[string]string{"invitation": invitation})
	if err != nil {
		return "", "", err
	}
	var answer struct{ Team, Token string }
	err = c.do(ctx, http.MethodPost, "team/api/join", bytes.NewReader(text), &answer)
	if _, ok := access.Parse(answer.Token, tokenPrefix); err == nil && !ok {
		err = errors.New("submission: the server answers without a token: is it blastyard tournament serve?")
	}
	return plain.Text(answer.Team), answer.Token, err
}

// Upload packs a folder, or takes an archive as it is, uploads it, and waits for the report.
func (c *Client) Upload(ctx context.Context, path string) (*Report, error) {
	f, remove, err := c.packed(path)
	if err != nil {
		return nil, err
	}
	defer remove()
	var r Report
	if err := c.do(ctx, http.MethodPost, "team/api/submissions", f, &r); err != nil {
		return nil, err
	}
	if r.ID == "" {
		return nil, errors.New("submission: the server answers without a report: is it blastyard tournament serve?")
	}
	if c.Sent != nil {
		c.Sent(&r)
	}
	return c.await(ctx, r.ID)
}

// packed returns the archive of a folder, or the archive itself.
func (c *Client) packed(path string) (f *os.File, remove func(), err error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, nil, fmt.Errorf("submission: %w", err)
	}
	if !info.IsDir() {
		f, err := regular.Open(path)
		if err != nil {
			return nil, nil, fmt.Errorf("submission: %w", err)
		}
		return f, func() { f.Close() }, nil
	}
	dir, err := os.MkdirTemp("", "blastyard-submit-*")
	if err != nil {
		return nil, nil, fmt.Errorf("submission: %w", err)
	}
	file := filepath.Join(dir, packedFile)
	if _, err = archive.PackFile(file, path, c.Limits); err == nil {
		f, err = os.Open(file)
	}
	if err != nil {
		return nil, nil, errors.Join(err, os.RemoveAll(dir))
	}
	return f, func() {
		f.Close()
		os.RemoveAll(dir) //nolint:errcheck // a temporary file
	}, nil
}

// Times for which a client waits for a server that is away, for example because it restarts.
const (
	maxRetries = 60
	retryPause = 2 * time.Second
)

// clientWait is how long a client lets the server wait for a report, in seconds.
const clientWait = 3

// await waits until a report is final.
func (c *Client) await(ctx context.Context, id string) (*Report, error) {
	for retries := 0; ; {
		r := new(Report)
		path := fmt.Sprintf("team/api/submissions/%s?wait=%d", url.PathEscape(id), clientWait)
		err := c.do(ctx, http.MethodGet, path, nil, r)
		var answer *AnswerError
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case errors.As(err, &answer) && answer.Code < 500:
			return nil, err
		case err != nil && retries == maxRetries:
			return nil, fmt.Errorf("%w: the submission %s was received; see the page of the team", err, id)
		case err != nil:
			if retries++; retries == 1 {
				c.note(waiting.Away(c.Server, errortext.Line(err)).Line())
			}
			pause := time.NewTimer(retryPause)
			select {
			case <-pause.C:
			case <-ctx.Done():
				pause.Stop()
			}
		case r.State.Final():
			return r, nil
		default:
			if retries = 0; c.Waits != nil {
				c.Waits(r)
			}
		}
	}
}

// maxAnswer is the maximum number of bytes that the client reads of an answer.
const maxAnswer = 4 << 20

func (c *Client) do(ctx context.Context, method, path string, body io.Reader, to any) error {
	server := strings.TrimSuffix(c.Server, "/")
	if !strings.Contains(server, "://") {
		server = "http://" + server
	}
	q, err := http.NewRequestWithContext(ctx, method, server+"/"+path, body)
	if err != nil {
		return fmt.Errorf("submission: %w", err)
	}
	if f, ok := body.(*os.File); ok {
		info, err := f.Stat()
		if err != nil {
			return fmt.Errorf("submission: %w", err)
		}
		q.ContentLength = info.Size()
		q.Header.Set("Expect", "100-continue") // a refusal arrives before the upload
	}
	q.Header.Set("Content-Type", "application/octet-stream")
	if c.Token != "" {
		q.Header.Set("Authorization", "Bearer "+c.Token)
	}
	answered := waiting.Tell(waiting.Answer(c.Server, "an event (blastyard tournament serve)"), c.note)
	answer, err := c.client().Do(q)
	answered()
	if err != nil {
		return fmt.Errorf("submission: %w", err)
	}
	defer answer.Body.Close()
	text, err := regular.ReadAll(answer.Body, maxAnswer)
	if err != nil {
		return fmt.Errorf("submission: %w", err)
	}
	if answer.StatusCode/100 != 2 {
		var refusal struct{ Error string }
		if json.Unmarshal(text, &refusal) != nil || refusal.Error == "" {
			refusal.Error = answer.Status
		}
		return &AnswerError{answer.StatusCode, refusal.Error}
	}
	if err := jsonerror.Decode(text, to); err != nil {
		return fmt.Errorf("submission: the server's answer: %w", err)
	}
	return nil
}

func (c *Client) client() *http.Client {
	if c.HTTP != nil {
		return c.HTTP
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.ExpectContinueTimeout = 10 * time.Second
	transport.ResponseHeaderTimeout = 2 * time.Minute
	transport.DisableKeepAlives = true
	return &http.Client{Transport: transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}
