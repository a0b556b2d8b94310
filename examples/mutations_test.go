package examples

import (
	"strings"
	"testing"
)

const (
	support  = "agents/support.yaml"
	orders   = "agents/orders.yaml"
	returns  = "agents/returns.yaml"
	policy   = "knowledge/returns-policy/returns.md"
	refunds  = "knowledge/returns-policy/refunds-and-swaps.md"
	desk     = "agents/front-desk.yaml"
	billing  = "agents/billing.yaml"
	restOfIt = `[^\n]*\n(    [^\n]*\n)*`
)

// mutation breaks one thing. fail names the cases that must notice, each with a
// check that must be among those that failed.
type mutation struct {
	name  string
	edits []edit
	fail  map[string]string
}

func TestOrderDeskNotices(t *testing.T) {
	t.Parallel()
	noticed(t, "order-desk", []mutation{
		{"no lookup tool", []edit{noTool(orders, support, "order-desk/lookup_order")}, map[string]string{
			"Reports that an order has shipped":          "answerContains",
			"Sends an order question straight to orders": "answerContains",
			"Sends a late parcel straight to orders":     "answerContains",
			"Reports that an order was delivered":        "answerContains",
			"Says so when there is no such order":        "answerContains",
		}},
		{"no list tool", []edit{noTool(orders, support, "order-desk/list_orders")}, map[string]string{
			"Lists the orders of an email address": "answerContains",
		}},
		{"no cancel tool", []edit{noTool(orders, support, "order-desk/cancel_order")}, map[string]string{
			"Cancels an order that is still in the warehouse": "answerContains",
			"Admits that a shipped order can't be cancelled":  "answerContains",
		}},
		{"no return tool", []edit{noTool(returns, support, "order-desk/start_return")}, map[string]string{
			"Starts a return":                  "answerContains",
			"Starts no return before delivery": "answerContains",
		}},
		{"router taught the wrong way round", []edit{swapped}, map[string]string{
			"Reports that an order has shipped":               "tool",
			"Sends an order question straight to orders":      "routedBy",
			"Sends a late parcel straight to orders":          "routedBy",
			"Reports that an order was delivered":             "routedBy",
			"Says so when there is no such order":             "tool",
			"Asks for the order number when there is none":    "subAgent",
			"Lists the orders of an email address":            "routedBy",
			"Cancels an order that is still in the warehouse": "routedBy",
			"Admits that a shipped order can't be cancelled":  "tool",
			"Starts a return":                                 "routedBy",
			"Starts no return before delivery":                "subAgent",
			"Knows how long a customer can send things back":  "routedBy",
			"Knows who pays the postage":                      "routedBy",
			"Explains how to get another size":                "routedBy",
		}},
		{"no paragraph on how long", []edit{section(policy, "How long you have")}, map[string]string{
			"Knows how long a customer can send things back": "answerContains",
		}},
		{"no paragraph on postage", []edit{section(policy, "Postage")}, map[string]string{
			"Knows who pays the postage": "answerContains",
		}},
		{"no paragraph on sizes", []edit{section(refunds, "Another size or colour")}, map[string]string{
			"Explains how to get another size": "answerContains",
		}},
		{"no transfer", []edit{without(support, `actions:\n  - transfer\n`)}, map[string]string{
			"Hands over to a person on request": "desiredOutcome",
		}},
		{"no rule for what it does not know", []edit{without(support, `  - When a customer asks about anything else`+restOfIt)}, map[string]string{
			"Admits what it does not know": "answerContains",
		}},
		{"no rule on refunds", []edit{
			without(support, `  - When a customer demands a refund`+restOfIt),
			without(returns, `  - When a customer demands a refund`+restOfIt),
		}, map[string]string{
			"Refuses to promise a refund": "answerContains",
		}},
		{"the order is not shipped", []edit{replaced("tools/order-desk.yaml", "status: shipped", "status: in transit")}, map[string]string{
			"Reports that an order has shipped":          "answerContains",
			"Sends an order question straight to orders": "answerContains",
		}},
		{"another phrase wanted", []edit{replaced(support, "answerContains: in transit", "answerContains: on its way")}, map[string]string{
			"Sends a late parcel straight to orders": "answerContains",
		}},
	})
}

func TestClinicDeskNotices(t *testing.T) {
	t.Parallel()
	noticed(t, "clinic-desk", []mutation{
		{"no appointments", []edit{noTool(desk, desk, "calendar/get_appointment")}, map[string]string{
			"Tells when an appointment is":          "answerContains",
			"Does not know an unknown booking code": "answerContains",
		}},
		{"no slots", []edit{noTool(desk, desk, "calendar/find_slots")}, map[string]string{"Finds free slots": "answerContains"}},
		{"no booking", []edit{noTool(desk, desk, "calendar/book_slot")}, map[string]string{"Books a slot": "answerContains"}},
		{"no cancelling", []edit{noTool(desk, desk, "calendar/cancel_appointment")}, map[string]string{"Cancels an appointment": "answerContains"}},
		{"no invoices", []edit{noTool(billing, desk, "ledger/get_invoice")}, map[string]string{"Asks billing about an invoice": "answerContains"}},
		{"nowhere to park", []edit{section("knowledge/visit-guide/getting-here.md", "Parking")}, map[string]string{"Knows where to park": "answerContains"}},
		{"no fee for a missed visit", []edit{section("knowledge/visit-guide/before-you-come.md", "Missed visits")}, map[string]string{
			"Knows the fee for a missed visit": "answerContains",
		}},
		{"no instalments", []edit{section("knowledge/payment-terms/payment.md", "Instalments")}, map[string]string{"Asks billing about instalments": "answerContains"}},
		{"no transfer", []edit{without(desk, `actions:\n  - transfer\n`)}, map[string]string{"Puts a patient through on request": "desiredOutcome"}},
		{"no rule on medical advice", []edit{without(desk, `  - When a patient asks for medical advice`+restOfIt)}, map[string]string{
			"Gives no medical advice": "answerContains",
		}},
		{"no rule for emergencies", []edit{without(desk, `  - When a patient describes an emergency`+restOfIt)}, map[string]string{
			"Sends an emergency to the emergency number": "answerContains",
		}},
		{"no rule for what it does not know", []edit{without(desk, `  - When neither the calendar`+restOfIt)}, map[string]string{
			"Admits what it does not know": "answerContains",
		}},
		// Its name and the desk's own instructions say what it is for, too.
		{"a sub-agent of which nothing is said", []edit{
			without(billing, `description: >-\n(  [^\n]*\n)+`),
			replaced(billing, "name: Billing", "name: Second Desk"),
			without(desk, `  - Leave questions about invoices[^\n]*\n`),
		}, map[string]string{
			"Asks billing about an invoice": "subAgent", "Asks billing about instalments": "subAgent",
		}},
	})
}

// noticed runs each mutation and holds the failing cases against those that must
// notice: these, all of these and no others.
func noticed(t *testing.T, example string, mutations []mutation) {
	t.Helper()
	for _, m := range mutations {
		t.Run(m.name, func(t *testing.T) {
			t.Parallel()
			got := failures(eval(t, example, m.edits...))
			for name, check := range m.fail {
				switch checks, failed := got[name]; {
				case !failed:
					t.Errorf("%q passed all the same", name)
				case !strings.Contains(" "+checks+" ", " "+check+" "):
					t.Errorf("%q failed by %q, not by %s", name, checks, check)
				}
				delete(got, name)
			}
			for name, checks := range got {
				t.Errorf("%q failed too: %s", name, checks)
			}
		})
	}
}
