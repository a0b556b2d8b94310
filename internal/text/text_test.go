package text

import (
	"slices"
	"testing"
	"unicode/utf8"
)

func texts(ws []Word) []string {
	out := []string{}
	for _, w := range ws {
		out = append(out, w.Text)
	}
	return out
}

func TestWords(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, in string
		want     []string
	}{
		{"empty", "", nil},
		{"no words", " -- ?! ", nil},
		{"plain", "Where is my ORDER?", []string{"where", "is", "my", "order"}},
		{"id", "SO-1002", []string{"so", "1002"}},
		{"apostrophes", "don’t, it's l'article", []string{"dont", "it", "s", "l", "article"}},
		{"accents", "Café CAFE\u0301 zurück", []string{"cafe", "cafe", "zuruck"}},
		{"sharp s", "Straße", []string{"strasse"}},
		{"full width", "ＡＢＣ１２", []string{"abc12"}},
		{"cyrillic", "Где мой Заказ", []string{"где", "мои", "заказ"}},
		{"hindi keeps its vowels", "ऑर्डर", []string{"ऑर्डर"}},
		{"korean", "주문이 어디", []string{"주문이", "어디"}},
		{"kana voicing stays", "ガラス", []string{"ガラス"}},
		{"chinese", "我的订单", []string{"我的", "的订", "订单"}},
		{"japanese", "届きますか", []string{"届", "きま", "ます", "すか"}},
		{"thai", "ที่ไหน", []string{"ที่ไห", "ไหน"}},
		{"emoji", "ok 👩🏽‍🚀🙂", []string{"ok", "👩", "🚀", "🙂"}},
		{"invalid", "a\xffb", []string{"a", "\uFFFD", "b"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := texts(Words(tt.in)); !slices.Equal(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestWordsJoined(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]bool{
		"SO-1002": true, "12:30": true, "so 1002": false, "so--1002": false, "so, 1002": false, "a/b": true,
	} {
		if got := Words(in); len(got) != 2 || got[1].Joined != want || got[0].Joined {
			t.Errorf("%q: %+v", in, got)
		}
	}
}

func TestStem(t *testing.T) {
	t.Parallel()
	families := [][]string{
		{"order", "orders", "ordered", "ordering"},
		{"refund", "refunds", "refunded", "refunding"},
		{"reply", "replies", "replied", "replying"},
		{"box", "boxes"},
		{"address", "addresses"},
		{"ship", "ships", "shipped", "shipping"},
		{"cancel", "cancelled", "canceled", "cancelling"},
		{"change", "changes", "changed", "changing"},
		{"sell", "sells", "selling"},
		{"bill", "bills", "billing", "billed"},
	}
	for _, f := range families {
		for _, w := range f {
			if Stem(w) != Stem(f[0]) {
				t.Errorf("Stem(%q) = %q, Stem(%q) = %q", w, Stem(w), f[0], Stem(f[0]))
			}
		}
	}
	for _, w := range []string{"", "is", "bus", "thing", "need", "string", "größe", "1002", "注文"} {
		if got := Stem(w); got != w {
			t.Errorf("Stem(%q) = %q", w, got)
		}
	}
}

func TestCommon(t *testing.T) {
	t.Parallel()
	for w, want := range map[string]bool{"the": true, "dont": true, "ich": true, "ます": true, "我的": true, "order": false, "": false, "注文": false} {
		if got := Common(w); got != want {
			t.Errorf("Common(%q) = %v", w, got)
		}
	}
}

func FuzzWords(f *testing.F) {
	for _, s := range []string{"Where's SO-1002?", "ที่ไหน", "我的订单", "e\u0301", "\xff't", "👩🏽‍🚀", "'t", "\u1E9B\u0323"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		ws := Words(s)
		for _, w := range ws {
			if w.Text == "" || !utf8.ValidString(w.Text) {
				t.Errorf("%q gives the word %q", s, w.Text)
			}
			if st := Stem(w.Text); st == "" {
				t.Errorf("%q has no stem", w.Text)
			}
		}
		if len(ws) > utf8.RuneCountInString(Fold(s)) {
			t.Errorf("more words than signs in %q", s)
		}
	})
}
