package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/caplo/caplo/internal/project"
)

// path is where a file lies that the user names.
func (env *Env) path(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(env.Dir, name)
}

// readAgentFile reads the file that the user names; - is standard input.
func readAgentFile(env *Env, file string) ([]byte, error) {
	if file == "-" {
		data, err := readSome(env.In)
		if err != nil {
			return nil, fmt.Errorf("read standard input: %w", err)
		}
		return data, nil
	}
	full := env.path(file)
	info, err := os.Stat(full)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil, usagef("name an agent file", "%s does not exist", file)
	case err == nil && info.IsDir():
		return nil, usagef("name an agent file; caplo validate takes folders of a project", "%s is a folder", file)
	case err == nil && !info.Mode().IsRegular():
		return nil, usagef("name an agent file, or write -f - to read standard input", "%s is not a regular file", file)
	}
	in, err := os.Open(full)
	if err != nil {
		return nil, &failure{msg: file + " cannot be read", hint: "check its permissions", err: err}
	}
	defer in.Close()
	data, err := readSome(in)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", file, err)
	}
	return data, nil
}

// readSome reads no more than what is refused for its size.
func readSome(in io.Reader) ([]byte, error) { return io.ReadAll(io.LimitReader(in, project.MaxFile+1)) }
