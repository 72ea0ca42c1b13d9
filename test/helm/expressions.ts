/** The values that `EXPRESSIONS` read. */
export const VALUES = `# Values of all types
empty: ""
zero: 0
nothing: null
yes: true
no: false
text: Hello world
quoted: 'it''s "quoted"'
escaped: "tab\\there\\nline \\\\ \\u00e9 \\U0001F600"
number: 8080
negative: -3
large: 1234567
huge: 12345678901
float: 1.5
small: 0.00001
octal: 0644
exponent: 1e3
boolean: on
date: 2024-01-02
version: 1.10
list: [c, a, b, a]
numbers: [3, 1, 2]
mixed: [1, two, true, null, 1.5, {a: 1}, [x]]
emptyList: []
emptyMap: {}
map: {b: 2, a: one, c: {d: [1, 2], e: null}}
other: {a: two, c: {d: [3], f: 1}, z: false}
keys: {a10: 1, a2: 2, A: 3, a-b: 4, ab: 5, "1": 6, "01": 7, _: 8, "true": 9, "a b": 10}
literal: |
  first
    second

  third
folded: >-
  one
  two

  three
keep: |+
  kept

strings:
  - "true"
  - "123"
  - "1.5"
  - "null"
  - "~"
  - "0x1f"
  - "1e3"
  - "2024-01-02"
  - "2024-01-02T03:04:05Z"
  - "12:30:45"
  - "a: b"
  - "a:b"
  - "a #b"
  - "#a"
  - "- a"
  - "-a"
  - "? a"
  - "*a"
  - "&a"
  - "!a"
  - "%a"
  - "@a"
  - "\`a"
  - "{a}"
  - "[a]"
  - "a]"
  - "'a'"
  - '"a"'
  - " a"
  - "a "
  - "a:"
  - ":a"
  - "---"
  - "--- a"
  - "..."
  - "a\\tb"
  - "a\\\\b"
  - "a\\nb"
  - "a\\n"
  - "\\na"
  - "a\\n\\n"
  - " a\\nb"
  - "a \\nb"
  - "\\n"
  - "\\u00e9"
  - "\\U0001F600"
  - "\\u0000"
  - "<a>&b"
  - "y"
  - "Yes"
  - "off"
  - "="
  - "<<"
  - "."
  - ".5"
  - "+1"
  - "0o17"
  - "0b1"
  - "08"
  - "1_000"
  - "a long text of many words that is longer than eighty characters and therefore folded at its blanks"
  - "a long 'text': of many words that is longer than eighty characters and therefore folded at its blanks"
  - "123\\ta long text of many words that is longer than eighty characters and therefore  folded at its blanks"
template: 'name: {{ .Values.text }}'
json: '{"a": [1, 2.50, "x<y"], "b": null, "c": {"d": "\\u00e9\\/"}}'
yaml: "a: 1\\nb: [x, 0x10, 1_000, yes]\\nc: {d: }\\n"
anchors:
  base: &base {a: 1, b: 2}
  derived: {<<: *base, b: 3}
  alias: *base
`;

/** Expressions with which functions of templates are compared with those of Helm. */
export const EXPRESSIONS: readonly string[] = `
.Values.text
.Values.number
.Values.large
.Values.huge
.Values.float
.Values.small
.Values.octal
.Values.exponent
.Values.boolean
.Values.date
.Values.version
.Values.nothing
.Values.missing
.Values.missing.deeper
(.Values.missing).deeper
.Values.text.deeper
.Values.list
.Values.mixed
.Values.map
.Values.emptyMap
.Values.escaped
.Values.literal
.Values.folded
.Values.keep
.Values.anchors
1
-1
1.50
0x1F
0755
'a'
1e6
12345678.9
"a\\tb"
true
nil
(nil)
.Values.text | print
print "a" 1 2 "b" true false nil
print 1 2.5 1000000 1000000.0
println "a" 1 2
printf "%s|%v|%d|%q" "a" "b" 3 "c\\n"
printf "%d" .Values.number
printf "%d" (int .Values.number)
printf "%s" .Values.number
printf "%v" .Values.large
printf "%s %v" .Values.nothing .Values.nothing
printf "%s" nil
printf "%s" true
printf "%t" true
printf "%t" "x"
printf "%5d|%-5d|%05d|%x|%X|%o|%b" 42 42 42 255 255 8 5
printf "%5s|%-5s|%.2s|%q" "abc" "abc" "abc" "a'b"
printf "%.2f|%f|%8.3f" 1.005 2.5 3.14159
printf "%v %v" .Values.list .Values.map
printf "%s %d" .Values.list .Values.numbers
printf "%%"
printf "%s"
printf "a" 1 "b" nil
printf "%d%" 1
printf "%T %T %T %T %T %T" 1 1.5 "a" .Values.list .Values.map nil
printf "%s-%s" .Values.text (list "a" 1)
printf "%.3d" 5
printf "%6.2f|" .Values.float
printf "%c" 65
printf "%U" 65
printf "%+d" 5
printf "%#v" "a"
printf "%[2]s %[1]s" "a" "b"
printf "%*d" 5 1
quote .Values.text
quote .Values.quoted
quote .Values.escaped
quote .Values.number .Values.nothing .Values.yes
quote .Values.list
quote .Values.large
quote .Values.missing
squote .Values.quoted .Values.number
squote .Values.missing
toString .Values.number
toString .Values.large
toString .Values.nothing
toString .Values.list
toString true
cat "a" 1 nil "b" true
indent 2 "a\\nb\\n"
nindent 4 "a\\n\\nb"
.Values.literal | indent 2
.Values.number | indent 2
indent -1 "a"
nindent 2 ""
lower "ABC dE"
upper "abc dE"
title "hello wORLD foo-bar it's x_y"
untitle "Hello World"
trim "  a b \\n"
trimAll "$" "$5.00$"
trimall "ab" "abcba"
trimPrefix "a" "abc"
trimPrefix "b" "abc"
trimSuffix "c" "abc"
trimSuffix "-" "a--"
trunc 3 "abcdef"
trunc -3 "abcdef"
trunc 10 "abc"
trunc -10 "abc"
trunc 0 "abc"
trunc 3 "éabc"
substr 1 3 "abcdef"
substr -1 3 "abcdef"
substr 2 -1 "abcdef"
substr 2 99 "abcdef"
substr 5 3 "abcdef"
nospace " a b\\tc\\n"
repeat 3 "ab"
repeat -1 "ab"
replace "a" "b" "banana"
replace "" "-" "abc"
replace "a" "" "banana"
contains "b" "abc"
contains "x" "abc"
hasPrefix "a" "abc"
hasSuffix "c" "abc"
plural "one" "many" 1
plural "one" "many" 2
split "." "a.b.c"
(split "." "a.b.c")._1
(split "." "a.b.c")._9
splitList "." "a.b.c"
splitList "" "abc"
splitn "." 2 "a.b.c"
join "-" .Values.list
join "," .Values.mixed
join "," "a"
join "," nil
toStrings .Values.mixed
len .Values.text
len .Values.list
len .Values.map
len "é"
len .Values.nothing
len 1
snakecase "FirstName"
camelcase "http_server"
kebabcase "FirstName"
initials "First Try"
abbrev 5 "hello world"
wrap 5 "hello world"
swapcase "aB"
not true
not ""
not .Values.emptyMap
not .Values.missing
and true "a"
and "" "a"
and 1 0 2
or "" "a"
or "" 0 nil
or "" .Values.missing
and true .Values.missing.deeper
and false .Values.missing.deeper
or true .Values.missing.deeper
and
eq 1 1
eq 1 2 1
eq "a" "b" "a"
eq 1 1.0
eq .Values.number 8080
eq .Values.number 8080.0
eq (int .Values.number) 8080
eq (int64 .Values.number) 8080
eq .Values.text "Hello world"
eq .Values.nothing nil
eq .Values.missing "a"
eq nil nil
eq .Values.list .Values.list
eq .Values.emptyMap nil
eq "a"
eq true true
eq true "true"
ne 1 2
ne "a" "a"
ne .Values.missing "a"
lt 1 2
lt "a" "b"
lt 1 2.0
lt .Values.number 9000.0
le 2 2
gt 3 2
gt .Values.number 1000
ge 2 2
ge "b" "a"
lt nil 1
lt true false
default "x" .Values.empty
default "x" .Values.text
default "x" .Values.missing
default "x" .Values.no
default "x" .Values.zero
default "x" .Values.emptyList
default "x" nil
default "x"
.Values.nothing | default 5
default nil .Values.empty
coalesce .Values.empty nil 0 "x" "y"
coalesce nil ""
ternary "a" "b" true
ternary "a" "b" .Values.no
ternary "a" "b" "true"
ternary "a" "b" nil
empty ""
empty .Values.text
empty nil
empty .Values.emptyMap
all 1 "a"
all 1 ""
any 0 "a"
any 0 ""
required "needed" .Values.missing
required "needed" .Values.empty
required "needed" .Values.no
required "needed" .Values.text
fail "failed"
typeOf 1
typeOf .Values.number
typeOf .Values.list
typeOf .Values.map
typeOf .Values
typeOf "a"
typeOf nil
typeOf (int64 1)
typeOf (splitList "." "a.b")
typeOf (until 2)
typeOf (dict)
kindOf 1
kindOf .Values.number
kindOf .Values.list
kindOf .Values.map
kindOf .Values.missing
kindOf nil
kindOf .Chart
kindIs "map" .Values.map
kindIs "slice" .Values.map
kindIs "invalid" .Values.missing
typeIs "string" .Values.text
typeIs "float64" .Values.number
typeIsLike "string" "a"
deepEqual .Values.list .Values.list
deepEqual (list 1 2) (list 1 2)
deepEqual .Values.numbers (list 3 1 2)
list 1 "a" nil
tuple 1 2
first .Values.list
last .Values.list
rest .Values.list
initial .Values.list
reverse .Values.list
append .Values.list "d"
prepend .Values.list "d"
compact (list 1 0 "" "a" nil)
uniq .Values.list
without .Values.list "a"
without .Values.numbers 1.0
has "a" .Values.list
has "x" .Values.list
has 1.0 .Values.numbers
has 1 .Values.numbers
has "a" nil
has "a" "abc"
slice .Values.list 1 3
slice .Values.list 1
slice .Values.list
slice .Values.list 3 1
slice "abcdef" 1 3
concat .Values.list .Values.numbers (list)
concat (list 1) nil
chunk 2 .Values.list
sortAlpha .Values.list
sortAlpha .Values.mixed
sortAlpha "a"
until 3
until -2
untilStep 3 10 3
untilStep 5 0 -2
untilStep 0 5 -1
until 0
first (list)
rest (list)
first nil
first "abc"
append nil 1
until .Values.number
until (int .Values.negative)
dict "a" 1 "b"
dict 1 "a" true "b"
get .Values.map "a"
get .Values.map "x"
hasKey .Values.map "a"
hasKey .Values.map "x"
hasKey .Values.missing "x"
pluck "a" .Values.map .Values.other
keys .Values.map | sortAlpha
keys .Values.map | len
keys (dict "a" 1)
values (dict "a" 1)
pick .Values.map "a" "x"
omit .Values.map "a" "x"
set (dict "a" 1) "b" 2
set (dict "a" 1) "a" 2
unset (dict "a" 1 "b" 2) "a"
merge (dict "a" 1) (dict "a" 2 "b" 3)
merge (dict "a" 0 "c" "") (dict "a" 2 "c" "x") (dict "d" nil)
merge (deepCopy .Values.map) .Values.other
mergeOverwrite (deepCopy .Values.map) .Values.other
mergeOverwrite (dict "a" 1 "l" (list 1)) (dict "a" 0 "l" (list) "n" nil)
merge (dict "a" (dict)) (dict "a" (dict "b" 1))
merge (dict "a" "x") (dict "a" (dict "b" 1))
mergeOverwrite (dict "a" "x") (dict "a" (dict "b" 1))
mergeOverwrite (dict "a" (dict "b" 1)) (dict "a" "x")
mustMergeOverwrite (dict "a" 1) (dict "a" 2)
merge (dict "l" (list 1 2)) (dict "l" (list 3))
merge (dict "a" nil) (dict "a" 1)
mergeOverwrite (dict "a" 1) (dict "a" nil)
merge nil (dict "a" 1)
deepCopy .Values.map
dig "c" "d" "none" .Values.map
dig "c" "x" "none" .Values.map
dig "x" "y" "none" .Values.map
dig "a" "y" "none" .Values.map
index .Values.list 1
index .Values.list 9
index .Values.map "c" "d" 0
index .Values.map "x"
index .Values.map "x" "y"
index .Values.list .Values.zero
index nil 1
index "abc" 1
int "42"
int "042"
int "0x1f"
int "1.0"
int "1.5"
int "abc"
int true
int nil
int .Values.float
int .Values.negative
int64 "9007199254740993"
float64 "1.5"
float64 "abc"
float64 3
atoi "12"
atoi "x"
add 1 2 3
add .Values.number 1
add 1.9 "2"
add1 5
sub 5 7
mul 2 3 4
div 7 2
div -7 2
div 1 0
mod 7 3
mod -7 3
max 1 5 3
min 4 2 8
maxf 1.5 2
minf 1.5 2
floor 1.7
ceil 1.2
round 1.2345 2
round 2.5 0
round -1.5 0
seq 3
seq 2 5
seq 0 2 10
seq 5 1
seq -3
seq
addf 1.5 2
toDecimal "777"
b64enc "héllo"
b64dec "aMOpbGxv"
b64dec "a"
b32enc "hello"
sha256sum "hello"
sha256sum ""
sha256sum "a text that is longer than sixty-four bytes, so that several blocks are hashed by it: é"
sha1sum "hello"
sha1sum "a text that is longer than sixty-four bytes, so that several blocks are hashed by it: é"
adler32sum "hello"
toYaml .Values.map
toYaml .Values.keys
toYaml .Values.mixed
toYaml .Values.strings
toYaml (dict "s" .Values.strings)
toYaml .Values.literal
toYaml (dict "a" .Values.literal "b" .Values.keep "c" .Values.folded "d" .Values.escaped)
toYaml (list (list 1 2) (list (list "a" (dict "b" (list)))) (dict))
toYaml .Values.number
toYaml .Values.large
toYaml .Values.huge
toYaml .Values.float
toYaml .Values.small
toYaml .Values.nothing
toYaml .Values.missing
toYaml .Values.text
toYaml ""
toYaml "true"
toYaml (list)
toYaml (dict)
toYaml 1e21
toYaml 100000000000000000000.0
toYaml .Values.anchors
toYaml (dict "a very long key with more than one hundred and twenty-eight characters, which is written behind a question mark: xxxxxxxxxxxxxxxxxxxxxxxx" 1)
toYaml (splitList "," "a,b")
toYaml (until 2)
fromYaml .Values.yaml
(fromYaml .Values.yaml).b
fromYaml ""
fromYaml "a"
fromYaml "- a"
fromYaml "a: [" | len
fromYamlArray "- a\\n- 1"
fromYamlArray ""
fromYaml "a: 0777\\nb: 0o17\\nc: 0b11\\nd: .5\\ne: 1.\\nf: +1\\ng: 1__0\\nh: 2024-01-02\\ni: !!str 1\\nj: 'x'\\nk: 1:30" | toYaml
fromYaml "8080: a\\ntrue: b\\n1.5: c" | toYaml
fromYaml "a: 1\\na: 2" | toYaml
toJson .Values.map
toJson .Values.mixed
toJson .Values.strings
toJson .Values.large
toJson .Values.small
toJson 1e21
toJson "<a>&'\\u2028\\n"
toJson nil
toPrettyJson .Values.map
toPrettyJson (list)
toRawJson "<a>"
fromJson .Values.json
fromJson .Values.json | toJson
fromJson "{" | len
fromJsonArray "[1, \\"a\\"]"
mustFromJson "[1]"
mustFromJson "{"
mustToJson .Values.list
regexMatch "^[a-z]+$" "abc"
regexMatch "^[a-z]+$" "abc1"
regexMatch "b" "abc"
regexMatch "(" "abc"
regexFind "[a-z]+" "12abc34"
regexFindAll "[a-z]" "a1b2c3" 2
regexFindAll "[a-z]" "a1b2c3" -1
regexReplaceAll "a(x*)b" "-ab-axxb-" "\${1}W"
regexReplaceAll "a(x*)b" "-ab-axxb-" "$1W"
regexReplaceAll "[^a-z0-9]+" "Hello World!" "-"
regexReplaceAll "(a)(b)?" "ab a" "[$2$1$0]"
regexReplaceAllLiteral "a(x*)b" "-ab-axxb-" "\${1}"
regexSplit "z+" "pizza" -1
regexSplit "," "a,b,c" 2
regexQuoteMeta "1.2.3+x"
mustRegexMatch "a" "a"
regexMatch "(?i)ABC" "abc"
regexMatch "\\\\d+" "a1"
regexMatch "\\\\pL" "é"
semver "1.2.3-alpha.1+123"
(semver "v1.2").Minor
semver "x"
semverCompare "1.2.3" "1.2.3"
semverCompare "^1.2.0" "1.3.0"
semverCompare "~1.2.0" "1.3.0"
semverCompare ">=1.19-0" "1.25.3-eks-1"
semverCompare ">=1.19" "1.25.3-eks-1"
semverCompare ">=1.19.0 <1.22.0" "1.21.4"
semverCompare ">= 1.19.0, < 1.22.0" "v1.21.4"
semverCompare "<1.14-0" .Capabilities.KubeVersion.GitVersion
semverCompare ">1.2" "1.2.5"
semverCompare "<=1.2" "1.2.5"
semverCompare "!=1.2.x" "1.2.5"
semverCompare "1.x || >=2.5" "2.6.0"
semverCompare "1.2 - 1.4" "1.3.9"
semverCompare "^0.2.3" "0.2.5"
semverCompare "^0.0.3" "0.0.4"
semverCompare "*" "1.2.3"
semverCompare "~1" "1.9.0"
semverCompare "=1.2" "1.2.9"
semverCompare "x" "abc"
semverCompare ">=1.0.0-beta.2" "1.0.0-beta.11"
semverCompare "bad" "1.2.3"
base "a/b/c.txt"
base ""
base "/"
dir "a/b/c.txt"
dir "/a"
dir "a"
ext "a/b.tar.gz"
ext "a"
clean "a//b/../c/."
isAbs "/a"
urlParse "https://user@host:80/path?x=1#f"
getHostByName "localhost"
.Chart.Name
.Chart.Version
.Chart.AppVersion
.Chart.Type
.Chart.Description
.Chart.Missing
.Chart.IsRoot
.Chart.Keywords
.Chart.Annotations
.Release.Name
.Release.Namespace
.Release.Service
.Release.Missing
.Release
.Template.Name
.Template.BasePath
.Capabilities.KubeVersion
.Capabilities.KubeVersion.Version
.Capabilities.KubeVersion.Major
.Capabilities.KubeVersion.Minor
.Capabilities.KubeVersion.String
.Capabilities.APIVersions.Has "apps/v1"
.Capabilities.APIVersions.Has "example.com/v1"
.Files.Get "data/a.txt"
.Files.Get "missing.txt"
.Files.Get "data/a.txt" | indent 2
include "value" .Values.text
include "value" .Values.missing
include "value" .Values.missing | quote
ternary "yes" "no" (include "value" .Values.missing | empty)
include "nothing" .
include "pair" (dict "a" 1 "b" 2)
include "recursive" 5
include "undefined" .
tpl .Values.template .
tpl "{{ .a }}-{{ .b }}" (dict "a" 1)
tpl "{{ include \\"value\\" . }}" "x"
tpl "{{ define \\"own\\" }}own {{ . }}{{ end }}{{ include \\"own\\" 1 }}" .
tpl "{{" .
tpl "plain" .
tpl "" .
lookup "v1" "Secret" "ns" "name"
undefinedFunction 1
"a" | quote | upper
.Values.text | replace " " "-" | lower | trunc 5 | trimSuffix "-"
(list 1 2 | first)
(index (list (dict "a" (list "x" "y"))) 0).a
.Values.map.c.d
$.Values.text
.Values.text "argument"
"text" "argument"
lower
lower "a" "b"
lower 1
lower nil
trunc "a" "b"
trunc 1.5 "abc"
trunc 2.0 "abc"
html "<a href=\\"x\\">"
js "it's"
urlquery "a b&c"
hello
`
  .trim()
  .split('\n');

/** Templates with statements that are compared with what Helm makes of them. */
export const STATEMENTS: readonly string[] = [
  '{{ if .Values.yes }}a{{ else }}b{{ end }}',
  '{{ if .Values.no }}a{{ else if .Values.text }}b{{ else }}c{{ end }}',
  '{{ if .Values.zero }}a{{ end }}|',
  '{{ with .Values.map }}{{ .a }}{{ $.Values.text }}{{ end }}',
  '{{ with .Values.missing }}a{{ else with .Values.text }}{{ . }}{{ else }}c{{ end }}',
  '{{ with $x := .Values.text }}{{ $x }}{{ end }}',
  '{{ range .Values.list }}{{ . }},{{ end }}',
  '{{ range $i, $v := .Values.list }}{{ $i }}={{ $v }};{{ end }}',
  '{{ range $k, $v := .Values.map }}{{ $k }}={{ $v }};{{ end }}',
  '{{ range $v := .Values.map }}{{ $v }};{{ end }}',
  '{{ range .Values.emptyList }}a{{ else }}none{{ end }}',
  '{{ range .Values.missing }}a{{ else }}none{{ end }}',
  '{{ range .Values.text }}a{{ end }}',
  '{{ range 3 }}{{ . }}{{ end }}',
  '{{ range $i := 3 }}{{ $i }}{{ end }}',
  '{{ range .Values.numbers }}{{ if eq . 1.0 }}{{ continue }}{{ end }}{{ . }}{{ end }}',
  '{{ range .Values.numbers }}{{ if eq . 1.0 }}{{ break }}{{ end }}{{ . }}{{ end }}',
  '{{ range $i, $v := .Values.numbers }}{{ $v = 5 }}{{ $v }}{{ end }}',
  '{{ $x := 1 }}{{ if true }}{{ $x = 2 }}{{ end }}{{ $x }}',
  '{{ $x := 1 }}{{ if true }}{{ $x := 2 }}{{ end }}{{ $x }}',
  '{{ $x := 1 }}{{ range until 3 }}{{ $x = add $x . }}{{ end }}{{ $x }}',
  '{{ $d := dict }}{{ $_ := set $d "a" 1 }}{{ $d }}',
  '{{ $d := dict "a" (dict) }}{{ $_ := set $d.a "b" 1 }}{{ toYaml $d }}',
  '{{- /* comment */ -}} a  {{- " b" }}  {{ "c" -}}  d',
  'a\n  {{- if true }}\n  b\n  {{- end }}\nc\n',
  '{{ "{{" }} }}',
  '{{ `raw "text"` }}',
  '{{ $x := .Values.missing }}{{ $x.deeper }}|',
  '{{ range .Values.mixed }}{{ typeOf . }} {{ end }}',
  '{{ range .Values.mixed }}{{ .deeper }}{{ end }}',
  '{{ template "value" .Values.text }}',
  '{{ template "value" }}',
  '{{ template "undefined" . }}',
  '{{ block "own" .Values.text }}[{{ . }}]{{ end }}',
  '{{ define "late" }}late{{ end }}{{ include "late" . }}',
  '{{ range $k, $v := .Values.keys }}{{ $k }} {{ end }}',
  '{{ undefined }}',
  '{{ .Values.text',
  '{{ if }}a{{ end }}',
  '{{ if true }}a',
  '{{ end }}',
  '{{ else }}',
  '{{ $undefined }}',
  '{{ break }}',
  '{{ "a" | "b" }}',
  '{{ 1 | 2 }}',
  '{{ (1).a }}',
  '{{ 1.a }}',
  '{{ .a.b.1 }}',
  '{{ "unclosed }}',
  "{{ 'ab' }}",
  '{{ "\\q" }}',
  '{{ 08 }}',
  '{{ 1_000 }} {{ 0x_f }}',
  '{{ (list 1 2) | len }} {{ len (list 1 2) }}',
  '{{ $a, $b := list 1 2 }}',
  '{{ if and .Values.yes (or .Values.no .Values.text) (not .Values.zero) }}yes{{ end }}',
  '{{- range $i, $e := list "a" "b" }}\n- {{ $e }}{{ if $i }} # last{{ end }}\n{{- end }}',
  '{{ with .Values.map.c }}{{ range $i, $d := .d }}{{ $i }}:{{ $d }} {{ end }}{{ end }}',
  '{{- $list := list }}{{ range .Values.list }}{{ $list = append $list (upper .) }}{{ end }}{{ join "," $list }}',
  'labels:\n  {{- include "labels" . | nindent 2 }}\nend: 1\n',
  'env:\n{{ toYaml .Values.map | indent 2 }}\n',
  '{{- define "nested" }}{{ define "inner" }}a{{ end }}{{ end }}',
  '{{ with dict "a" 1 }}{{ .a }}{{ end }}{{ with 0 }}a{{ else }}{{ . | len }}{{ end }}',
  '{{ range $index, $_ := until 2 }}{{ $index }}{{ end }}',
  '{{ .Values.map.a.b }}',
  '{{ if .Values.map.missing }}a{{ else }}b{{ end }}',
  '{{ if .Values.missing.deeper }}a{{ else }}b{{ end }}',
  '{{ if (.Values.missing).deeper }}a{{ else }}b{{ end }}',
  '{{ $x := "a" }}{{ with "b" }}{{ $x }}{{ . }}{{ end }}',
  '{{ printf "%s" .Values.text | quote }}{{/* no value */}}',
];
