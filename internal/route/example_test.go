package route_test

import (
	"context"
	"fmt"

	"github.com/caplo/caplo/internal/route"
)

func ExampleNewBuiltin() {
	decider := route.NewBuiltin([]route.Candidate{
		{Key: "orders", Examples: []string{"Where is my order?", "Has SO-1001 shipped?"}},
		{Key: "returns", When: "The customer wants to send something back.", Examples: []string{"I want to return my shoes"}},
	})
	for _, message := range []string{"Where is my order SO-1002?", "Do you sell gift cards?"} {
		d, _ := decider.Decide(context.Background(), message)
		best, p := d.Best()
		fmt.Println(message, best, p >= 0.7)
	}
	// Output:
	// Where is my order SO-1002? 0 true
	// Do you sell gift cards? 1 false
}
