package machine

import (
	"context"

	"blastyard/arena/doctor"
)

// portOriginal looks at the port of the original that "blastyard bomberman host" replaces.
var portOriginal = doctor.Check{Name: "port 19010", Look: func(ctx context.Context) doctor.Finding {
	return lookPort(ctx, 19010, "blastyard bomberman host cannot use its usual port", "end what listens there")
}}
