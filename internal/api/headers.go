package api

import "net/http"

// GetHeaders are the headers that belong to the answer: a 401 says how to sign in.
func (p *Problem) GetHeaders() http.Header {
	if p.Status != http.StatusUnauthorized {
		return nil
	}
	return http.Header{"Www-Authenticate": {"Bearer"}}
}
