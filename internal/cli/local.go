package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/caplo/caplo/internal/llm/rehearsal"
	"github.com/caplo/caplo/internal/project"
	"github.com/caplo/caplo/internal/remote"
	"github.com/caplo/caplo/internal/server"
	"github.com/caplo/caplo/internal/store"
	"github.com/caplo/caplo/internal/trace"
	"github.com/caplo/caplo/internal/workspace"
)

// localFolder holds the local workspace, below the project's root.
const localFolder = ".caplo"

// What lies in the folder of a local workspace.
const (
	localDatabase = "workspace.db"
	localLocks    = "locks"
)

// connection is an open workspace with its client.
type connection struct {
	*remote.Client
	served string // its origin; empty: it is the local one
	close  []func() error
}

// Close closes what was opened, the last first.
func (c *connection) Close() error {
	var errs []error
	for i := len(c.close) - 1; i >= 0; i-- {
		errs = append(errs, c.close[i]())
	}
	return errors.Join(errs...)
}

// reach is how a command reaches its workspace.
type reach struct {
	concurrency int           // of the local workspace; a served one has its own
	wait        time.Duration // for a served one to answer
}

// connect opens the project's workspace. The local one is reached through the
// same client and handlers as a served one.
func connect(ctx context.Context, env *Env, p *project.Project, how reach) (*connection, error) {
	t, err := settle(env, p)
	if err != nil {
		return nil, err
	}
	if t.origin != "" {
		return connectServed(ctx, env, t, how.wait)
	}
	return connectLocal(ctx, env, p, how.concurrency)
}

func connectLocal(ctx context.Context, env *Env, p *project.Project, concurrency int) (*connection, error) {
	dir, err := localDir(cmp.Or(env.Local, filepath.Join(p.Root, localFolder)))
	if err != nil {
		return nil, err
	}
	c := &connection{}
	db, err := store.Open(ctx, store.Options{Path: filepath.Join(dir, localDatabase), LockDir: filepath.Join(dir, localLocks), Now: env.Now})
	if err != nil {
		return nil, err
	}
	c.close = append(c.close, db.Close)
	providers := localProviders(env)
	ws := workspace.New(workspace.Options{
		Store: db, Judge: newJudge(providers, env.Now), Providers: models(providers), Models: localModels(p.Config.Models),
		FastDecisions: true, Place: place(env), Concurrency: concurrency, Now: env.Now,
	})
	c.close = append(c.close, ws.Close)
	if err := notServed(ctx, ws, dir); err != nil {
		return nil, errors.Join(err, c.Close())
	}
	srv := server.NewEmbedded(server.New(server.Options{Workspace: ws, Authenticator: server.EmbeddedAuth{}, Version: Version()}))
	c.close = append(c.close, srv.Close)
	c.Client = remote.New(remote.Options{BaseURL: "http://local.workspace", Dial: srv.Dial})
	c.close = append(c.close, func() error { c.Client.Close(); return nil })
	return c, nil
}

// notServed refuses a database that caplo serve made: the locks of its runs lie
// elsewhere, and everybody's keys would be passed by.
func notServed(ctx context.Context, ws *workspace.Workspace, dir string) error {
	id, err := ws.WorkspaceID(ctx)
	if err != nil || id == "" {
		return err
	}
	return &failure{
		msg:  fmt.Sprintf("the database %s is one that caplo serve made", filepath.Join(dir, localDatabase)),
		hint: "reach it through its server, named with CAPLO_URL or with workspace in caplo.yaml; or move the file away",
	}
}

// localDir makes the folder of the local workspace: nobody else may read it, and
// git does not see it.
func localDir(dir string) (string, error) {
	err := os.Mkdir(dir, 0o700)
	if errors.Is(err, fs.ErrExist) {
		err = isFolder(dir)
	}
	if err == nil {
		err = os.Chmod(dir, 0o700)
	}
	ignore := filepath.Join(dir, ".gitignore")
	if err == nil {
		// A full disk or a killed process may have left it empty.
		if info, missing := os.Stat(ignore); missing != nil || info.Size() == 0 {
			err = os.WriteFile(ignore, []byte("*\n"), 0o600)
		}
	}
	if err != nil {
		return "", &failure{
			msg:  fmt.Sprintf("the local workspace %s cannot be made or used: %s", dir, reason(err)),
			hint: wayOut(err),
			err:  err,
		}
	}
	return dir, nil
}

// wayOut is what to do where the folder of the local workspace cannot be made.
func wayOut(err error) string {
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return "free some space and try again"
	}
	return "caplo keeps drafts and runs there: make the project's folder writable"
}

// isFolder refuses what is there and is no folder itself: a link could lead
// anywhere, and a project is whatever its repository makes of it.
func isFolder(dir string) error {
	info, err := os.Lstat(dir)
	switch {
	case err != nil:
		return err
	case info.Mode()&fs.ModeSymlink != 0:
		return errors.New("it is a link, which is not followed")
	case !info.IsDir():
		return errors.New("it is no folder")
	}
	return nil
}

// reason is the cause of a file error without the operation and path.
func reason(err error) string {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err.Error()
	}
	return err.Error()
}

func localProviders(env *Env) map[string]Provider {
	all := map[string]Provider{
		trace.KindRehearsal: {
			Model: trace.Model{Provider: trace.KindRehearsal, Kind: trace.KindRehearsal},
			LLM:   rehearsal.New(),
		},
	}
	for name, p := range env.Providers {
		all[name] = p
	}
	return all
}

func models(providers map[string]Provider) map[string]trace.Model {
	out := map[string]trace.Model{}
	for name, p := range providers {
		out[name] = p.Model
	}
	return out
}

func localModels(m project.ModelNames) workspace.ModelNames {
	return workspace.ModelNames{
		Agent:  cmp.Or(m.Agent, trace.KindRehearsal),
		Grader: cmp.Or(m.Grader, trace.KindRehearsal),
		Fast:   m.Fast,
	}
}
