package submission

import "blastyard/tournament/internal/access"

// Prefixes of tokens.
const (
	invitationPrefix = "byi-"
	tokenPrefix      = "byt-"
)

// IsInvitation reports whether a text has the form of an invitation rather than of a token.
func IsInvitation(text string) bool {
	_, ok := access.Parse(text, invitationPrefix)
	return ok
}
