package remote

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// event is one event of a stream.
type event struct{ id, name, data string }

var errLongLine = errors.New("a line of the stream is too long")

// eventReader reads server-sent events. What the stream's end cuts off is no
// event.
type eventReader struct {
	in *bufio.Reader
	id string // of the last event that had one
}

func newEventReader(in io.Reader) *eventReader {
	r := bufio.NewReaderSize(in, 64<<10)
	if bom, err := r.Peek(3); err == nil && bytes.Equal(bom, []byte("\xef\xbb\xbf")) {
		_, _ = r.Discard(3)
	}
	return &eventReader{in: r}
}

func (r *eventReader) next() (event, error) {
	var e event
	var data []byte
	some := false
	for {
		line, err := r.line()
		if err != nil {
			return event{}, err
		}
		if len(line) == 0 {
			if some {
				e.id, e.data = r.id, string(data)
				return e, nil
			}
			e.name = "" // an event without data is none
			continue
		}
		name, value, _ := bytes.Cut(line, []byte(":"))
		value = bytes.TrimPrefix(value, []byte(" "))
		switch string(name) { // a comment has no name
		case "event":
			e.name = string(value)
		case "id":
			r.id = string(value)
		case "data":
			if some {
				data = append(data, '\n')
			}
			data, some = append(data, value...), true
			if len(data) > maxLine {
				return event{}, errLongLine
			}
		}
	}
}

// line reads a line without its end.
func (r *eventReader) line() ([]byte, error) {
	var long []byte
	for {
		part, err := r.in.ReadSlice('\n')
		if long = append(long, part...); len(long) > maxLine {
			return nil, errLongLine
		}
		if err == nil {
			return bytes.TrimSuffix(long[:len(long)-1], []byte("\r")), nil
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return nil, err
		}
	}
}
