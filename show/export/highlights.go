package export

import (
	"context"
	"errors"
	"io"

	"blastyard/game/viewer"
	"blastyard/internal/english"
	"blastyard/show/picture"
	"blastyard/show/playback"
)

// Highlights writes the decisive moments of a match as an animation: slow, enlarged, with the cells in danger and a
// caption.
func Highlights(ctx context.Context, w io.Writer, p *playback.Playback, moments []viewer.Moment,
	look picture.Options) error {
	var scenes []picture.Scene
	for _, m := range moments {
		s := picture.Scene{Turn: m.Turn, Cells: m.Cells, Caption: caption(&m)}
		for f, err := range between(ctx, p, m.From, m.To) {
			if err != nil {
				return err
			}
			c := f.Clone()
			s.Frames = append(s.Frames, &c)
		}
		scenes = append(scenes, s)
	}
	if len(scenes) == 0 {
		return errors.New("no turn decided the match")
	}
	return picture.Scenes(w, p.Header(), scenes, look)
}

// caption returns the text below a moment.
func caption(m *viewer.Moment) string {
	return english.Signed(m.Swing) + ": " + m.Text
}
