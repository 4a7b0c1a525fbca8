package event

import (
	"errors"
	"fmt"
	"net/url"
)

// Hook is a program that is told what happens in the event: docs/competitions-api.md says what it gets.
type Hook struct {
	URL     string // where to post; "": nowhere
	Secret  string // signs what is posted; "": it is in HookSecretVariable. It is never shown
	Private bool   // the address may be one of this machine or of a private network
}

// HookSecretVariable is the variable of the environment with the secret of a hook, if the file has none.
const HookSecretVariable = "BLASTYARD_HOOK_SECRET"

// LeastHookSecret is the least length of a secret in bytes.
const LeastHookSecret = 16

// CheckHookSecret refuses a secret that could be guessed. The error does not have it.
func CheckHookSecret(secret string) error {
	if len(secret) < LeastHookSecret {
		return fmt.Errorf("it has %d characters, expected %d or more, such as 'openssl rand -hex 32' prints",
			len(secret), LeastHookSecret)
	}
	return nil
}

// readHook reads the web hook.
func (r *reader) readHook() {
	s := r.sub("hook")
	if s == nil {
		return
	}
	h := &r.event.Hook
	s.text("url", &h.URL)
	s.text("secret", &h.Secret)
	s.yes("private", &h.Private)
	s.done()
	u, err := url.Parse(h.URL)
	switch {
	case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "":
		s.failed("url", errors.New("expected an address such as https://example.org/hook"))
	case u.User != nil || u.Fragment != "":
		s.failed("url", errors.New("it has a user or a #, expected an address without"))
	}
	if s.isText("secret") {
		if err := CheckHookSecret(h.Secret); err != nil {
			s.failed("secret", err)
		}
	}
}
