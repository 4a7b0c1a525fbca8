package access

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

// TestManyAddresses: a gate remembers a limited number of addresses.
func TestManyAddresses(t *testing.T) {
	g := NewGate(time.Now)
	for i := range 3 * maxAddresses {
		q := httptest.NewRequest(http.MethodGet, "/", nil)
		q.RemoteAddr = fmt.Sprintf("10.%d.%d.%d:1", i>>16, i>>8&255, i&255)
		g.Allow(q)
	}
	if len(g.addresses) > maxAddresses {
		t.Errorf("%d addresses are known", len(g.addresses))
	}
}

// TestPersons: somebody who is signed in has a budget that the others behind the same address cannot use up, and it
// remembers a limited number of persons.
func TestPersons(t *testing.T) {
	now := time.Now()
	g := NewGate(func() time.Time { return now })
	for i := range 2 * PersonBurst {
		if got := g.AllowPerson("Ann"); got != (i < PersonBurst) {
			t.Fatalf("request %d: %v", i, got)
		}
	}
	if !g.AllowPerson("Bob") {
		t.Error("Ann has used up what is Bob's")
	}
	for i := range 3 * maxPersons {
		g.AllowPerson(fmt.Sprint(i))
	}
	if len(g.persons) > maxPersons {
		t.Errorf("%d persons are known", len(g.persons))
	}
}
