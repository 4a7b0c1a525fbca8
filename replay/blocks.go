package replay

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"

	"blastyard/internal/jsonerror"
)

// BlockTurns is the number of turns in a block of Blocks: block k has the turns from 64k to 64k+63.
const BlockTurns = 64

// Blocks holds the turns of a replay in memory, compressed as in its file, 64 together, so that a turn can be read
// without all those before it. Only one goroutine at a time may call its methods. Any goroutine may read a Block that
// was returned.
type Blocks struct {
	encoder *zstd.Encoder
	blocks  []Block
	out     bytes.Buffer // of the last block
	line    []byte
	size    int // bytes of all blocks but the last
	added   int // turns of the last block, including those that are not readable yet
}

// A Block is some of the turns, compressed.
type Block struct {
	turns  int
	packed []byte
}

// maxBlockWindow limits the memory for compressing and reading a block. It is large enough for a state of 2 MB.
const maxBlockWindow = 4 << 20

// NewBlocks returns Blocks without turns, for states of about the given number of bytes, or 0 without states.
func NewBlocks(state int) (*Blocks, error) {
	e, err := zstd.NewWriter(nil,
		zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1), zstd.WithEncoderCRC(false),
		zstd.WithWindowSize(min(maxBlockWindow, windowFor(state))), zstd.WithLowerEncoderMem(true))
	if err != nil {
		return nil, fmt.Errorf("replay: %w", err)
	}
	return &Blocks{encoder: e}, nil
}

// Add adds the turn after the last one. It keeps no reference to it.
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

// seal completes the last block.
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

// Flush makes all turns that were added readable.
func (b *Blocks) Flush() error {
	if len(b.blocks) == 0 {
		return nil
	}
	if err := b.encoder.Flush(); err != nil {
		return fmt.Errorf("replay: %w", err)
	}
	b.last().packed, b.last().turns = b.out.Bytes(), b.added // appending more does not change these bytes
	return nil
}

// Close ends the adding of turns.
func (b *Blocks) Close() error {
	err := b.seal()
	b.encoder = nil
	return err
}

// Size returns how many bytes the blocks take.
func (b *Blocks) Size() int { return b.size + b.out.Len() }

// Block returns block k, which has no turns if it does not exist.
func (b *Blocks) Block(k int) Block {
	if k >= len(b.blocks) {
		return Block{}
	}
	return b.blocks[k]
}

// Each calls do with each turn of a block, in order, until do returns an error. A turn is valid only during the call.
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
		if err := jsonerror.Decode(line, &t); err != nil {
			return fmt.Errorf("replay: a block: %w", err)
		}
		if err := do(&t); err != nil {
			return err
		}
	}
	return nil
}
