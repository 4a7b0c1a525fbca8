package competitions

import (
	"github.com/spf13/pflag"

	"blastyard/tournament/engine"
)

// clusterFlags defines the flags of a cluster of NATS servers.
func clusterFlags(f *pflag.FlagSet, c *engine.Cluster, about string) {
	f.StringSliceVar(&c.Servers, "nats", nil, about)
	f.StringVar(&c.CA, "nats-ca", "", "file with the certificate of the authority that signed those of the cluster")
}
