package competitions

import (
	"github.com/spf13/pflag"

	"blastyard/internal/usage"
	"blastyard/tournament/control"
)

// acmeFlags say from whom a server gets its certificates.
type acmeFlags struct {
	hosts           []string
	directory, http string
}

func (a *acmeFlags) define(f *pflag.FlagSet) {
	f.StringSliceVar(&a.hosts, "acme", nil, "a name for which certificates are fetched and renewed, for HTTPS; may be "+
		"repeated (docs/proxies.md)")
	f.StringVar(&a.directory, "acme-directory", "", "another authority than Let's Encrypt: "+
		"the address of its directory")
	f.StringVar(&a.http, "acme-http", "", "HOST:PORT where browsers are sent to HTTPS, and the authority may ask; its "+
		"port is 80 for the authority")
}

// apply takes what was said about certificates.
func (a *acmeFlags) apply(o *control.ServeOptions) (err error) {
	switch {
	case len(a.hosts) == 0 && (a.directory != "" || a.http != ""):
		return usage.Errorf("--acme is missing: a name of this server for which there shall be a certificate")
	case len(a.hosts) == 0:
		return nil
	case o.TLS.Cert != "":
		return usage.Errorf("expected --acme, or --tls-cert and --tls-key, not both")
	}
	if o.TLS.ACME, err = control.ACME(a.hosts, a.directory); err != nil {
		return usage.Errorf("%w", err)
	}
	o.HTTP = a.http
	return nil
}
