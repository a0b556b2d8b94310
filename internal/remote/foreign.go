package remote

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/caplo/caplo/internal/api"
)

// contract is the version of the HTTP contract that this client speaks. A
// workspace that speaks another says so; the first says nothing.
const contract = api.Contract

const (
	beginning     = 80 // characters of an answer that are shown
	anotherServer = "check the address: a caplo workspace answers at the root of its host"
)

// foreign is the error of an answer that no workspace gives; why may say what is
// wrong with it, where its looks do not.
func (c *Client) foreign(a answer, why string) *Error {
	e := &Error{Address: c.origin, Status: a.status, Hint: anotherServer}
	what := strings.TrimSpace(fmt.Sprintf("%d %s", a.status, http.StatusText(a.status)))
	kind := a.mediaType()
	begins := c.begins(a.body)
	switch {
	case why != "":
		e.Msg = fmt.Sprintf("%s does not answer as this caplo expects: %s", c.origin, why)
		e.Hint = "check the address, and that the workspace and this caplo are of like version"
	case a.status == http.StatusBadRequest && speaksTLS(a.body):
		e.Msg = fmt.Sprintf("%s speaks https, and the address says http", c.origin)
		e.Hint = "write https:// in the address"
	case a.status == http.StatusProxyAuthRequired:
		e.Msg = fmt.Sprintf("a proxy before %s wants a sign-in of its own (%s)", c.origin, what)
		e.Hint = "put user name and password into HTTPS_PROXY or HTTP_PROXY, or the host into NO_PROXY"
	case kind == "text/html" && signIn(a.body):
		e.Msg = fmt.Sprintf("%s answered %s with a sign-in page, which begins %q: something stands before the workspace", c.origin, what, begins)
		e.Hint = "sign in to that network or gateway first, or have it let requests with an API key through"
	case busy(a.status):
		e.Msg = fmt.Sprintf("%s answered %s, and not from the workspace itself%s", c.origin, what, showing(kind, begins))
		e.Hint = "whatever stands before the workspace does not reach it: check that it runs, and try again"
	case kind == "text/html":
		e.Msg = fmt.Sprintf("%s answered %s with a web page and is no caplo workspace; the page begins %q", c.origin, what, begins)
	case a.is("application/json", "application/problem+json"):
		e.Msg = fmt.Sprintf("%s answered %s with JSON of something else than a caplo workspace, which begins %q", c.origin, what, begins)
	default:
		e.Msg = fmt.Sprintf("%s answered %s and is no caplo workspace%s", c.origin, what, showing(kind, begins))
	}
	return e
}

// speaksTLS knows what servers say to a plain request at a port for encrypted
// ones: Go's, nginx's, Apache's.
func speaksTLS(body []byte) bool {
	body = bytes.ToLower(body[:min(len(body), 4<<10)])
	for _, words := range []string{"http request to an https server", "http request was sent to https port", "speaking plain http to an ssl-enabled server"} {
		if bytes.Contains(body, []byte(words)) {
			return true
		}
	}
	return false
}

func showing(kind, begins string) string {
	if kind == "" {
		kind = "no content type"
	}
	if begins == "" {
		return fmt.Sprintf(" (%s, and no text)", clean(kind))
	}
	return fmt.Sprintf(" (%s, which begins %q)", clean(kind), begins)
}

// signIn guesses whether a page asks who one is.
func signIn(page []byte) bool {
	page = bytes.ToLower(page[:min(len(page), 64<<10)])
	for _, word := range []string{`type="password"`, `type=password`, "sign in", "log in", "login", "single sign-on"} {
		if bytes.Contains(page, []byte(word)) {
			return true
		}
	}
	return false
}

// begins is the beginning of a body as it can be shown.
func (c *Client) begins(body []byte) string {
	text := c.opts.Key.scrub(string(body[:min(len(body), 4<<10)]))
	text = clean(text)
	if utf8.RuneCountInString(text) > beginning {
		return string([]rune(text)[:beginning]) + "…"
	}
	return text
}

// clean makes one line of what somebody else wrote.
func clean(s string) string {
	return strings.Join(strings.FieldsFunc(strings.ToValidUTF8(s, "?"), func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r) || unicode.Is(unicode.Cf, r)
	}), " ")
}

// redirected is the error of an answer that sends elsewhere. Nobody goes there:
// whoever can redirect would get the key.
func (c *Client) redirected(a answer) *Error {
	e := &Error{Address: c.origin, Status: a.status, Hint: "if that is the workspace, give its address as it is there"}
	to := "nowhere that can be read"
	if u, err := url.Parse(a.header.Get("Location")); err == nil && a.header.Get("Location") != "" {
		u.User, u.RawQuery, u.Fragment = nil, "", "" // they may hold what is nobody's business
		if base, err := url.Parse(c.origin); err == nil {
			u = base.ResolveReference(u)
		}
		to = c.begins([]byte(u.String()))
	}
	e.Msg = fmt.Sprintf("%s answered %d %s and would send us to %s, where nothing was sent", c.origin, a.status, http.StatusText(a.status), to)
	return e
}

// welcome judges the first answer: whether it is a workspace, and of which
// contract.
func (c *Client) welcome(a answer) error {
	if a.status >= 300 {
		return c.refusal(a)
	}
	if !a.is("application/json") {
		return c.foreign(a, "")
	}
	fields, err := c.object(a)
	if err != nil {
		return err
	}
	var spoken int
	if raw, ok := fields["contract"]; ok && json.Unmarshal(raw, &spoken) != nil {
		return c.foreign(a, "it does not say which contract it speaks")
	}
	if spoken > contract {
		return &Error{
			Address: c.origin, Status: a.status,
			Msg:  fmt.Sprintf("the workspace %s speaks version %d of the contract, and this caplo version %d", c.origin, spoken, contract),
			Hint: "update caplo here",
		}
	}
	_, version := fields["version"]
	_, revision := fields["revision"]
	switch {
	case !version && !revision:
		return c.foreign(a, "")
	case !version || !revision:
		return &Error{
			Address: c.origin, Status: a.status,
			Msg:  fmt.Sprintf("the workspace %s speaks an older contract than this caplo", c.origin),
			Hint: "update the workspace, or use the caplo that it came with",
		}
	}
	_, err = read[api.Workspace](c, a)
	return err
}
