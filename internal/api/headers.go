package api

import "net/http"

// GetHeaders are the headers that belong to the answer: a 401 says how to sign in,
// a 429 or 503 when to try again.
func (p *Problem) GetHeaders() http.Header {
	switch p.Status {
	case http.StatusUnauthorized:
		return http.Header{"Www-Authenticate": {"Bearer"}}
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		return http.Header{"Retry-After": {"1"}}
	}
	return nil
}
