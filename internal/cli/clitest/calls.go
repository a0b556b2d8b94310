package clitest

import (
	"context"
	"encoding/json"
	"os"

	"github.com/caplo/caplo/internal/llm"
	"github.com/caplo/caplo/internal/llm/scripted"
)

// CallsVariable names the environment variable that holds the path of a file to
// which the scripted models append each request as it comes, a Call a line.
// Several processes may share it.
const CallsVariable = "CAPLO_TEST_CALLS"

// Call is a request to a scripted model.
type Call struct {
	Grader bool   `json:"grader"`
	Text   string `json:"text"` // the last message of the user's
}

// noting is a provider that notes what it is asked before it answers.
type noting struct {
	llm.Provider
	file *os.File
}

func noted(p llm.Provider, path string) (llm.Provider, error) {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return nil, err
	}
	return noting{p, file}, nil
}

func (n noting) Complete(ctx context.Context, req llm.Request, onDelta func(string)) (llm.Response, error) {
	line, err := json.Marshal(Call{scripted.IsGrader(req), scripted.LastUser(req)})
	if err == nil {
		_, err = n.file.Write(append(line, '\n')) // one write, so that lines stay whole
	}
	if err != nil {
		return llm.Response{}, err
	}
	return n.Provider.Complete(ctx, req, onDelta)
}
