package server

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/caplo/caplo/internal/trace"
	"github.com/caplo/caplo/internal/workspace"
)

// Metrics counts what a server does. No label holds a name that anybody gave:
// neither of agents nor of members or keys.
type Metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
	inFlight prometheus.Gauge
	cases    *prometheus.CounterVec
}

// NewMetrics returns metrics with a registry of their own.
func NewMetrics() *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "caplo_http_requests_total", Help: "Requests that were answered, by route, method and class of status.",
		}, []string{"route", "method", "status"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "caplo_http_request_duration_seconds", Help: "How long requests took, by route and method.",
			Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 10},
		}, []string{"route", "method"}),
		inFlight: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "caplo_http_requests_in_flight", Help: "Requests that are being answered.",
		}),
		cases: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "caplo_cases_total", Help: "Cases whose verdict was recorded, by outcome.",
		}, []string{"outcome"}),
	}
	for _, o := range []trace.Outcome{trace.OK, trace.Failed, trace.Error} {
		m.cases.WithLabelValues(string(o)) // so that each is there from the beginning
	}
	m.registry.MustRegister(m.requests, m.seconds, m.inFlight, m.cases,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// Judged counts a verdict.
func (m *Metrics) Judged(o trace.Outcome) { m.cases.WithLabelValues(string(o)).Inc() }

// watch shows what a workspace has to do.
func (m *Metrics) watch(ws *workspace.Workspace) {
	if m == nil || ws == nil {
		return
	}
	gauge := func(name, help string, value func(workspace.Load) int) {
		m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help},
			func() float64 { return float64(value(ws.Load())) }))
	}
	gauge("caplo_runs_open", "Runs that are worked or wait for their turn.", func(l workspace.Load) int { return l.Runs })
	gauge("caplo_cases_in_hand", "Cases that are being judged.", func(l workspace.Load) int { return l.Cases })
}

func (m *Metrics) begin() {
	if m != nil {
		m.inFlight.Inc()
	}
}

func (m *Metrics) end(e *entry, method string, status int, took time.Duration) {
	if m == nil {
		return
	}
	m.inFlight.Dec()
	route, method := routeName(e.route), methodName(method)
	m.requests.WithLabelValues(route, method, strconv.Itoa(status/100)+"xx").Inc()
	m.seconds.WithLabelValues(route, method).Observe(took.Seconds())
}

func (m *Metrics) handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{DisableCompression: true})
}

// routeName is a route without its method; other where none fits, since whatever
// strangers ask for must not become a label.
func routeName(pattern string) string {
	_, path, ok := strings.Cut(pattern, " ")
	if !ok || path == "/" {
		return "other"
	}
	return path
}

func methodName(m string) string {
	if slices.Contains([]string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}, m) {
		return m
	}
	return "other"
}
