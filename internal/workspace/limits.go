package workspace

import (
	"encoding/json"
	"fmt"

	"github.com/caplo/caplo/internal/agent"
)

// Limits of what is asked of a workspace. Those of a batch of bodies and of a
// request stand in the contract; those of names and texts are the schemas'.
const (
	MaxCases    = 100    // cases of an agent
	MaxOpenRuns = 200    // open runs of a served workspace
	MaxManifest = 10_000 // resources and suites of one push
	MaxBatch    = 200    // bodies of one upload
	// MaxBatchBytes is the size of the bodies of one upload, unless it is of one.
	MaxBatchBytes = 4 << 20
)

func tooLarge(format string, args ...any) *Problem {
	return &Problem{Code: TooLarge, Message: fmt.Sprintf(format, args...), Hint: "do it in several steps"}
}

func checkBatch(resources []agent.Resource) error {
	if len(resources) > MaxBatch {
		return tooLarge("an upload holds at most %d bodies; this one holds %d", MaxBatch, len(resources))
	}
	size := 0
	for _, r := range resources {
		size += len(r.Body)
		if err := checkBase(r); err != nil {
			return err
		}
	}
	if len(resources) > 1 && size > MaxBatchBytes {
		return tooLarge("the bodies of an upload have at most %d MiB, unless there is only one", MaxBatchBytes>>20)
	}
	return nil
}

// checkBase applies the limits of a knowledge base, which are those of its files.
func checkBase(r agent.Resource) error {
	var base agent.KnowledgeBase
	if r.Kind != agent.KindKnowledge || json.Unmarshal(r.Body, &base) != nil {
		return nil // the rules say what is wrong with it
	}
	if len(base.Documents) > agent.MaxDocuments {
		return tooLarge("%s has %d documents; a knowledge base has at most %d", r.ID, len(base.Documents), agent.MaxDocuments)
	}
	size := 0
	for _, d := range base.Documents {
		if size += len(d.Text); len(d.Text) > agent.MaxDocument {
			return tooLarge("the document %q of %s has more than %d MiB", d.Path, r.ID, agent.MaxDocument>>20)
		}
	}
	if size > agent.MaxBase {
		return tooLarge("%s has more than %d MiB of text", r.ID, agent.MaxBase>>20)
	}
	return nil
}
