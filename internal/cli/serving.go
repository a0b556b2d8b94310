package cli

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strings"

	"github.com/caplo/caplo/internal/server"
	"github.com/caplo/caplo/internal/store"
	"github.com/caplo/caplo/internal/workspace"
)

// serving is a server from its start to its end.
type serving struct {
	env     *Env
	set     serveSettings
	log     *slog.Logger
	ws      *workspace.Workspace
	http    *http.Server
	closing *server.Closing
	failed  chan error // the server ended by itself
}

// run serves until ctx ends, which is a server's normal end. The lock comes first,
// so that nobody else writes, and the address before anything is made, so that a
// taken port leaves nothing behind.
func (s *serving) run(ctx context.Context) (err error) {
	if err := notLocal(s.set.database); err != nil {
		return err
	}
	release, err := store.LockServing(s.set.database)
	if err != nil {
		return err
	}
	defer release()
	cert, err := s.certificate()
	if err != nil {
		return err
	}
	if err := s.secret(); err != nil {
		return err
	}
	l, err := listen(s.set.listen)
	if err != nil {
		return err
	}
	defer l.Close()
	db, err := store.Open(ctx, store.Options{Path: s.set.database, LockDir: store.ServedLocks(s.set.database), Now: s.env.Now})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	metrics := server.NewMetrics()
	s.open(db, metrics)
	defer func() { err = errors.Join(err, s.ws.Close()) }()
	auth, err := s.admit(ctx, s.url(l.Addr()))
	if err != nil {
		return err
	}
	if err := s.ws.Resume(ctx); err != nil {
		return err
	}
	s.closing = server.NewClosing()
	s.http = server.NewHTTP(server.New(server.Options{
		Workspace: s.ws, Authenticator: auth, Version: Version(),
		Hosts: s.hosts(l.Addr()), Log: s.log, Metrics: metrics, Closing: s.closing,
	}), s.log)
	s.http.TLSConfig = cert
	s.start(server.Crowd(l, server.MaxConns))
	fmt.Fprintf(s.env.Out, "caplo serves the workspace at %s\n", s.url(l.Addr()))
	return s.wait(ctx)
}

// open makes the workspace on its database.
func (s *serving) open(db workspace.Store, metrics *server.Metrics) {
	providers := localProviders(s.env)
	s.ws = workspace.New(workspace.Options{
		Store: db, Judge: newJudge(providers, s.env.Now), Providers: models(providers),
		Models:        workspace.ModelNames{Agent: s.set.models.Agent, Grader: s.set.models.Grader, Fast: s.set.models.Fast},
		FastDecisions: true, Place: servedPlace, Served: true, Config: s.set.config,
		Concurrency: s.set.cases, Now: s.env.Now, Log: s.log, Judged: metrics.Judged,
	})
	for _, m := range []struct{ setting, model string }{{"models.agent", s.set.models.Agent}, {"models.grader", s.set.models.Grader}} {
		name, _, _ := strings.Cut(m.model, "/")
		switch _, known := providers[name]; {
		case m.model == "":
			s.log.Warn(m.setting + " is not configured: runs that need it are refused")
		case !known:
			s.log.Warn(m.setting+" names a provider that this caplo does not have: runs that need it are refused", "model", m.model)
		}
	}
}

// servedPlace is where results of a served workspace count: nobody but the server
// writes its database, wherever it is restored.
const servedPlace = "served"

func (s *serving) start(l net.Listener) {
	s.failed = make(chan error, 1)
	go func() {
		if s.http.TLSConfig != nil {
			s.failed <- s.http.ServeTLS(l, "", "")
			return
		}
		s.failed <- s.http.Serve(l)
	}()
}

func (s *serving) wait(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return s.end()
	case err := <-s.failed:
		return &failure{msg: "the server ended: " + err.Error(), hint: "start it again; runs go on where they stopped", err: err}
	}
}
