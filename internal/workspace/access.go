package workspace

import (
	"slices"
	"time"
)

// Scope is something that a key may do. Scopes do not nest: writing does not
// include reading.
type Scope string

// The scopes.
const (
	ScopeRead     Scope = "agents:read"
	ScopeWrite    Scope = "agents:write"
	ScopePublish  Scope = "agents:publish"
	ScopeSettings Scope = "settings:write"
)

// Scopes are all scopes, in the order in which they are shown.
func Scopes() []Scope { return []Scope{ScopeRead, ScopeWrite, ScopePublish, ScopeSettings} }

// Role is what a member is in a workspace.
type Role string

// The roles. Owners and admins may do everything, but only an owner may make,
// change or remove an owner.
const (
	Owner  Role = "owner"
	Admin  Role = "admin"
	Plain  Role = "member" // reads and writes drafts and suites
	NoRole Role = ""       // of a member that was removed
)

// Allows lists the scopes that keys of a member with this role can have.
func (r Role) Allows() []Scope {
	switch r {
	case Owner, Admin:
		return Scopes()
	case Plain:
		return []Scope{ScopeRead, ScopeWrite}
	}
	return nil
}

// Manages reports whether the role is an owner's or an admin's.
func (r Role) Manages() bool { return r == Owner || r == Admin }

// Member is a person or machine that works with the workspace.
type Member struct {
	ID      string
	Name    string
	Role    Role
	Created time.Time
	Removed time.Time // zero: still a member
}

// Key is an API key of a member. What is secret of it is kept as a digest.
type Key struct {
	ID      string
	Name    string
	Member  string // id of the member it acts for
	Scopes  []Scope
	Hash    string // SHA-256 of the secret, in hexadecimal
	MadeBy  string // name of the member and key that made it
	Created time.Time
	Expires time.Time // zero: never
	Used    time.Time // last; zero: never
	Revoked time.Time // zero: not
}

// Caller is who asks something of the workspace. The zero Caller may do nothing.
type Caller struct {
	Member  string // id; empty for the local workspace's only user
	Name    string // of the member, or what the local user is called
	Role    Role   // as it is today
	Key     string // id of the key; empty where nobody needed one
	KeyName string
	Scopes  []Scope   // what the key has and the role allows today
	Expires time.Time // of the key; zero: never
}

// Local is the caller who reaches a workspace inside its own process: the only
// one there is.
func Local() Caller { return Caller{Name: "local", Role: Owner, Scopes: Scopes()} }

// Allows reports whether the caller has a scope.
func (c Caller) Allows(s Scope) bool { return slices.Contains(c.Scopes, s) }

// MayRun reports whether the caller may run evals: an owner or admin in person,
// or a key with agents:publish.
func (c Caller) MayRun() bool {
	if c.Key == "" {
		return c.Role.Manages()
	}
	return c.Allows(ScopePublish)
}

// Author is how the caller is named in what it leaves behind.
func (c Caller) Author() string {
	if c.KeyName == "" {
		return c.Name
	}
	return c.Name + " (" + c.KeyName + ")"
}

// Need refuses a caller that lacks a scope: Forbidden, naming it.
func (c Caller) Need(s Scope, doing string) error {
	if c.Allows(s) {
		return nil
	}
	return c.without(s, doing+" needs the scope "+string(s))
}

// without is the problem of a caller who lacks a scope: where the role is what
// keeps it from having that one, no other key helps.
func (c Caller) without(s Scope, message string) *Problem {
	p := &Problem{Code: Forbidden, Message: message, Scope: s}
	if c.Role != NoRole && !slices.Contains(c.Role.Allows(), s) {
		p.Message += ", and your role, " + string(c.Role) + ", does not allow it"
		p.Hint = "an owner or admin of the workspace can give you another role"
	}
	return p
}
