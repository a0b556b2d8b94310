package report

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/caplo/caplo/internal/api"
)

// Who is the result of `caplo whoami`; text and JSON are made from it.
type Who struct {
	FormatVersion int    `json:"formatVersion"`
	Workspace     string `json:"workspace"` // its address; "local" for the local one
	Served        bool   `json:"served"`
	KeyOrigin     string `json:"keyOrigin,omitempty"`
	api.Identity
	ID string `json:"id,omitempty"` // of the workspace
}

// NewWho makes the result of whoever is signed in to a served workspace.
func NewWho(address, keyOrigin string, id api.Identity) *Who {
	return &Who{FormatVersion: FormatVersion, Workspace: address, Served: true, KeyOrigin: keyOrigin, Identity: id, ID: id.Workspace}
}

// LocalWho is the result for the local workspace, where nobody signs in.
func LocalWho() *Who {
	return &Who{
		FormatVersion: FormatVersion, Workspace: "local",
		Identity: api.Identity{Member: "local", Role: "owner", Scopes: []string{}},
	}
}

// Text writes it, a line for each thing.
func (w *Who) Text(out io.Writer) error {
	if !w.Served {
		_, err := fmt.Fprintln(out, "the local workspace: nobody signs in, and everything is allowed")
		return err
	}
	var b strings.Builder
	line := func(name, value string) {
		if value != "" {
			fmt.Fprintf(&b, "%-10s %s\n", name, CleanLine(value))
		}
	}
	line("workspace", w.Workspace)
	line("id", w.ID)
	line("member", w.Member+" ("+w.Role+")")
	if k := w.Key; k != nil {
		line("key", k.Name+" ("+k.ID+")")
		line("expires", orElse(k.Expires, "never"))
	}
	line("scopes", orElse(strings.Join(w.Scopes, ", "), "none"))
	line("from", w.KeyOrigin)
	_, err := io.WriteString(out, b.String())
	return err
}

func orElse(s, other string) string {
	if s == "" {
		return other
	}
	return s
}

// Keys is the result of `caplo keys list`.
type Keys struct {
	FormatVersion int       `json:"formatVersion"`
	Keys          []api.Key `json:"keys"`
}

// Text writes a table.
func (k Keys) Text(out io.Writer) error {
	rows := [][]string{{"ID", "NAME", "MEMBER", "SCOPES", "EXPIRES", "LAST USED", "STATE"}}
	for _, x := range k.Keys {
		state := x.State
		if state == "" && x.Revoked != "" { // an older workspace tells no more
			state = "revoked"
		}
		rows = append(rows, []string{x.ID, x.Name, x.Member, strings.Join(x.Scopes, ","), orElse(x.Expires, "never"), orElse(x.Used, "never"), state})
	}
	return table(out, rows)
}

// MadeKey is the result of `caplo keys create`: the only time that a key is shown.
type MadeKey struct {
	FormatVersion int `json:"formatVersion"`
	api.MadeKey
}

// Members is the result of `caplo members list`.
type Members struct {
	FormatVersion int          `json:"formatVersion"`
	Members       []api.Member `json:"members"`
}

// Text writes a table.
func (m Members) Text(out io.Writer) error {
	rows := [][]string{{"ID", "NAME", "ROLE", "SINCE"}}
	for _, x := range m.Members {
		rows = append(rows, []string{x.ID, x.Name, x.Role, x.Created})
	}
	return table(out, rows)
}

// MadeMember is the result of `caplo members add`: the only time that the first
// key is shown.
type MadeMember struct {
	FormatVersion int `json:"formatVersion"`
	api.MadeMember
}

func table(out io.Writer, rows [][]string) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, row := range rows {
		for i, cell := range row {
			row[i] = CleanLine(cell)
		}
		fmt.Fprintln(w, strings.Join(row, "\t"))
	}
	return w.Flush()
}
