package workspace

import (
	"encoding/json"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/caplo/caplo/internal/agent"
)

// received is an uploaded body in its one form, or what is wrong with it.
type received struct {
	body     json.RawMessage
	digest   string
	problems []agent.Problem
	err      error
}

// receiveAll receives bodies on all processors: a large push is little else.
func receiveAll(resources []agent.Resource) []received {
	out := make([]received, len(resources))
	var next atomic.Int64
	var group sync.WaitGroup
	for range min(len(resources), runtime.GOMAXPROCS(0)) {
		group.Go(func() {
			for i := next.Add(1) - 1; i < int64(len(resources)); i = next.Add(1) - 1 {
				out[i] = receive(resources[i])
			}
		})
	}
	group.Wait()
	return out
}

func receive(r agent.Resource) received {
	body, err := agent.Canonical(r.Body)
	if err != nil {
		body = r.Body // the rules say what is wrong with it
	}
	out := received{body: body, problems: formProblems(agent.Resource{ID: r.ID, Body: body})}
	if len(out.problems) == 0 {
		out.digest, out.err = bodyDigest(r.Kind, body)
	}
	return out
}

// bodyDigest is the digest under which a body is kept and named in manifests: a
// suite's does not depend on the order of its cases.
func bodyDigest(kind agent.Kind, body json.RawMessage) (string, error) {
	if kind != agent.KindSuite {
		return agent.ResourceDigest(kind, body), nil
	}
	var cases []agent.Case
	if err := json.Unmarshal(body, &cases); err != nil {
		return "", &Problem{Code: InvalidRequest, Message: "a suite is a list of cases", Err: err}
	}
	return agent.SuiteDigest(cases), nil
}
