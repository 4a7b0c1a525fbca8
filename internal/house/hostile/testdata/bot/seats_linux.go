package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"blastyard/internal/house/hostile/testdata/scenes"
	"blastyard/protocol/netorcai"
)

// seatAttacks log in where the bot has no seat, before it takes its own.
var seatAttacks = []attempt{
	{name: "seat-of-rival", try: func(s *scenes.Scene) (string, error) { return takeSeat(s, netorcai.RolePlayer) }},
	{name: "seat-of-special", try: func(s *scenes.Scene) (string, error) {
		return takeSeat(s,
			netorcai.RoleSpecialPlayer)
	}},
}

// takeSeat logs in at every port of the arena, but not as a player at our own, in the hope that it is a seat. The test
// tells the ports, as a bot would find them by trying all: it must not try those of others on this machine.
func takeSeat(s *scenes.Scene, role netorcai.Role) (string, error) {
	ports, err := arenaPorts(s)
	if err != nil {
		return "", err
	}
	result := fmt.Errorf("no seat at ports %v: %w", ports, errMissed)
	for _, port := range ports {
		own, _ := strconv.Atoi(os.Getenv("NETORCAI_PORT"))
		if port == own && role == netorcai.RolePlayer {
			continue
		}
		if err := login(port, role); err == nil {
			return fmt.Sprintf("logged in at port %d", port), nil
		} else if port != own {
			result = err
		}
	}
	return "", result
}

// arenaPorts waits for the test to tell the ports.
func arenaPorts(s *scenes.Scene) (ports []int, err error) {
	for end := time.Now().Add(patience / 10); ; time.Sleep(10 * time.Millisecond) {
		text, err := os.ReadFile(filepath.Join(s.Own, scenes.PortsFile))
		if err == nil {
			return ports, json.Unmarshal(text, &ports)
		}
		if time.Now().After(end) {
			fail("the test does not tell the ports of the arena")
		}
	}
}

func login(port int, role netorcai.Role) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp4", fmt.Sprintf("127.0.0.1:%d", port))
	if err != nil {
		return err
	}
	defer conn.Close()
	return netorcai.NewClient(conn).Login(ctx, "usurper", role)
}
