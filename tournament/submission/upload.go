package submission

import (
	"archive/zip"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"strconv"
	"strings"
	"time"

	"blastyard/internal/archive"
	"blastyard/internal/website"
)

// badUpload is the error about a request that is not an upload.
type badUpload struct{ why string }

func (b *badUpload) Error() string { return b.why }

// apiSubmit accepts an archive as the body of a request.
func (in *Inbox) apiSubmit(w http.ResponseWriter, r *http.Request, v visit) {
	in.patience(w)
	report, err := in.Submit(v.team, &partReader{http.MaxBytesReader(w, r.Body, in.maxUpload())})
	if err != nil {
		in.refuseError(w, r, err)
		return
	}
	in.log(r, "upload", v)
	w.Header().Set("Location", "/team/api/submissions/"+report.ID)
	writeJSON(w, http.StatusAccepted, report)
}

// patience gives an upload more time than other requests.
func (in *Inbox) patience(w http.ResponseWriter) {
	c := http.NewResponseController(w)
	_ = c.SetReadDeadline(time.Now().Add(in.receiving)) // if this fails, the server's own limit holds
	_ = c.SetWriteDeadline(time.Now().Add(in.receiving + time.Minute))
}

// uploadForm accepts what a browser sends: an archive, or the files of a folder.
func (in *Inbox) uploadForm(w http.ResponseWriter, r *http.Request, v visit) {
	if err := in.OpenTo(v.team); err != nil {
		in.refuseError(w, r, err)
		return
	}
	in.patience(w)
	most := in.o.Limits.Bytes
	if most == 0 {
		most = archive.DefaultBytes
	}
	r.Body = http.MaxBytesReader(w, r.Body, most+int64(in.maxFiles())*512)
	kind, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/form-data" {
		in.refuseError(w, r, &badUpload{"this is no form with a file"})
		return
	}
	report, err := in.submitParts(v.team, multipart.NewReader(r.Body, params["boundary"]))
	if err != nil {
		in.refuseError(w, r, err)
		return
	}
	in.log(r, "upload", v)
	http.Redirect(w, r, "submissions/"+report.ID, http.StatusSeeOther)
}

func (in *Inbox) maxFiles() int {
	if n := in.o.Limits.Files; n > 0 {
		return n
	}
	return archive.DefaultFiles
}

// submitParts reads the parts of a form: one named archive, or one named file:PATH for each file of a folder.
func (in *Inbox) submitParts(team string, parts *multipart.Reader) (*Report, error) {
	for {
		part, err := parts.NextPart()
		switch {
		case errors.Is(err, io.EOF):
			return nil, &badUpload{"no file was chosen"}
		case err != nil:
			return nil, uploadError(err)
		case part.FormName() == "archive" && part.FileName() != "":
			return in.Submit(team, &partReader{part})
		case strings.HasPrefix(part.FormName(), "file:"):
			return in.submitFolder(team, part, parts)
		}
	}
}

// submitFolder packs the files of a folder into an archive while they arrive.
func (in *Inbox) submitFolder(team string, first *multipart.Part, parts *multipart.Reader) (*Report, error) {
	r, w := io.Pipe()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		w.CloseWithError(in.zipParts(w, first, parts))
	}()
	report, err := in.Submit(team, r)
	r.CloseWithError(errors.New("submission: the upload was refused"))
	<-ended // the goroutine reads from the request
	return report, err
}

func (in *Inbox) zipParts(w io.Writer, part *multipart.Part, parts *multipart.Reader) error {
	z := zip.NewWriter(w)
	for n := 1; ; n++ {
		if n > 10*in.maxFiles() {
			return &badUpload{"there are too many files"}
		}
		if name, is := strings.CutPrefix(part.FormName(), "file:"); is {
			f, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate})
			if err != nil {
				return &badUpload{"a file has no name"}
			}
			if _, err := io.Copy(f, &partReader{part}); err != nil {
				return err
			}
		}
		var err error
		part, err = parts.NextPart()
		if errors.Is(err, io.EOF) {
			return z.Close()
		}
		if err != nil {
			return uploadError(err)
		}
	}
}

// partReader distinguishes a client that is gone from a failure of this machine.
type partReader struct{ r io.Reader }

func (p *partReader) Read(b []byte) (int, error) {
	n, err := p.r.Read(b)
	if err != nil && !errors.Is(err, io.EOF) {
		err = uploadError(err)
	}
	return n, err
}

func uploadError(err error) error {
	var tooBig *http.MaxBytesError
	if errors.As(err, &tooBig) {
		return err
	}
	return &badUpload{"the upload was cut: send it again"}
}

// apiJoin exchanges an invitation for a token.
func (in *Inbox) apiJoin(w http.ResponseWriter, r *http.Request) {
	var q struct {
		Invitation string `json:"invitation"`
	}
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 4<<10)).Decode(&q); err != nil {
		in.refuse(w, r, http.StatusBadRequest, `Expected a JSON object such as {"invitation": "byi-…"}.`)
		return
	}
	team, token, err := in.exchange(r, q.Invitation)
	if err != nil {
		in.refuseJoin(w, r, err)
		return
	}
	writeJSON(w, http.StatusOK, map[string]string{"team": team, "token": token})
}

// exchange exchanges an invitation, unless the address has sent too many wrong ones.
func (in *Inbox) exchange(r *http.Request, invitation string) (team, token string, err error) {
	team, token, err = in.teams.Exchange(invitation)
	if errors.Is(err, ErrToken) && !in.mayGuess(r) {
		err = errGuesses
	}
	if err == nil {
		in.log(r, "joined", visit{team: team})
	}
	return team, token, err
}

const badInvitation = "This invitation is not valid, or it was used already: ask the organiser for a new one."

func (in *Inbox) refuseJoin(w http.ResponseWriter, r *http.Request, err error) {
	switch {
	case errors.Is(err, errGuesses):
		w.Header().Set("Retry-After", "60")
		in.refuse(w, r, http.StatusTooManyRequests, "There were too many wrong invitations from your address: "+
			"wait a minute.")
	case errors.Is(err, ErrToken):
		in.refuse(w, r, http.StatusUnauthorized, badInvitation)
	default:
		in.o.Log.Error("submission: join", "error", err)
		in.refuse(w, r, http.StatusInternalServerError, "The server failed: try again.")
	}
}

// apiReports lists the team's submissions, the newest first.
func (in *Inbox) apiReports(w http.ResponseWriter, _ *http.Request, v visit) {
	writeJSON(w, http.StatusOK, map[string]any{"team": v.team, "submissions": in.Reports(v.team)})
}

// maxWait is the maximum time in seconds for which a program may wait for a report to change.
const maxWait = 30

// apiReport returns a report of the team. With ?wait=SECONDS it waits until the report is final, at most that long.
func (in *Inbox) apiReport(w http.ResponseWriter, r *http.Request, v visit) {
	seconds, _ := strconv.Atoi(r.URL.Query().Get("wait"))
	over := time.NewTimer(time.Duration(min(max(seconds, 0), maxWait)) * time.Second)
	defer over.Stop()
	for {
		report, changed := in.Report(v.team, r.PathValue("id"))
		if report == nil {
			in.refuse(w, r, http.StatusNotFound, "Your team has no such submission.")
			return
		}
		if report.State.Final() || seconds <= 0 {
			writeJSON(w, http.StatusOK, report)
			return
		}
		select {
		case <-changed:
		case <-over.C:
			seconds = 0
		case <-r.Context().Done():
			return
		}
	}
}

func (in *Inbox) log(r *http.Request, what string, v visit) {
	in.o.Log.Info("submission: "+what, "team", v.team, "from", website.Network(r.RemoteAddr).String())
}
