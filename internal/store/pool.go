package store

import (
	"context"
	"database/sql"
	"sync"
)

// pool is a pool of connections that keeps statements prepared once they have
// been used before: compiling them takes longer than running them.
type pool struct {
	*sql.DB

	mu    sync.Mutex
	uses  map[string]int
	stmts map[string]*sql.Stmt
}

func newPool(db *sql.DB, size int) *pool {
	db.SetMaxOpenConns(size)
	db.SetMaxIdleConns(size)
	return &pool{DB: db, uses: map[string]int{}, stmts: map[string]*sql.Stmt{}}
}

// prepared counts a use of the query and returns its statement, nil where it is
// not prepared yet.
func (p *pool) prepared(query string) *sql.Stmt {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.uses[query]++
	return p.stmts[query]
}

// prepare prepares what is used repeatedly. It must not be called within a
// transaction, which may hold the only connection. Where it fails, the queries
// go on unprepared.
func (p *pool) prepare(ctx context.Context) {
	for _, query := range p.worthPreparing() {
		stmt, err := p.PrepareContext(ctx, query)
		if err != nil {
			return
		}
		p.mu.Lock()
		if p.stmts[query] == nil {
			p.stmts[query], stmt = stmt, nil
		}
		p.mu.Unlock()
		if stmt != nil { // another goroutine was faster
			_ = stmt.Close()
		}
	}
}

func (p *pool) worthPreparing() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	var list []string
	for query, n := range p.uses {
		if n > 1 && p.stmts[query] == nil {
			list = append(list, query)
		}
	}
	return list
}
