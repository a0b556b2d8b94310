package workspace

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/caplo/caplo/internal/agent"
)

// MaxAskBodies is how many bodies are asked for at once.
const MaxAskBodies = 1000

// Bodies returns bodies in the order asked for: as many as fit into
// MaxBatchBytes, one at least. A suite's is the list of its cases, each with its
// id. What is no longer at the revision that is named is a PushConflict.
func (w *Workspace) Bodies(ctx context.Context, ask []agent.Expect) ([]agent.Resource, error) {
	if len(ask) > MaxAskBodies {
		return nil, tooLarge("at most %d bodies are asked for at once; this names %d", MaxAskBodies, len(ask))
	}
	out := []agent.Resource{}
	err := w.store.Read(ctx, func(tx Tx) error {
		size := 0
		for _, e := range ask {
			body, err := bodyAt(tx, e)
			if err != nil {
				return err
			}
			if size += len(body); size > MaxBatchBytes && len(out) > 0 {
				return nil
			}
			out = append(out, agent.Resource{ID: e.ID, Body: body})
		}
		return nil
	})
	return out, err
}

func bodyAt(tx Tx, e agent.Expect) (json.RawMessage, error) {
	h, ok, err := tx.Head(e.ID)
	if err != nil {
		return nil, err
	}
	if !ok || h.Revision != e.Revision {
		return nil, &Problem{
			Code: PushConflict, Message: fmt.Sprintf("%s was changed by somebody else meanwhile", e.ID), Hint: "ask again what differs",
		}
	}
	return readBody(tx, h)
}

// readBody reads the stored body of a head, of now or of the history.
func readBody(tx Tx, h Head) (json.RawMessage, error) {
	body, ok, err := tx.Body(h.Body)
	if err == nil && !ok {
		err = fmt.Errorf("the body of %s is gone", h.ID)
	}
	return body, err
}
