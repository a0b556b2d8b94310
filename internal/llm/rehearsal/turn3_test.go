package rehearsal

import "testing"

func TestRules(t *testing.T) {
	t.Parallel()
	const unknown = "I do not know that. Channel 9 does."
	for _, c := range []situation{
		{"the words that go with a transfer", "May I speak to the harbour master?", marina, "transfer_to_person", "", "I am fetching the harbour master.", "takes over"},
		{"half a rule goes with a transfer, too", "Get me a human, I want to speak to somebody", marina, "transfer_to_person", "", "I am fetching the harbour master.", ""},
		{"no words of a transfer that cannot be", "May I speak to the harbour master?", offDuty, "search_knowledge", "", unknown, "fetching"},
		{"no wish", "I don't want to speak to a person, where is berth P-12?", marina, "plan__find_berth", "", "pontoon: north", "fetching"},
		{"a hand-over refused", "Do not transfer me to a person. Where is berth P-12?", marina, "plan__find_berth", "", "pontoon: north", "fetching"},
		{"what a tool came to is no topic of a message", "Where is my berth?", marina, "", "", "Which berth is it?", "not found"},
		{"a value given", "Where is berth P-12?", marina, "plan__find_berth", `{"berth":"P-12"}`, "Here is what I found. Berth: P-12; owners: Ada, Bo; pontoon: north.", ""},
		{"nothing found", "Where is berth P-13?", marina, "plan__find_berth", "", "That berth was not found.", ""},
		{"nothing answered", "Where is berth P-99?", marina, "plan__find_berth", "", "That berth was not found.", ""},
		{"a state", "Where is berth P-14?", marina, "plan__find_berth", "", "state: flooded. Please stay ashore.", ""},
		{"one of two wishes", "I want my mooring extended", marina, "", "", "on the spot", ""},
		{"the other", "Do you have a storm berth?", marina, "", "", "on the spot", ""},
		{"left to a sub-agent of which only the instructions speak", "Who puts the mast up with the cranes?", marina, "delegate_yard", "", "YARD", ""},
		{"a short paragraph, whole", "How do I get electricity, are there sockets?", marina, "search_knowledge", "", "Every pontoon has sockets. A key card unlocks them; it holds a deposit of 15 crowns.", ""},
		{"a long one, from its best sentence on", "Where do the hoses hang?", marina, "search_knowledge", "", "Hoses hang at the shed. Close the tap afterwards. In frost they are shut.", "Taps are free"},
		{"neither, nor", "Which football team won?", marina, "search_knowledge", "", unknown, ""},
		{"an address is no topic", "Mail bo@sund.example about hoses", marina, "search_knowledge", "", "Hoses hang", ""},
		{"a greeting", "Hello!", marina, "", "", "How can I help you?", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			c.check(t)
		})
	}
}
