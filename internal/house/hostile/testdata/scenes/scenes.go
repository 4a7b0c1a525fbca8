// Package scenes is what the tests of package hostile tell the hostile bot, and the names of the files between them.
package scenes

import (
	"encoding/json"
	"os"
	"path/filepath"
)

// Scene tells the hostile bot what it can attack. It is the file scene.json beside its program.
type Scene struct {
	Game      string // hexabomb or bomberman
	Act       string // what the hostile bot does; empty for all attacks
	Secret    string // the content of every secret file and variable
	Root      string // folder of the whole scene; it is in every command line of it
	Arena     string // working folder of the arena; secret.txt, victim.txt
	Home      string // home folder of the organiser; secret.txt, victim.txt
	Rival     string // folder of another bot; secret.txt, victim.txt
	Own       string // folder of the hostile bot
	Bystander int    // process id of a program of the organiser's
	Nice      int    // of the bystander; the system takes 19 where more is asked for
	Network   string // the network namespace of the arena, as readlink shows it
	TCP       int    // port on 127.0.0.1 where the organiser listens
	TCP6      int    // port on ::1; 0: none
	UDP       int    // port on 127.0.0.1
	Free      string // address at which no program listens; its loopback address is the scene's own
	Socket    string // path of a Unix socket of the organiser's
	Datagram  string // path of a Unix datagram socket
	Abstract  string // name of an abstract Unix socket
	Terminal  string // path of the organiser's terminal
	Queue     string // name of a message queue that the bot shall leave behind
	Segment   int    // key of a shared memory segment that the bot shall leave behind
}

// ArenaFile is the file in the hostile bot's folder that holds the process id of the arena.
const ArenaFile = "arena.pid"

// ResultsFile is the file in the hostile bot's folder of the first round with the results of its attacks, in
// Bomberman. In hexabomb it prints them.
const ResultsFile = "results.txt"

// PortsFile is the file in the hostile bot's folder that holds the ports on which the arena listens, as JSON.
const PortsFile = "ports.json"

// Interpreter is the name of a program in the organiser's home folder that runs bots, and Module of a file that belongs
// to it.
const (
	Interpreter = "hostile-interpreter"
	Module      = "module.txt"
)

// SceneFile is the name of the file of a Scene.
const SceneFile = "scene.json"

// Variable is the organiser's environment variable that holds a secret.
const Variable = "HOSTILE_SECRET"

// InheritedFD is the number of a file descriptor that the arena inherited.
const InheritedFD = 9

// Read reads the scene beside the hostile bot's program.
func Read(folder string) (*Scene, error) {
	text, err := os.ReadFile(filepath.Join(folder, SceneFile))
	if err != nil {
		return nil, err
	}
	s := new(Scene)
	err = json.Unmarshal(text, s)
	s.Own = folder // in Bomberman it may be a copy
	return s, err
}

// Write writes the scene into the hostile bot's folder.
func (s *Scene) Write() error {
	text, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(s.Own, SceneFile), text, 0o644)
}
