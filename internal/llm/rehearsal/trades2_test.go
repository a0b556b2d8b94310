package rehearsal

import "github.com/caplo/caplo/internal/llm"

// Trades written as an author would who does not know how they are read.
var vets = trade{
	instructions: `You are the front desk of Halden Veterinary Practice. You help pet owners with visits and general questions about the practice.

Rules:
1. To find a visit, always look it up with the visit reference (like VP-3308). If the owner does not give a reference, ask for it.
2. You may cancel a visit only when the owner gives the reference. Visits that start within 24 hours cannot be cancelled online: tell the owner to call 0800 55 12.
3. Never give medical advice or a diagnosis. If an owner describes symptoms, say that a vet has to see the animal and offer to book a visit.
4. For emergencies (bleeding, poisoning, collapse), hand the conversation over to a person immediately.
5. Answer questions about opening hours, vaccinations and prices from the knowledge base. Do not invent prices.
6. If you cannot find the answer in the knowledge base, say "I don't have that information, but our team can help you on 0800 55 12."
Keep answers short and friendly.`,
	tools: []llm.Tool{
		tool("practice__get_visit", "Get the details of one visit by its reference: pet, vet, date, time and status.", `"reference":{"type":"string","description":"Visit reference, e.g. VP-3308"}`, "reference"),
		tool("practice__find_slots", "List free visit slots on a given date.", `"date":{"type":"string","format":"date","description":"The date to look for"},"vet":{"type":"string","description":"Name of the vet, if the owner prefers one"}`, "date"),
		tool("practice__book_visit", "Book a visit for a pet in a free slot.", `"pet_name":{"type":"string","description":"The pet's name"},"date":{"type":"string","format":"date"},"time":{"type":"string","pattern":"^[0-2][0-9]:[0-5][0-9]$"},"reason":{"type":"string"}`, "pet_name", "date", "time"),
		tool("practice__cancel_visit", "Cancel a booked visit.", `"reference":{"type":"string","description":"Visit reference, e.g. VP-3308"},"reason":{"type":"string"}`, "reference"),
		knowledgeTool, transferTool,
	},
	answers: map[string]string{
		`practice__get_visit {"reference":"VP-3308"}`: `{"reference":"VP-3308","pet":"Milo","vet":"Dr Okafor","date":"2026-03-12","time":"10:30","status":"confirmed"}`,
		"practice__find_slots":                        `{"slots":[{"time":"09:00","vet":"Dr Okafor"},{"time":"14:15","vet":"Dr Lind"}]}`,
		"practice__book_visit":                        `{"reference":"VP-3400","status":"confirmed"}`,
		"practice__cancel_visit":                      `{"reference":"VP-3308","status":"cancelled"}`,
		"transfer_to_person":                          `{"status":"transferred","message":"You are being connected with a colleague."}`,
		"search_knowledge":                            `{"passages":[{"knowledgeBase":"practice","document":"hours.md","heading":"Opening hours","text":"We are open Monday to Friday from 8:00 to 18:00 and on Saturdays from 9:00 to 13:00. We are closed on Sundays and public holidays."},{"knowledgeBase":"practice","document":"vaccinations.md","heading":"Vaccinations","text":"Puppies get their first vaccination at 8 weeks and a booster at 12 weeks.\nAdult dogs and cats need a booster once a year.\n\nA vaccination costs 48 euros, including the examination."},{"knowledgeBase":"practice","document":"visit.md","heading":"Before your visit","text":"Please bring the vaccination card. Cats should travel in a carrier and dogs on a lead."}]}`,
	},
}

var network = trade{
	instructions: `You are the support assistant of Nordlink, an internet provider.
Be polite and to the point.

- When a customer reports that their connection is down or slow, check for an outage with their postcode first.
- If there is an outage, tell the customer when it is expected to be fixed. Do not promise a compensation.
- If there is no outage, explain that restarting the router often helps, and offer to send a technician.
- Only send a technician if the customer gives the customer number.
- Bills: look up the latest bill with the customer number and tell the amount and due date.
- Never read out or change bank details. If asked, say "For your safety I cannot handle bank details here. Please use the customer portal."
- If the customer wants to cancel the contract, transfer them to a person.
- If you don't know, say you don't know and offer to transfer to a person.`,
	tools: []llm.Tool{
		tool("network__check_outage", "Check whether there is a known outage in an area.", `"postcode":{"type":"string","pattern":"^[0-9]{5}$","description":"Five-digit postcode of the connection"}`, "postcode"),
		tool("network__send_technician", "Send a technician to the customer's home.", `"customer_number":{"type":"string","pattern":"^N[0-9]{6}$","description":"Customer number, N and six digits"},"problem":{"type":"string","description":"What is wrong, in the customer's words"}`, "customer_number", "problem"),
		tool("billing__latest_bill", "The latest bill of a customer: amount, due date and whether it is paid.", `"customer_number":{"type":"string","pattern":"^N[0-9]{6}$","description":"Customer number, N and six digits"}`, "customer_number"),
		knowledgeTool, transferTool,
	},
	answers: map[string]string{
		`network__check_outage {"postcode":"20095"}`:         `{"outage":true,"cause":"damaged_cable","expectedFix":"2026-04-02T18:00:00Z"}`,
		`network__check_outage {"postcode":"10115"}`:         `{"outage":false}`,
		"network__send_technician":                           `{"visit":"TV-81","window":"8 to 12"}`,
		`billing__latest_bill {"customer_number":"N400123"}`: `{"month":"2026-03","amount":"39.90 EUR","dueDate":"2026-04-15","paid":false}`,
		"transfer_to_person":                                 `{"status":"transferred","message":"You are being connected with a colleague."}`,
		"search_knowledge":                                   `{"passages":[{"knowledgeBase":"help","document":"router.md","heading":"Router lights","text":"A steady green light means that the connection works. A blinking red light means that the line is not synchronised: check the cable between the socket and the router."},{"knowledgeBase":"help","document":"moving.md","heading":"Moving home","text":"Tell us about your move at least four weeks before the date. Moving the connection costs 49 euros."}]}`,
	},
}
