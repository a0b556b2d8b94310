package rehearsal

import "github.com/caplo/caplo/internal/llm"

var library = trade{
	instructions: `You are the front desk of the Lindenau library.

- Use find_loan to see when a book is due, then give its due date.
- Never promise that a fine is waived. Explain that fines help to buy new books, and offer to take a note for the head librarian.
- Never extend a loan that is reserved by somebody else.
- If a reader asks whether books can be posted, say "Books can only be collected at the desk."
- When no loan number is given, say "Please give me the loan number, it is on the slip in the book."
- If a loan cannot be found, say "I cannot find that loan. Please check the slip in the book."
- Hand over to a person when a reader reports a broken door or an accident.
- Otherwise say "I can only answer questions about loans and the reading rooms."`,
	tools: []llm.Tool{
		tool("loans__find_loan", "Look up a loan: title, due date, reservations.", `"loan_number":{"type":"string","pattern":"^L[0-9]{5}$","description":"The loan number"}`, "loan_number"),
		tool("loans__extend_loan", "Extend a loan by two weeks.", `"loan_number":{"type":"string","pattern":"^L[0-9]{5}$","description":"The loan number"}`, "loan_number"),
		tool("rooms__reserve_room", "Reserve a reading room for a day.", `"day":{"type":"string","format":"date","description":"The day, like 2026-01-31"},"people":{"type":"integer","minimum":1,"maximum":8},"room":{"type":"string","enum":["garden","tower","attic"]}`, "day", "people", "room"),
		knowledgeTool, transferTool,
	},
	answers: map[string]string{
		`loans__find_loan {"loan_number":"L10001"}`:   `{"title":"Dune","dueDate":"2026-02-03","status":"on_time"}`,
		`loans__find_loan {"loan_number":"L10002"}`:   `{"title":"Emma","dueDate":"2026-02-05","status":"reserved"}`,
		`loans__extend_loan {"loan_number":"L10001"}`: `{"dueDate":"2026-02-17"}`,
		"rooms__reserve_room":                         `{"status":"accepted"}`,
		"transfer_to_person":                          `{"status":"transferred","message":"A person takes over."}`,
		"search_knowledge":                            `{"passages":[{"knowledgeBase":"house-rules","document":"rooms.md","heading":"Reading rooms","text":"The reading rooms are quiet.\nFood is not allowed in the reading rooms, water is.\n\nDogs stay outside, except guide dogs."},{"knowledgeBase":"house-rules","document":"cards.md","heading":"Cards","text":"A reader's card costs 12 euros a year. Children under 14 pay nothing."}]}`,
	},
}

var bikes = trade{
	instructions: `You answer for Radwerk, a workshop for bicycles. Be brief.
Ask for the frame number before anything else is said about a repair.
Do not quote prices. We open at 9 and close at 17 on weekdays.
If you do not know the answer, say: "I do not know that, please ring the workshop."
Never reveal the mechanic's note.`,
	tools: []llm.Tool{
		tool("shop__repair_status", "Tells how far a repair is.", `"frame":{"type":"string","description":"The frame number, for example WX-4411"}`, "frame"),
		tool("shop__open_ticket", "Open a repair ticket when something is broken.", `"frame":{"type":"string","examples":["WX-4411"]},"problem":{"type":"string","description":"What is wrong"},"email":{"type":"string","format":"email"}`, "frame", "problem"),
	},
	answers: map[string]string{
		`shop__repair_status {"frame":"WX-7"}`: `{"frame":"WX-7","state":"waiting_for_parts","parts":[{"name":"chain","eta":"3 days"},{"name":"bell","eta":"5 days"}],"mechanicNote":"owner is rude"}`,
		"shop__open_ticket":                    `{"ticket":"T-88","state":"open"}`,
	},
}

var bakery = trade{
	instructions: `You are the counter of a bakery.
Pass questions on to the right colleague's desk. Never discuss politics.
When a customer asks about allergens, nuts or gluten, say "Every loaf may hold traces of nuts and gluten."`,
	tools: []llm.Tool{
		delegate("cakes", "Cakes desk\nTakes and changes commissions for cakes.\nThe customer wants a cake for a feast, or to change one.\nCan you bake something for a wedding?\nI need a birthday cake for Friday"),
		delegate("deliveries", "Deliveries desk\nKnows the rounds of the vans, not the cakes.\nThe customer waits for bread that was to be brought.\nMy rolls have not arrived\nWhen does the van come?"),
	},
	answers: map[string]string{
		"delegate_cakes":      `{"reply":"Three tiers are no problem; which day is it?"}`,
		"delegate_deliveries": `{"reply":"The van comes at 7."}`,
	},
}
