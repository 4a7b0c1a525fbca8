package server

type eventKind byte

const (
	evLogin eventKind = iota
	evAck
	evLogic
	evFault
	evDrained
	evCall
)

// event is something that happened. Its data is in the conn or the local player.
type event struct {
	kind  eventKind
	conn  *conn
	local *localPlayer
	call  func(*game)
}
