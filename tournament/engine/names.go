package engine

import "strings"

// names are the names of an event's streams and subjects at the broker. All have the id of the store in them, because a
// cluster may hold several events.
type names struct{ id string }

func (n names) log() string      { return "by_" + n.id + "_log" }
func (n names) jobs() string     { return "by_" + n.id + "_jobs" }
func (n names) archives() string { return "by_" + n.id + "_archives" } // an object store
// an object store: replays of remote workers in transit
func (n names) replays() string { return "by_" + n.id + "_replays" }

func (n names) subject(parts ...string) string { return "by." + n.id + "." + strings.Join(parts, ".") }

func (n names) result(job string) string { return n.subject("log", "result", job) } // the record of a job's results
func (n names) control() string          { return n.subject("log", "control") }     // records by the coordinator
func (n names) job(need string) string   { return n.subject("job", need) }
func (n names) hello() string            { return n.subject("hello") } // requests of workers: see hello.go
func (n names) wake() string             { return n.subject("wake") }  // there are new jobs
func (n names) inbox() string            { return n.subject("inbox") } // prefix of answers to workers
