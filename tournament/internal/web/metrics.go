package web

import (
	"bufio"
	"log/slog"
	"net"
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"blastyard/internal/plain"
)

// meters has the metrics of the site and the event for Prometheus.
type meters struct {
	site     *Site
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	times    *prometheus.HistogramVec
}

// newMeters creates its own registry, so that two sites in one process do not conflict.
func newMeters(s *Site) *meters {
	m := &meters{site: s, registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "blastyard_http_requests_total",
			Help: "Requests answered, by status code."}, []string{"code"}),
		times: prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "blastyard_http_seconds",
			Help:    "Time to answer a request, without event streams and watched matches.",
			Buckets: []float64{0.001, 0.005, 0.02, 0.1, 0.5, 2, 10}}, nil),
	}
	m.registry.MustRegister(m.requests, m.times)
	gauge := func(name, help string, value func(*Snapshot) float64) {
		m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "blastyard_" + name, Help: help},
			func() float64 {
				if snap := s.o.Source.Snapshot(); snap != nil {
					return value(snap)
				}
				return 0
			}))
	}
	gauge("matches_played", "Matches played.", func(s *Snapshot) float64 { return float64(s.Progress.Played) })
	gauge("matches_planned", "Matches planned; 0: not known.", func(s *Snapshot) float64 {
		return float64(s.Progress.Planned)
	})
	gauge("matches_per_second", "Matches played a second.", func(s *Snapshot) float64 { return s.Progress.PerSecond })
	gauge("matches_running", "Matches being played.", func(s *Snapshot) float64 {
		return float64(len(s.Progress.Running))
	})
	gauge("workers", "Workers that are there.", func(s *Snapshot) float64 { return float64(len(s.Progress.Workers)) })
	gauge("entrants", "Entrants of the event.", func(s *Snapshot) float64 { return float64(len(s.Names)) })
	gauge("done", "1 when the event is over.", func(s *Snapshot) float64 {
		if s.Progress.Done {
			return 1
		}
		return 0
	})
	gauge("snapshot_timestamp_seconds", "When the newest standings were made.", func(s *Snapshot) float64 {
		return float64(s.At.UnixMilli()) / 1000
	})
	gauge("readers", "Event streams that are open.", func(*Snapshot) float64 { return float64(m.site.readers()) })
	return m
}

func (m *meters) handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{ErrorHandling: promhttp.HTTPErrorOnError})
}

// A measured answer records what the log says about it.
type measured struct {
	http.ResponseWriter
	meters *meters
	method string
	path   string
	remote string
	began  time.Time
	code   int
	bytes  int64
}

func (m *meters) begin(w http.ResponseWriter, r *http.Request) *measured {
	return &measured{ResponseWriter: w, meters: m, method: r.Method, path: r.URL.Path, remote: r.RemoteAddr,
		began: m.site.o.Now()}
}

// WriteHeader implements http.ResponseWriter.
func (m *measured) WriteHeader(code int) {
	if m.code == 0 && code >= 200 {
		m.code = code
	}
	m.ResponseWriter.WriteHeader(code)
}

// Write implements http.ResponseWriter.
func (m *measured) Write(p []byte) (int, error) {
	if m.code == 0 {
		m.code = http.StatusOK
	}
	n, err := m.ResponseWriter.Write(p)
	m.bytes += int64(n)
	return n, err
}

// Unwrap gives an http.ResponseController access to the answer.
func (m *measured) Unwrap() http.ResponseWriter { return m.ResponseWriter }

// Flush implements http.Flusher for handlers of other packages.
func (m *measured) Flush() {
	if f, is := m.ResponseWriter.(http.Flusher); is {
		f.Flush()
	}
}

// Hijack implements http.Hijacker for handlers of other packages.
func (m *measured) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	return http.NewResponseController(m.ResponseWriter).Hijack()
}

// end counts the request and logs it, without its query and headers, which may contain tokens.
func (m *measured) end() {
	code := m.code
	if code == 0 {
		code = http.StatusOK
	}
	took := m.meters.site.o.Now().Sub(m.began)
	m.meters.requests.WithLabelValues(strconv.Itoa(code)).Inc()
	if m.Header().Get("Content-Type") != "text/event-stream" {
		m.meters.times.WithLabelValues().Observe(took.Seconds())
	}
	m.meters.site.log.Info("request", slog.String("method", plain.Text(m.method)),
		slog.String("path", plain.Text(m.path)),
		slog.Int("code", code), slog.Int64("bytes", m.bytes), slog.Duration("took", took),
		slog.String("from", m.remote))
}
