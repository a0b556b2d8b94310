package report

// RehearsalNote is said once a run where the rehearsal model answered.
const RehearsalNote = "the rehearsal model answered, a stand-in without a language model: " +
	"this proves wiring, routing and checks, and judges no language"
