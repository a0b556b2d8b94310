package storetest

import (
	"encoding/json"
	"testing"

	"github.com/caplo/caplo/internal/workspace"
)

var settingTests = map[string]func(*testing.T, workspace.Store){
	"setting/absent":     absentSetting,
	"setting/round trip": settingRoundTrip,
	"setting/replaced":   replacedSetting,
}

func setting(t *testing.T, s workspace.Store, key string) (value string, ok bool) {
	t.Helper()
	read(t, s, func(tx workspace.Tx) error {
		v, found, err := tx.Setting(key)
		value, ok = string(v), found
		return err
	})
	return value, ok
}

func putSetting(t *testing.T, s workspace.Store, key, value string) {
	t.Helper()
	write(t, s, func(tx workspace.Tx) error { return tx.PutSetting(key, json.RawMessage(value)) })
}

func absentSetting(t *testing.T, s workspace.Store) {
	value, ok := setting(t, s, "none")
	same(t, "found", ok, false)
	same(t, "value", value, "")
}

func settingRoundTrip(t *testing.T, s workspace.Store) {
	for key, want := range map[string]string{
		"a": `{"id":"ws_1","name":"Läden <1> 🙂"}`, "it's": `"text"`, "": `[1,2]`, "n": `17`, "b": `false`, "null": `null`,
	} {
		putSetting(t, s, key, want)
		got, ok := setting(t, s, key)
		same(t, "found "+key, ok, true)
		same(t, "value of "+key, got, want)
	}
}

func replacedSetting(t *testing.T, s workspace.Store) {
	putSetting(t, s, "a", `1`)
	putSetting(t, s, "b", `2`)
	putSetting(t, s, "a", `3`)
	for key, want := range map[string]string{"a": `3`, "b": `2`} {
		got, _ := setting(t, s, key)
		same(t, key, got, want)
	}
}
