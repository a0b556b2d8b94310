// Command caplo-scripted is caplo with scripted models, for measuring what caplo
// itself costs. It is never released.
package main

import "github.com/caplo/caplo/internal/cli/clitest"

func main() { clitest.Main() }
