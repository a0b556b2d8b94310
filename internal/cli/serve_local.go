package cli

import (
	"fmt"
	"os"
	"path/filepath"
)

// notLocal refuses the database of a local workspace where it lies: commands in its
// project work its runs under other locks than a server's, and each would take the
// other's cases for those of a dead process. A copy elsewhere is nobody's.
func notLocal(database string) error {
	file, err := filepath.EvalSymlinks(database)
	if err != nil || filepath.Base(file) != localDatabase {
		return nil // a file that is not there yet is nobody's
	}
	if _, err := os.Stat(filepath.Join(filepath.Dir(file), localLocks)); err != nil {
		return nil
	}
	return &failure{
		msg:  fmt.Sprintf("the database %s is a local workspace's, which the commands in its project use by themselves", database),
		hint: "name another file with --database, and push the project to the new workspace",
	}
}
