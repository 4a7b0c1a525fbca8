// Package netorcai implements the netorcai metaprotocol 2.0.0: frames, messages with their checks, and Client, the
// library for bots, game logics and viewers. The server is package protocol/netorcai/server.
//
// A frame is the size of its content (4 bytes, little-endian) followed by the content: one JSON object and a line
// feed.
package netorcai
