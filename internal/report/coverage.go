package report

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"

	"github.com/caplo/caplo/internal/agent"
	"github.com/rivo/uniseg"
)

// coverageWidth is how wide the text gets, in cells of a terminal.
const coverageWidth = 80

// CoverageJSON writes which cases check what as JSON.
func CoverageJSON(w io.Writer, all []agent.Coverage) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	for i := range all {
		all[i].Items = append([]agent.CoveredItem{}, all[i].Items...) // never null
	}
	return enc.Encode(struct {
		FormatVersion int              `json:"formatVersion"`
		Agents        []agent.Coverage `json:"agents"`
	}{1, append([]agent.Coverage{}, all...)})
}

// CoverageText writes which cases check what. A ! stands in front of what none
// checks.
func CoverageText(w io.Writer, all []agent.Coverage) error {
	out := bufio.NewWriter(w)
	if len(all) == 0 {
		fmt.Fprintln(out, "no agent lists cases")
	}
	for i, c := range all {
		if i > 0 {
			fmt.Fprintln(out)
		}
		covered := 0
		for _, item := range c.Items {
			if item.Covered() {
				covered++
			}
		}
		fmt.Fprintf(out, "agent/%s: %s, %d of %d covered\n", Clean(c.Agent), count(c.Cases, "case"), covered, len(c.Items))
		for _, item := range c.Items {
			coveredItem(out, c.Agent, item)
		}
	}
	return out.Flush()
}

func coveredItem(out io.Writer, agentKey string, item agent.CoveredItem) {
	mark, kind, cases := " ", string(item.Kind), "no case"
	if item.Covered() {
		cases = count(len(item.Cases), "case")
	} else {
		mark = "!"
	}
	if item.Kind == agent.CoveredSubAgent {
		kind = "sub-agent"
	}
	if r := item.Routing; r != nil {
		cases += fmt.Sprintf(", %d for routing (%d needed)", r.Cases, r.Needed)
	}
	name := fit(CleanLine(item.Name), coverageWidth-len(mark+kind+cases)-len("  : "))
	fmt.Fprintf(out, "%s %s %s: %s\n", mark, kind, name, cases)
	for _, ref := range item.Cases {
		name := CleanLine(ref.Name)
		if ref.Agent != agentKey {
			name = "agent/" + Clean(ref.Agent) + ": " + name
		}
		fmt.Fprintf(out, "      %s\n", fit(name, coverageWidth-6))
	}
}

// fit cuts a line to a number of cells.
func fit(s string, width int) string {
	if uniseg.StringWidth(s) <= width {
		return s
	}
	out, used, state := "", 0, -1
	for s != "" {
		var cluster string
		var cells int
		cluster, s, cells, state = uniseg.FirstGraphemeClusterInString(s, state)
		if used+cells > width-3 {
			break
		}
		out, used = out+cluster, used+cells
	}
	return out + "..."
}
