package replay

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"
)

// BlockTurns is how many turns a block of Blocks spans: block k holds the turns from 64k to 64k+63.
const BlockTurns = 64

// Blocks keep the turns of a replay in memory, compressed as they are in its file, 64 together: so any turn can be had without
// those before it. Its methods are for one goroutine at a time;
// a Block that was returned any goroutine may read meanwhile.
type Blocks struct {
	encoder *zstd.Encoder
	blocks  []Block
	out     bytes.Buffer // of the last block
	line    []byte
	size    int // bytes of all blocks but the last
	added   int // turns of the last block, those that are not readable yet included
}

// A Block is some of the turns, compressed.
type Block struct {
	turns  int
	packed []byte
}

// maxBlockWindow bounds the memory of compressing and of reading a block: a state of 2 MB still lies in it.
const maxBlockWindow = 4 << 20

// NewBlocks returns no turns yet, for states of about so many bytes each; 0 where there are none.
func NewBlocks(state int) (*Blocks, error) {
	e, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1), zstd.WithEncoderCRC(false),
		zstd.WithWindowSize(min(maxBlockWindow, windowFor(state))), zstd.WithLowerEncoderMem(true))
	if err != nil {
		return nil, fmt.Errorf("replay: %w", err)
	}
	return &Blocks{encoder: e}, nil
}

// Add adds the turn after the last one, which is not kept.
func (b *Blocks) Add(t *Turn) error {
	if len(b.blocks) == 0 || t.Turn%BlockTurns == 0 {
		if err := b.seal(); err != nil {
			return err
		}
		b.blocks, b.added = append(b.blocks, Block{}), 0
		b.encoder.Reset(&b.out)
	}
	b.line = appendTurn(b.line[:0], t)
	if _, err := b.encoder.Write(b.line); err != nil {
		return fmt.Errorf("replay: %w", err)
	}
	if cap(b.line) > MaxTurn {
		b.line = nil
	}
	b.added++
	return nil
}

// seal ends the last block.
func (b *Blocks) seal() error {
	if len(b.blocks) == 0 {
		return nil
	}
	err := b.encoder.Close()
	b.last().packed, b.last().turns = bytes.Clone(b.out.Bytes()), b.added
	b.size += b.out.Len()
	b.out = bytes.Buffer{}
	return err
}

func (b *Blocks) last() *Block { return &b.blocks[len(b.blocks)-1] }

// Flush makes the turns that were added last readable, too.
func (b *Blocks) Flush() error {
	if len(b.blocks) == 0 {
		return nil
	}
	if err := b.encoder.Flush(); err != nil {
		return fmt.Errorf("replay: %w", err)
	}
	b.last().packed, b.last().turns = b.out.Bytes(), b.added // what is appended later does not touch these bytes
	return nil
}

// Close ends the adding.
func (b *Blocks) Close() error {
	err := b.seal()
	b.encoder = nil
	return err
}

// Size is how many bytes the blocks take.
func (b *Blocks) Size() int { return b.size + b.out.Len() }

// Block is block k; without turns where there is none.
func (b *Blocks) Block(k int) Block {
	if k >= len(b.blocks) {
		return Block{}
	}
	return b.blocks[k]
}

// Each gives the turns of a block in order to do, each of which is valid during the call only, until that fails.
func (b Block) Each(do func(*Turn) error) error {
	if b.turns == 0 {
		return nil
	}
	z, err := zstd.NewReader(bytes.NewReader(b.packed), zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true))
	if err != nil {
		return fmt.Errorf("replay: %w", err)
	}
	defer z.Close()
	lines := bufio.NewReaderSize(z, 64<<10)
	var long []byte
	for range b.turns {
		line, err := lines.ReadSlice('\n')
		for long = long[:0]; errors.Is(err, bufio.ErrBufferFull); line, err = lines.ReadSlice('\n') {
			long = append(long, line...)
		}
		if err != nil {
			return fmt.Errorf("replay: a block: %w", errors.Join(err, io.ErrUnexpectedEOF))
		}
		if len(long) > 0 {
			long = append(long, line...)
			line = long
		}
		var t Turn
		if err := json.Unmarshal(line, &t); err != nil {
			return fmt.Errorf("replay: a block: %w", err)
		}
		if err := do(&t); err != nil {
			return err
		}
	}
	return nil
}
