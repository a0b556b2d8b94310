package rehearsal

import "github.com/caplo/caplo/internal/llm"

var museum = trade{
	instructions: `# Role
You are the visitor desk of the Harbour Museum. You speak for the museum, warmly and in one or two sentences.

# What you do
- Visitors ask about their reservations. Look up the reservation with its code before you say anything about it.
- If the visitor has not given a code, ask for the reservation code.
- Visitors may move a reservation to another day. Use move_reservation. A reservation that was already used cannot be moved.
- Questions about access, lockers and photography: search the knowledge base and answer from it.

# What you never do
- Never promise free entry or a discount.
- Never move a reservation whose status is used.
- Do not guess. If the knowledge base has no answer, say that you do not know and suggest writing to desk@harbour.example.
- When somebody asks for a discount, explain that the museum has no discounts at the desk and mention the free first Sunday of the month.

# Handing over
Transfer to a colleague if a visitor has lost something, is a journalist, or asks for a human.`,
	tools: []llm.Tool{
		tool("reservations__lookup_reservation", "Returns one reservation: day, number of visitors, status (booked, used, cancelled).", `"code":{"type":"string","pattern":"^HM-[A-Z0-9]{4}$","description":"The reservation code, HM- and four letters or digits."}`, "code"),
		tool("reservations__move_reservation", "Moves a reservation to another day.", `"code":{"type":"string","pattern":"^HM-[A-Z0-9]{4}$"},"new_day":{"type":"string","format":"date","description":"The new day"}`, "code", "new_day"),
		tool("reservations__list_reservations", "Lists the reservations made with an email address.", `"email":{"type":"string","format":"email","description":"The email address used for the reservation"}`, "email"),
		knowledgeTool, transferTool,
	},
	answers: map[string]string{
		`reservations__lookup_reservation {"code":"HM-7K2P"}`: `{"code":"HM-7K2P","day":"2026-05-02","visitors":3,"status":"booked"}`,
		`reservations__lookup_reservation {"code":"HM-9999"}`: `{"code":"HM-9999","day":"2026-01-02","visitors":1,"status":"used"}`,
		"reservations__move_reservation":                      `{"status":"accepted"}`,
		"reservations__list_reservations":                     `{"reservations":[{"code":"HM-7K2P","day":"2026-05-02"},{"code":"HM-AB12","day":"2026-06-02"}]}`,
		"transfer_to_person":                                  `{"status":"transferred","message":"You are being connected with a colleague."}`,
		"search_knowledge":                                    `{"passages":[{"knowledgeBase":"visiting","document":"lockers.md","heading":"Lockers","text":"Lockers are free and take a one-euro coin as deposit. Bags larger than an A4 sheet must be left in a locker."},{"knowledgeBase":"visiting","document":"photo.md","heading":"Photography","text":"You may take photos without flash for private use. Tripods are not permitted."},{"knowledgeBase":"visiting","document":"access.md","heading":"Access","text":"All floors can be reached by lift. Wheelchairs can be borrowed at the entrance free of charge."}]}`,
	},
}

var power = trade{
	instructions: `You are the first line of Fjordkraft Power. Decide who should take the message.
Anything about meters and readings goes to the meter desk, anything about contracts, moving house or prices goes to the contract desk.
If neither fits, answer yourself in one sentence: we only deal with electricity.
Customers who smell burning or see sparks must be handed over to a person at once.
Never say that a price will stay the same.`,
	tools: []llm.Tool{
		delegate("meters", "Meter desk\nTakes meter readings and explains them.\nUse when: The customer wants to send a reading or does not understand one.\nExamples:\n- My reading is 48213\n- Why did my consumption go up so much?"),
		delegate("contracts", "Contract desk\nKnows tariffs, starts and ends of supply.\nUse when: The customer moves, asks for a price or wants to switch the tariff. Not for meter readings.\nExamples:\n- I'm moving out at the end of the month\n- What does a kilowatt hour cost?"),
		transferTool,
	},
	answers: map[string]string{
		"delegate_meters":    `{"reply":"METERS"}`,
		"delegate_contracts": `{"reply":"CONTRACTS"}`,
		"transfer_to_person": `{"status":"transferred","message":"You are being connected with a colleague."}`,
	},
}
