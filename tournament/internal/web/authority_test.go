package web

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// authority is a small certificate authority that speaks ACME (RFC 8555). It looks at each name as a real one does, but at
// an address of this machine.
type authority struct {
	*httptest.Server
	t     *testing.T
	roots *x509.CertPool // with the certificate that signs all

	mu        sync.Mutex
	offers    []string // kinds of challenges
	alpn      string   // address for tls-alpn-01
	http      string   // address for http-01
	refuses   string   // the problem that each challenge has; "": they are looked at
	thumb     string   // of the account's key
	host      string   // of the order
	status    string   // of the authorization
	problem   string
	cert      []byte
	orders    int // so far
	key       *ecdsa.PrivateKey
	signer    *x509.Certificate
	lastNonce int
}

const challengeToken = "a-token-of-the-authority"

func newAuthority(t *testing.T, offers ...string) *authority {
	t.Helper()
	a := &authority{t: t, offers: offers, roots: x509.NewCertPool()}
	var err error
	if a.key, err = ecdsa.GenerateKey(elliptic.P256(), rand.Reader); err != nil {
		t.Fatal(err)
	}
	form := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "authority"}, IsCA: true,
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageCertSign}
	der, err := x509.CreateCertificate(rand.Reader, form, form, &a.key.PublicKey, a.key)
	if err == nil {
		a.signer, err = x509.ParseCertificate(der)
	}
	if err != nil {
		t.Fatal(err)
	}
	a.roots.AddCert(a.signer)
	a.Server = httptest.NewTLSServer(a)
	t.Cleanup(a.Close)
	return a
}

// ServeHTTP implements http.Handler.
func (a *authority) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.lastNonce++
	w.Header().Set("Replay-Nonce", fmt.Sprint("nonce-", a.lastNonce))
	header, payload := a.signed(r)
	reply := func(code int, v any) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(code)
		_ = json.NewEncoder(w).Encode(v)
	}
	switch r.URL.Path {
	case "/directory":
		reply(http.StatusOK, map[string]string{"newNonce": a.URL + "/nonce", "newAccount": a.URL + "/account", "newOrder": a.URL + "/order"})
	case "/nonce":
	case "/account":
		a.thumb = thumbprint(header.JWK)
		w.Header().Set("Location", a.URL+"/account/1")
		reply(http.StatusCreated, map[string]string{"status": "valid"})
	case "/order":
		var o struct{ Identifiers []struct{ Value string } }
		if json.Unmarshal(payload, &o) != nil || len(o.Identifiers) != 1 {
			http.Error(w, "one name", http.StatusBadRequest)
			return
		}
		a.orders++
		a.host, a.status, a.cert = o.Identifiers[0].Value, "pending", nil
		w.Header().Set("Location", a.URL+"/order/1")
		reply(http.StatusCreated, a.order())
	case "/order/1":
		reply(http.StatusOK, a.order())
	case "/authz":
		reply(http.StatusOK, a.authorization())
	case "/challenge/tls-alpn-01", "/challenge/http-01":
		a.look(strings.TrimPrefix(r.URL.Path, "/challenge/"))
		reply(http.StatusOK, a.challenge(strings.TrimPrefix(r.URL.Path, "/challenge/")))
	case "/finalize":
		a.sign(payload)
		w.Header().Set("Location", a.URL+"/order/1")
		reply(http.StatusOK, a.order())
	case "/certificate":
		w.Header().Set("Content-Type", "application/pem-certificate-chain")
		_, _ = w.Write(a.cert)
	default:
		http.NotFound(w, r)
	}
}

// signedHeader is the header of a signed request.
type signedHeader struct {
	JWK map[string]string `json:"jwk"`
}

func (a *authority) signed(r *http.Request) (h signedHeader, payload []byte) {
	var body struct{ Protected, Payload string }
	if r.Method != http.MethodPost || json.NewDecoder(r.Body).Decode(&body) != nil {
		return h, nil
	}
	text, _ := base64.RawURLEncoding.DecodeString(body.Protected)
	_ = json.Unmarshal(text, &h)
	payload, _ = base64.RawURLEncoding.DecodeString(body.Payload)
	return h, payload
}

// thumbprint is that of an account's key (RFC 7638).
func thumbprint(k map[string]string) string {
	sum := sha256.Sum256(fmt.Appendf(nil, `{"crv":%q,"kty":%q,"x":%q,"y":%q}`, k["crv"], k["kty"], k["x"], k["y"]))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

func (a *authority) order() map[string]any {
	o := map[string]any{"status": map[string]string{"pending": "pending", "valid": "ready", "invalid": "invalid"}[a.status],
		"identifiers":    []map[string]string{{"type": "dns", "value": a.host}},
		"authorizations": []string{a.URL + "/authz"}, "finalize": a.URL + "/finalize"}
	if a.cert != nil {
		o["status"], o["certificate"] = "valid", a.URL+"/certificate"
	}
	return o
}

func (a *authority) authorization() map[string]any {
	var list []map[string]any
	for _, kind := range a.offers {
		list = append(list, a.challenge(kind))
	}
	return map[string]any{"status": a.status, "identifier": map[string]string{"type": "dns", "value": a.host}, "challenges": list}
}

func (a *authority) challenge(kind string) map[string]any {
	c := map[string]any{"type": kind, "url": a.URL + "/challenge/" + kind, "token": challengeToken, "status": a.status}
	if a.problem != "" {
		c["error"] = map[string]any{"type": "urn:ietf:params:acme:error:" + a.problem, "detail": "as the test wants it", "status": 400}
	}
	return c
}

// look looks whether the name is the account's.
func (a *authority) look(kind string) {
	a.status, a.problem = "valid", a.refuses
	wanted := challengeToken + "." + a.thumb
	switch {
	case a.refuses != "":
	case kind == "http-01":
		req := mustRequest(a.t, http.MethodGet, "http://"+a.http+"/.well-known/acme-challenge/"+challengeToken, nil)
		req.Host = a.host
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			a.problem = "connection"
			break
		}
		text, _ := io.ReadAll(res.Body)
		res.Body.Close()
		if string(text) != wanted {
			a.problem = "unauthorized"
		}
	default:
		sum := sha256.Sum256([]byte(wanted))
		value, _ := asn1.Marshal(sum[:])
		d := tls.Dialer{Config: &tls.Config{ServerName: a.host, NextProtos: []string{"acme-tls/1"}, InsecureSkipVerify: true}} //nolint:gosec // as RFC 8737 says
		c, err := d.DialContext(context.Background(), "tcp", a.alpn)
		if err != nil {
			a.problem = "connection"
			break
		}
		defer c.Close()
		shown := c.(*tls.Conn).ConnectionState().PeerCertificates[0]
		is := func(e pkix.Extension) bool {
			return e.Id.Equal(asn1.ObjectIdentifier{1, 3, 6, 1, 5, 5, 7, 1, 31}) && string(e.Value) == string(value)
		}
		if !slices.ContainsFunc(shown.Extensions, is) || !slices.Equal(shown.DNSNames, []string{a.host}) {
			a.problem = "unauthorized"
		}
	}
	if a.problem != "" {
		a.status = "invalid"
	}
}

// sign makes the certificate for a request.
func (a *authority) sign(payload []byte) {
	var f struct{ CSR string }
	_ = json.Unmarshal(payload, &f)
	der, _ := base64.RawURLEncoding.DecodeString(f.CSR)
	csr, err := x509.ParseCertificateRequest(der)
	if err != nil || a.status != "valid" || !slices.Equal(csr.DNSNames, []string{a.host}) {
		a.t.Errorf("a request for %v, whose state is %s: %v", csr, a.status, err)
		return
	}
	form := &x509.Certificate{SerialNumber: big.NewInt(2), DNSNames: csr.DNSNames, NotBefore: time.Now().Add(-time.Hour),
		NotAfter: time.Now().Add(90 * 24 * time.Hour), KeyUsage: x509.KeyUsageDigitalSignature,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}}
	der, err = x509.CreateCertificate(rand.Reader, form, a.signer, csr.PublicKey, a.key)
	if err != nil {
		a.t.Error(err)
		return
	}
	for _, block := range [][]byte{der, a.signer.Raw} {
		a.cert = append(a.cert, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: block})...)
	}
}
