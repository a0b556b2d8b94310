package api

// Identity is who a key stands for: what the workspace knows of the caller.
type Identity struct {
	Workspace string   `json:"workspace" doc:"id of the workspace; empty for a local one"`
	Member    string   `json:"member" doc:"name of the member"`
	Role      string   `json:"role" enum:"owner,admin,member"`
	Key       *Key     `json:"key,omitempty" doc:"the key of the request; none in a local workspace"`
	Scopes    []string `json:"scopes" doc:"what the caller may do today"`
}

// Key is an API key, without what is secret of it.
type Key struct {
	ID      string   `json:"id"`
	Name    string   `json:"name"`
	Member  string   `json:"member" doc:"name of the member it acts for"`
	Scopes  []string `json:"scopes" doc:"as they were given; the member's role may allow less today"`
	MadeBy  string   `json:"madeBy" doc:"the member and key that made it"`
	Created string   `json:"created" format:"date-time"`
	Expires string   `json:"expires,omitempty" format:"date-time"`
	Used    string   `json:"used,omitempty" format:"date-time" doc:"its last use, to the minute"`
	Revoked string   `json:"revoked,omitempty" format:"date-time"`
	State   string   `json:"state" enum:"valid,expired,revoked" doc:"by the workspace's clock; a key of a member who was removed counts as revoked"`
}

// NewKey asks for a key that acts for the caller's own member.
type NewKey struct {
	Name   string   `json:"name" minLength:"1" maxLength:"80"`
	Scopes []string `json:"scopes" minItems:"1" maxItems:"8" enum:"agents:read,agents:write,agents:publish,settings:write"`
	Days   int      `json:"days,omitempty" minimum:"0" maximum:"3650" doc:"how long it lasts; 0: without end, unless the key that makes it ends"`
}

// MadeKey is a new key; nobody can ask for its secret again.
type MadeKey struct {
	Key    Key    `json:"key"`
	Secret string `json:"secret" doc:"the key as it is sent, shown this once"`
}

// Member is somebody who works with the workspace.
type Member struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	Role    string `json:"role" enum:"owner,admin,member"`
	Created string `json:"created" format:"date-time"`
}

// NewMember asks for a member.
type NewMember struct {
	Name string `json:"name" minLength:"1" maxLength:"80"`
	Role string `json:"role" enum:"owner,admin,member"`
}

// MadeMember is a new member with the first key, which has all that the role
// allows.
type MadeMember struct {
	Member Member  `json:"member"`
	First  MadeKey `json:"first"`
}

// ChangeMember asks for another role.
type ChangeMember struct {
	Role string `json:"role" enum:"owner,admin,member"`
}
