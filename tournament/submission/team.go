package submission

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/rogpeppe/go-internal/lockedfile"

	"blastyard/internal/jsonerror"
	"blastyard/internal/names"
	"blastyard/internal/regular"
	"blastyard/tournament/internal/access"
)

// ErrToken is wrapped by errors about a token or an invitation that is not valid, or no longer.
var ErrToken = errors.New("the token is not valid, or no longer")

// ErrTeam is wrapped by errors about a team that does not exist.
var ErrTeam = errors.New("no such team")

// Teams is the list of teams that may submit bots, in a file. Several processes may use it: a server, and commands
// beside it.
type Teams struct {
	path string

	mu    sync.Mutex
	known teamFile
	stamp fileStamp
}

// Team is a team as its organiser sees it.
type Team struct {
	Name    string    `json:"name"`
	Invited time.Time `json:"invited,omitzero"` // time of the open invitation; zero: none is open
	Tokens  int       `json:"tokens"`           // number of browser sessions and command-line tokens
	Revoked bool      `json:"revoked,omitempty"`
}

type teamFile struct {
	Version int          `json:"version"`
	Teams   []teamRecord `json:"teams"`
}

type teamRecord struct {
	Name       string        `json:"name"`
	Invitation *access.Hash  `json:"invitation,omitempty"`
	Invited    time.Time     `json:"invited,omitzero"`
	Tokens     []tokenRecord `json:"tokens,omitempty"`
	Revoked    bool          `json:"revoked,omitempty"`
}

type tokenRecord struct {
	Hash access.Hash `json:"hash"`
	Made time.Time   `json:"made"`
}

// fileStamp shows whether a file has been replaced.
type fileStamp struct {
	info fs.FileInfo
}

func (s fileStamp) same(info fs.FileInfo) bool {
	return s.info != nil && os.SameFile(s.info, info) && s.info.Size() == info.Size() &&
		s.info.ModTime().Equal(info.ModTime())
}

const (
	teamsFile    = "teams.json"
	teamsVersion = 1
	maxTeams     = 2000
	maxTokens    = 30 // of a team; another token replaces the oldest
	maxTeamsFile = 32 << 20
)

// OpenTeams opens the teams of a folder, and creates the folder if needed.
func OpenTeams(dir string) (*Teams, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("submission: %w", err)
	}
	t := &Teams{path: filepath.Join(dir, teamsFile)}
	t.mu.Lock()
	defer t.mu.Unlock()
	return t, t.read()
}

// read reads the file if it was replaced since the last time.
func (t *Teams) read() error {
	info, err := os.Stat(t.path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		t.known, t.stamp = teamFile{Version: teamsVersion}, fileStamp{}
		return nil
	case err != nil:
		return fmt.Errorf("submission: teams: %w", err)
	case t.stamp.same(info):
		return nil
	}
	text, err := regular.ReadFile(t.path, maxTeamsFile)
	if err != nil {
		return fmt.Errorf("submission: teams: %w", err)
	}
	var f teamFile
	if err := jsonerror.Decode(text, &f); err != nil {
		return fmt.Errorf("submission: teams: %s: %w", t.path, err)
	}
	if f.Version != teamsVersion {
		return fmt.Errorf("submission: teams: %s: version is %d, expected %d: it was written by another version of "+
			"blastyard", t.path, f.Version, teamsVersion)
	}
	t.known, t.stamp = f, fileStamp{info}
	return nil
}

// change changes the file, while it locks out all other processes.
func (t *Teams) change(edit func(f *teamFile) error) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	unlock, err := lockedfile.MutexAt(t.path + ".lock").Lock()
	if err != nil {
		return fmt.Errorf("submission: teams: %w", err)
	}
	defer unlock()
	if err := t.read(); err != nil {
		return err
	}
	f := t.known
	f.Teams = slices.Clone(f.Teams)
	for i := range f.Teams {
		f.Teams[i].Tokens = slices.Clone(f.Teams[i].Tokens)
	}
	if err := edit(&f); err != nil {
		return err
	}
	text, err := json.MarshalIndent(f, "", "  ")
	if err == nil {
		err = access.WriteFile(t.path, append(text, '\n'))
	}
	if err != nil {
		return fmt.Errorf("submission: teams: %w", err)
	}
	t.stamp = fileStamp{}
	return t.read()
}

// find returns a team by its name, in any of the forms that its letters have; nil: there is none.
func (f *teamFile) find(name string) *teamRecord {
	parsed, err := names.Parse(name)
	for i := range f.Teams {
		if r := &f.Teams[i]; r.Name == name || err == nil && r.Name == parsed {
			return r
		}
	}
	return nil
}

// team returns a team, which is made where there is none. A name that looks like another team's is refused.
func (f *teamFile) team(name string) (*teamRecord, error) {
	if r := f.find(name); r != nil {
		return r, nil
	}
	name, err := names.Parse(name)
	if err != nil {
		return nil, fmt.Errorf("submission: team: %w", err)
	}
	for i := range f.Teams {
		if other := f.Teams[i].Name; names.Same(other, name) {
			return nil, fmt.Errorf("submission: team %q: there is %q already, which looks the same", name, other)
		}
	}
	if len(f.Teams) >= maxTeams {
		return nil, fmt.Errorf("submission: there are %d teams, expected at most %d", len(f.Teams)+1, maxTeams)
	}
	f.Teams = append(f.Teams, teamRecord{Name: name})
	return &f.Teams[len(f.Teams)-1], nil
}

// Check returns an error if one of the names cannot be that of a team, or looks like another one of them or of the
// teams. It makes no team.
func (t *Teams) Check(teams ...string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := t.read(); err != nil {
		return err
	}
	f := teamFile{Teams: slices.Clone(t.known.Teams)}
	for _, name := range teams {
		if _, err := f.team(name); err != nil {
			return err
		}
	}
	return nil
}

// Known returns an error that wraps ErrTeam if one of the names is not that of a team.
func (t *Teams) Known(teams ...string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := t.read(); err != nil {
		return err
	}
	for _, name := range teams {
		if t.known.find(name) == nil {
			return fmt.Errorf("submission: team %q: %w", name, ErrTeam)
		}
	}
	return nil
}

// Invite creates an invitation for a team, and creates the team if needed. It ends an earlier invitation; members stay.
func (t *Teams) Invite(name string) (invitation string, err error) {
	invitation = access.NewToken(invitationPrefix)
	err = t.change(func(f *teamFile) error {
		r, err := f.team(name)
		if err != nil {
			return err
		}
		h := access.HashOf(invitation)
		r.Invitation, r.Invited, r.Revoked = &h, time.Now().UTC().Truncate(time.Second), false
		return nil
	})
	return invitation, err
}

// Token creates a token of a team for a command line.
func (t *Teams) Token(name string) (token string, err error) {
	token = access.NewToken(tokenPrefix)
	err = t.change(func(f *teamFile) error {
		r, err := f.team(name)
		if err == nil {
			r.Revoked = false
			r.take(token)
		}
		return err
	})
	return token, err
}

func (r *teamRecord) take(token string) {
	r.Tokens = append(r.Tokens, tokenRecord{access.HashOf(token), time.Now().UTC().Truncate(time.Second)})
	if over := len(r.Tokens) - maxTokens; over > 0 {
		r.Tokens = slices.Delete(r.Tokens, 0, over)
	}
}

// Exchange ends an invitation, and creates a token of its team.
func (t *Teams) Exchange(invitation string) (team, token string, err error) {
	invitation, ok := access.Parse(invitation, invitationPrefix)
	if !ok || !t.isInvited(invitation) { // so that guesses never write the file
		return "", "", fmt.Errorf("submission: invitation: %w", ErrToken)
	}
	token = access.NewToken(tokenPrefix)
	err = t.change(func(f *teamFile) error {
		r := f.invited(access.HashOf(invitation))
		if r == nil { // somebody else was faster
			return fmt.Errorf("submission: invitation: %w", ErrToken)
		}
		r.Invitation, r.Invited = nil, time.Time{}
		r.take(token)
		team = r.Name
		return nil
	})
	return team, token, err
}

func (t *Teams) isInvited(invitation string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.read() == nil && t.known.invited(access.HashOf(invitation)) != nil
}

// invited returns the team with this invitation. It compares all teams, so that its time tells nothing.
func (f *teamFile) invited(h access.Hash) (found *teamRecord) {
	for i := range f.Teams {
		if r := &f.Teams[i]; r.Invitation != nil && r.Invitation.Equal(h) && !r.Revoked {
			found = r
		}
	}
	return found
}

// Who returns the team of a token.
func (t *Teams) Who(token string) (team string, err error) {
	token, ok := access.Parse(token, tokenPrefix)
	if !ok {
		return "", fmt.Errorf("submission: %w", ErrToken)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := t.read(); err != nil {
		return "", err
	}
	h := access.HashOf(token)
	for i := range t.known.Teams {
		r := &t.known.Teams[i]
		for j := range r.Tokens {
			if r.Tokens[j].Hash.Equal(h) && !r.Revoked {
				team = r.Name
			}
		}
	}
	if team == "" {
		return "", fmt.Errorf("submission: %w", ErrToken)
	}
	return team, nil
}

// Forget ends a token.
func (t *Teams) Forget(token string) error {
	h := access.HashOf(strings.TrimSpace(token))
	return t.change(func(f *teamFile) error {
		for i := range f.Teams {
			is := func(r tokenRecord) bool { return r.Hash.Equal(h) }
			f.Teams[i].Tokens = slices.DeleteFunc(f.Teams[i].Tokens, is)
		}
		return nil
	})
}

// Rotate ends all tokens of a team and its invitation, and makes a new token.
func (t *Teams) Rotate(name string) (token string, err error) {
	token = access.NewToken(tokenPrefix)
	err = t.change(func(f *teamFile) error {
		r := f.find(name)
		if r == nil {
			return fmt.Errorf("submission: team %q: %w", name, ErrTeam)
		}
		r.Invitation, r.Invited, r.Tokens = nil, time.Time{}, nil
		r.take(token)
		return nil
	})
	return token, err
}

// Revoke ends all tokens of a team and its invitation: it can submit nothing, until it is invited again.
func (t *Teams) Revoke(name string) error {
	return t.change(func(f *teamFile) error {
		r := f.find(name)
		if r == nil {
			return fmt.Errorf("submission: team %q: %w", name, ErrTeam)
		}
		*r = teamRecord{Name: r.Name, Revoked: true}
		return nil
	})
}

// List returns the teams, sorted by name.
func (t *Teams) List() ([]Team, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := t.read(); err != nil {
		return nil, err
	}
	list := make([]Team, 0, len(t.known.Teams))
	for _, r := range t.known.Teams {
		list = append(list, Team{Name: r.Name, Invited: r.Invited, Tokens: len(r.Tokens), Revoked: r.Revoked})
	}
	slices.SortFunc(list, func(a, b Team) int { return strings.Compare(a.Name, b.Name) })
	return list, nil
}
