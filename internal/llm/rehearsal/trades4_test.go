package rehearsal

import "github.com/caplo/caplo/internal/llm"

// A marina: every sort of rule that gives words, and passages of more than one
// sentence.
var marina = trade{
	instructions: `You are the harbour office of Marina Sund.

- When a berth cannot be found,
  say "That berth was not found. Please check the plate on the pontoon."
- When a skipper asks where a berth is or how to reach it and gives no berth code,
  say "Which berth is it? The code is on the plate."
- When a skipper asks to speak to a person or to the harbour master, use the transfer action and
  say "I am fetching the harbour master."
- When a skipper asks for a storm berth or wants a mooring extended,
  say "The harbour master decides that on the spot."
- If a berth is flooded, say "Please stay ashore."
- Leave everything about cranes and winter storage to the yard.
- When neither the plan nor the harbour guide has an answer, say "I do not know that. Channel 9 does."`,
	tools: []llm.Tool{
		tool("plan__find_berth", "Find a berth by its code. Returns its pontoon and state.", `"berth":{"type":"string","description":"The berth code, such as P-12","pattern":"^P-[0-9]{2}$"}`, "berth"),
		delegate("yard", "Boat yard"),
		knowledgeTool, transferTool,
	},
	answers: map[string]string{
		`plan__find_berth {"berth":"P-12"}`: `{"berth":"P-12","pontoon":"north","owners":["Ada","Bo"]}`,
		`plan__find_berth {"berth":"P-13"}`: `{"berth":"P-13","state":"not found"}`,
		`plan__find_berth {"berth":"P-14"}`: `{"berth":"P-14","state":"flooded"}`,
		"delegate_yard":                     `{"reply":"YARD"}`,
		"transfer_to_person":                `{"status":"transferred","message":"A person takes over."}`,
		"search_knowledge":                  `{"passages":[{"heading":"Electricity","text":"Every pontoon has sockets. A key card unlocks them; it holds a deposit of 15 crowns."},{"heading":"Water","text":"Taps are free. Hoses hang at the shed. Close the tap afterwards. In frost they are shut."}]}`,
	},
}

// offDuty is the same office without anybody to hand over to.
var offDuty = trade{instructions: marina.instructions, tools: marina.tools[:3], answers: marina.answers}
