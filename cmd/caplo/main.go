// Command caplo keeps customer-support agents as files in git and proves them
// before customers meet them.
package main

import (
	"os"

	"github.com/caplo/caplo/internal/cli"
)

func main() {
	os.Exit(int(cli.Main(cli.System(), os.Args)))
}
