package engine

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"time"

	"blastyard/tournament"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// entry is a record of the log with its position.
type entry struct {
	seq uint64
	job string             // the job whose results it has; "": none
	rec *tournament.Record // nil: the record cannot be read or does not fit

	fixtures []tournament.Fixture // one for each of rec.Results
}

// publishResults adds the results of a job to the log. The log accepts the results of a job only once: if the job was
// queued twice, the second call adds nothing. publishResults repeats transient failures of the broker until ctx ends.
func publishResults(ctx context.Context, js jetstream.JetStream, n names, job string,
	results []tournament.Result) error {
	data, err := encode(&tournament.Record{At: time.Now().UnixMilli(), Results: results})
	if err != nil {
		return fmt.Errorf("engine: results of job %s: %w", job, err)
	}
	if most := int(js.Conn().MaxPayload()) - 4<<10; len(data) > most && len(results) > 1 {
		// The log accepts each half only once, too, because a job is always split in the same way.
		half := len(results) / 2
		return errors.Join(publishResults(ctx, js, n, job+"-0", results[:half]),
			publishResults(ctx, js, n, job+"-1", results[half:]))
	}
	err = retry(ctx, func() error {
		_, err := js.Publish(ctx, n.result(job), data, jetstream.WithExpectLastSequencePerSubject(0))
		return err
	})
	if isWrongLast(err) {
		return nil
	}
	if err != nil {
		return wrapFull(fmt.Errorf("engine: results of job %s: %w", job, err))
	}
	return nil
}

// publishRecord adds a record of the coordinator to the log. If an attempt gets no answer but has succeeded, the log
// ignores the next attempt, because the id of the message is the same.
func publishRecord(ctx context.Context, js jetstream.JetStream, n names, rec *tournament.Record) (seq uint64,
	err error) {
	data, err := encode(rec)
	if err != nil {
		return 0, fmt.Errorf("engine: record: %w", err)
	}
	id := nats.NewInbox()
	err = retry(ctx, func() error {
		ack, err := js.Publish(ctx, n.control(), data, jetstream.WithMsgID(id))
		if err == nil {
			seq = ack.Sequence
		}
		return err
	})
	if err != nil {
		return 0, wrapFull(fmt.Errorf("engine: record: %w", err))
	}
	return seq, nil
}

// readLog yields the entries of the log from a position on, in order, until ctx ends. After a lost connection it
// continues where it was.
func readLog(ctx context.Context, js jetstream.JetStream, n names, from uint64, log *slog.Logger,
	give func(entry) error) error {
	for ctx.Err() == nil {
		last, err := readSome(ctx, js, n, from, log, give)
		from = last
		if err != nil && !isTransient(err) && !errors.Is(err, jetstream.ErrMsgIteratorClosed) {
			return err
		}
		if err != nil {
			log.Debug("the log is read again", "from", from, "error", err)
		}
		_ = sleep(ctx, 100*time.Millisecond)
	}
	return nil
}

// readSome reads the log until something fails. It returns the position to continue from.
func readSome(ctx context.Context, js jetstream.JetStream, n names, from uint64, log *slog.Logger,
	give func(entry) error) (uint64, error) {
	c, err := js.OrderedConsumer(ctx, n.log(), jetstream.OrderedConsumerConfig{
		DeliverPolicy: jetstream.DeliverByStartSequencePolicy, OptStartSeq: from,
	})
	if err != nil {
		return from, err
	}
	messages, err := c.Messages(jetstream.PullMaxMessages(100), jetstream.PullExpiry(30*time.Second))
	if err != nil {
		return from, err
	}
	stop := context.AfterFunc(ctx, messages.Stop)
	defer func() {
		stop()
		messages.Stop()
	}()
	for {
		m, err := messages.Next()
		if err != nil {
			return from, err
		}
		meta, err := m.Metadata()
		if err != nil {
			return from, err
		}
		e := entry{seq: meta.Sequence.Stream}
		if e.seq < from {
			continue
		}
		if job, is := strings.CutPrefix(m.Subject(), n.result("")); is {
			e.job, _, _ = strings.Cut(job, "-")
		}
		if e.rec, err = decodeRecord(m.Data()); err != nil {
			// Continue: one unreadable record must not stop the event for ever.
			log.Error("a record of the log is skipped", "number", strconv.FormatUint(e.seq, 10), "error", err)
			e.rec = nil
		}
		if e.job != "" && e.rec != nil && len(e.rec.Results) == 0 { // only the coordinator writes other records
			log.Error("a worker has sent a record that is no result; it is skipped", "job", e.job)
			e.rec = nil
		}
		if err := give(e); err != nil {
			return from, err
		}
		from = e.seq + 1
	}
}
