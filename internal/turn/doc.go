// Package turn works one customer message: fast routing, the model loop with
// its tools, knowledge searches, delegations and transfers, until there is a
// reply or a reason why there is none. What comes out is a trace.
//
// It knows no eval cases and no runs, and nothing in it tells a model that it
// is tested. Everything that it asks (models, deciders, tools, knowledge, the
// clock) is handed in.
//
// What limits count, over the whole delegation tree and by the limits of the
// agent that the turn is of:
//
//   - toolCalls: calls of packages' tools, knowledge searches, calls of tools
//     that were not offered, and transfers after the first. Refused calls
//     count, so that a model cannot go on making them.
//   - delegations: attempts to pass a message to a sub-agent, fast routing's
//     included.
//   - modelCalls: no setting, but what the other two leave room for; it holds
//     even if a way past them is found.
package turn
