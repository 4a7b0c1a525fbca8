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
