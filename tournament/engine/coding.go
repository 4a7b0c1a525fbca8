package engine

import (
	"encoding/json"
	"fmt"

	"blastyard/tournament"

	"github.com/klauspost/compress/zstd"
)

// Records and jobs are JSON; long ones are compressed with zstd. The first byte tells them apart: JSON begins with '{',
// and zstd with its magic number.

const (
	compressFrom = 1 << 10  // bytes
	maxRecord    = 64 << 20 // bytes of a record, decompressed
)

var (
	encoder, _ = zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1))
	decoder, _ = zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxRecord))
)

func encode(value any) ([]byte, error) {
	text, err := json.Marshal(value)
	if err != nil || len(text) < compressFrom {
		return text, err
	}
	return encoder.EncodeAll(text, nil), nil
}

func decode(data []byte, value any) error {
	if len(data) > 0 && data[0] != '{' {
		text, err := decoder.DecodeAll(data, nil)
		if err != nil {
			return err
		}
		data = text
	}
	return json.Unmarshal(data, value)
}

// decodeRecord decodes an entry of the log. If it fails, the writer of the record is at fault. The caller must log and
// skip such a record, or a single broken worker could stop the event for ever.
func decodeRecord(data []byte) (*tournament.Record, error) {
	rec := new(tournament.Record)
	if err := decode(data, rec); err != nil {
		return nil, fmt.Errorf("engine: a record of the log: %w", err)
	}
	kinds := 0
	for _, is := range [...]bool{len(rec.Results) > 0, rec.Enter != nil, rec.Leave != nil, rec.Void != nil,
		rec.Close != nil, rec.Clock != nil, rec.Order != nil, !rec.Secret.IsZero()} {
		if is {
			kinds++
		}
	}
	if kinds != 1 {
		return nil, fmt.Errorf("engine: a record of the log has %d kinds of content: expected exactly one", kinds)
	}
	return rec, nil
}
