package project

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"time"
)

// tempAge is how old a temporary file is that nobody writes any more: another
// command may be at work in the same folder.
const tempAge = 10 * time.Minute

var tempName = regexp.MustCompile(`^\.caplo-[0-9A-Z]{1,32}\.tmp$`)

// Sweep removes the temporary files below a project's folders of agents, tools and
// knowledge bases that a command left which was killed while it wrote. Links are
// not followed.
func Sweep(root string, now time.Time) {
	in, err := os.OpenRoot(root)
	if err != nil {
		return // whoever writes says so
	}
	defer in.Close()
	for _, dir := range []string{"agents", "tools", "knowledge"} {
		_ = fs.WalkDir(in.FS(), dir, func(at string, e fs.DirEntry, err error) error {
			if err != nil || !e.Type().IsRegular() || !tempName.MatchString(e.Name()) {
				return nil // what cannot be read is not swept
			}
			if info, err := e.Info(); err == nil && now.Sub(info.ModTime()) > tempAge {
				_ = in.Remove(filepath.FromSlash(at)) // the next time, perhaps
			}
			return nil
		})
	}
}
