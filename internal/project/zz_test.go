package project
import ("testing";"fmt";"math/rand/v2";"strings";"regexp")
func TestZZ(t *testing.T){
 lost, n := 0, 0
 re := regexp.MustCompile(`# note \d+`)
 for seed := range uint64(1500) {
  r := rand.New(rand.NewPCG(seed*2, 5))
  w := wants{r}.agent()
  text := messyText(r, w)
  said, ok := saying(w.Kind, text)
  if !ok || len(said.Cases)==0 { continue }
  i := r.IntN(len(said.Cases))
  if seed%2==0 { said.Cases[i].Input = wants{r}.text() } else { said.Cases[i].AnswerExcludes = "xx" ; said.Cases[i].DesiredOutcome="This: that" }
  got, err := Rewrite(text, said)
  if err != nil { fmt.Println(err); continue }
  n++
  for _, c := range re.FindAllString(string(text), -1) {
    if !strings.Contains(string(got), c) { lost++; if lost < 6 { fmt.Printf("LOST %s case %d\n%s\n----\n%s\n", c, i, text, got) } }
  }
 }
 fmt.Println("lost", lost, "of files", n)
}
