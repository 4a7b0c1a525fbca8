package submission

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"golang.org/x/text/unicode/norm"

	"blastyard/tournament/internal/access"
)

func teams(t *testing.T) *Teams {
	t.Helper()
	teams, err := OpenTeams(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return teams
}

func invite(t *testing.T, teams *Teams, name string) string {
	t.Helper()
	invitation, err := teams.Invite(name)
	if err != nil {
		t.Fatal(err)
	}
	return invitation
}

func join(t *testing.T, teams *Teams, name string) string {
	t.Helper()
	team, token, err := teams.Exchange(invite(t, teams, name))
	if err != nil || team != name {
		t.Fatalf("%q, %v", team, err)
	}
	return token
}

func isRefused(t *testing.T, what string, err error) {
	t.Helper()
	if !errors.Is(err, ErrToken) {
		t.Errorf("%s: %v, expected that the token is not valid", what, err)
	}
}

func TestAnInvitationIsExchangedOnce(t *testing.T) {
	teams := teams(t)
	first := invite(t, teams, "Ann")
	if len(first) != len(invitationPrefix)+26 || !IsInvitation(first) {
		t.Errorf("the invitation is %q", first)
	}
	second := invite(t, teams, "Ann")
	_, _, err := teams.Exchange(first)
	isRefused(t, "an invitation after a newer one", err)
	team, token, err := teams.Exchange("  " + second + "\n")
	if err != nil || team != "Ann" || IsInvitation(token) {
		t.Fatalf("%q, %q, %v", team, token, err)
	}
	if who, err := teams.Who(token); who != "Ann" || err != nil {
		t.Errorf("the token is of %q, %v", who, err)
	}
	_, _, err = teams.Exchange(second)
	isRefused(t, "the same invitation again", err)
	_, err = teams.Who(second)
	isRefused(t, "an invitation as a token", err)
	_, _, err = teams.Exchange(token)
	isRefused(t, "a token as an invitation", err)
	for _, wrong := range []string{"", "byi-", "byt-", first[:len(first)-1], "x" + first, strings.ToUpper(token),
		access.NewToken(tokenPrefix), access.NewToken(invitationPrefix), token + "a", strings.Repeat("a", 1<<20)} {
		_, err := teams.Who(wrong)
		isRefused(t, "a wrong token", err)
		_, _, err = teams.Exchange(wrong)
		isRefused(t, "a wrong invitation", err)
	}
}

func TestTokensEnd(t *testing.T) {
	teams := teams(t)
	a, b, other := join(t, teams, "Ann"), join(t, teams, "Ann"), join(t, teams, "Bob")
	if err := teams.Forget(a); err != nil {
		t.Fatal(err)
	}
	_, err := teams.Who(a)
	isRefused(t, "a token that was ended", err)
	if who, err := teams.Who(b); who != "Ann" {
		t.Errorf("the other token of the team: %q, %v", who, err)
	}
	open := invite(t, teams, "Ann")
	fresh, err := teams.Rotate("Ann")
	if err != nil {
		t.Fatal(err)
	}
	_, err = teams.Who(b)
	isRefused(t, "a token after a rotation", err)
	_, _, err = teams.Exchange(open)
	isRefused(t, "an invitation after a rotation", err)
	if who, err := teams.Who(fresh); who != "Ann" {
		t.Errorf("the new token: %q, %v", who, err)
	}
	open = invite(t, teams, "Ann")
	if err := teams.Revoke("Ann"); err != nil {
		t.Fatal(err)
	}
	_, err = teams.Who(fresh)
	isRefused(t, "a token of a revoked team", err)
	_, _, err = teams.Exchange(open)
	isRefused(t, "an invitation of a revoked team", err)
	if who, err := teams.Who(other); who != "Bob" {
		t.Errorf("the token of another team: %q, %v", who, err)
	}
	join(t, teams, "Ann") // invited again
	if err := teams.Revoke("Nobody"); !errors.Is(err, ErrTeam) {
		t.Errorf("a team that does not exist: %v", err)
	}
	first := join(t, teams, "Cem")
	for range maxTokens {
		join(t, teams, "Cem")
	}
	_, err = teams.Who(first)
	isRefused(t, "the oldest of too many tokens", err)
	list, err := teams.List()
	if err != nil || len(list) != 3 || list[2].Name != "Cem" || list[2].Tokens != maxTokens {
		t.Errorf("%+v, %v", list, err)
	}
}

func TestNamesOfTeams(t *testing.T) {
	teams := teams(t)
	invite(t, teams, "Ann")
	for _, name := range []string{"", "ann", "Аnn", "ａｎｎ", "a\nb", "a\u202eb", "\x1b[2J", "-x", strings.Repeat("x", 41), " x"} {
		if _, err := teams.Invite(name); err == nil {
			t.Errorf("%q: no error", name)
		}
	}
	if list, err := teams.List(); err != nil || len(list) != 1 {
		t.Errorf("%+v, %v", list, err)
	}
	for _, name := range []string{"チーム", "हिन्दी", "ไทย", "فريق", "Jose\u0301", "O'Brien", "Team: Ann", "Why?", "👩\u200d🚀", "a/b"} {
		open := invite(t, teams, name)
		team, token, err := teams.Exchange(open)
		if err != nil || team != norm.NFC.String(name) {
			t.Errorf("%q has joined as %q, %v", name, team, err)
		}
		if who, err := teams.Who(token); who != team {
			t.Errorf("the token of %q is of %q, %v", team, who, err)
		}
	}
	if err := teams.Revoke("José"); err != nil {
		t.Error(err)
	}
	if err := teams.Revoke("Jose\u0301"); err != nil {
		t.Error(err)
	}
	if list, err := teams.List(); err != nil || len(list) != 11 {
		t.Errorf("%+v, %v", list, err)
	}
}

// TestTeamsFile: the file contains no token, only its owner can read it, and other processes see at once what a command
// changed.
func TestTeamsFile(t *testing.T) {
	dir := t.TempDir()
	serving, err := OpenTeams(dir)
	if err != nil {
		t.Fatal(err)
	}
	command, err := OpenTeams(dir)
	if err != nil {
		t.Fatal(err)
	}
	invitation := invite(t, command, "Ann")
	_, token, err := serving.Exchange(invitation)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, teamsFile))
	if err != nil || !strings.Contains(string(text), `"Ann"`) {
		t.Fatalf("%s, %v", text, err)
	}
	for _, secret := range []string{invitation, token} {
		if strings.Contains(string(text), secret[len(tokenPrefix):]) {
			t.Errorf("the file holds a token: %s", text)
		}
	}
	if info, err := os.Stat(filepath.Join(dir, teamsFile)); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("the mode is %v, %v", info.Mode(), err)
	}
	if err := command.Revoke("Ann"); err != nil {
		t.Fatal(err)
	}
	_, err = serving.Who(token)
	isRefused(t, "a token that another process revoked", err)
	if err := os.WriteFile(filepath.Join(dir, teamsFile), []byte(`{"version":9}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenTeams(dir); err == nil || !strings.Contains(err.Error(), "version is 9, expected 1") {
		t.Errorf("a newer file: %v", err)
	}
}

// TestTeamsAtTheSameTime: if several clients of two processes exchange an invitation at the same time, one gets a
// token, and no invitation is lost.
func TestTeamsAtTheSameTime(t *testing.T) {
	dir := t.TempDir()
	var both [2]*Teams
	for i := range both {
		var err error
		if both[i], err = OpenTeams(dir); err != nil {
			t.Fatal(err)
		}
	}
	invitation := invite(t, both[0], "Ann")
	var all sync.WaitGroup
	won := make(chan string, 20)
	for i := range cap(won) {
		all.Go(func() {
			if _, token, err := both[i%2].Exchange(invitation); err == nil {
				won <- token
			}
			if _, err := both[i%2].Invite("Team " + string(rune('a'+i))); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if len(won) != 1 {
		t.Errorf("%d got a token", len(won))
	}
	if list, err := both[0].List(); err != nil || len(list) != 1+cap(won) {
		t.Errorf("%d teams, %v", len(list), err)
	}
}

// TestCheckMakesNothing: names are checked before a team is made of one of them.
func TestCheckMakesNothing(t *testing.T) {
	teams, err := OpenTeams(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	invite(t, teams, "Ann")
	for _, names := range [][]string{{"Bob", ""}, {"Bob", "ann"}, {"Cem", "cem"}} {
		if err := teams.Check(names...); err == nil {
			t.Errorf("%q may be teams", names)
		}
	}
	if err := teams.Check("Ann", "Bob"); err != nil {
		t.Error(err)
	}
	if err := teams.Known("Ann", "Bob"); !errors.Is(err, ErrTeam) {
		t.Errorf("Bob is known: %v", err)
	}
	if list, err := teams.List(); err != nil || len(list) != 1 {
		t.Errorf("%+v, %v", list, err)
	}
}
