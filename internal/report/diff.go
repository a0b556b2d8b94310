package report

import (
	"time"

	"github.com/caplo/caplo/internal/agent"
)

// Sides that a difference stands on.
const (
	InBoth      = "both"
	InFiles     = "files"     // and not in the workspace
	InWorkspace = "workspace" // and not in the files
)

// Diff is the result of `caplo diff`: how the workspace differs from the files.
// Values before are the workspace's and values after the files', as a push would
// change them; text and JSON are made from it.
type Diff struct {
	FormatVersion int          `json:"formatVersion"`
	Revision      int64        `json:"revision"`
	Differs       bool         `json:"differs"`
	Differences   []Difference `json:"differences"`
	// Problem says why there is no comparison, and Hint what to do.
	Problem string `json:"problem,omitempty"`
	Hint    string `json:"hint,omitempty"`

	// Where says in which zone of time the reader lives; nil: UTC.
	Where *time.Location `json:"-"`
	// Colour makes the text coloured.
	Colour bool `json:"-"`
}

// Difference is a resource or suite that is not the same on both sides.
type Difference struct {
	agent.ID
	In      string              `json:"in"`
	Written *Written            `json:"written,omitempty"` // in the workspace
	Fields  []agent.FieldChange `json:"fields"`            // in both, and no suite
	Cases   []agent.CaseDiff    `json:"cases"`             // a suite's
}

// Written says who wrote what the workspace holds, and when.
type Written struct {
	Revision int64     `json:"revision"`
	Created  time.Time `json:"created"`
	Author   string    `json:"author"`
	Origin   string    `json:"origin"`
	Project  string    `json:"project,omitempty"`
	Outside  bool      `json:"outside"` // by no push of this project
}

// NewDiff is a comparison that has found nothing yet.
func NewDiff(where *time.Location) *Diff {
	return &Diff{FormatVersion: FormatVersion, Differences: []Difference{}, Where: where}
}

// Add adds a difference.
func (d *Diff) Add(x Difference) {
	if x.Fields == nil {
		x.Fields = []agent.FieldChange{}
	}
	if x.Cases == nil {
		x.Cases = []agent.CaseDiff{}
	}
	d.Differs, d.Differences = true, append(d.Differences, x)
}
