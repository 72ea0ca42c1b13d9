package main

import (
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// scalars are types whose values are no objects. A quantity and an integer or string can be written as either.
var scalars = map[reflect.Type]string{
	reflect.TypeFor[resource.Quantity]():  "dyn",
	reflect.TypeFor[intstr.IntOrString](): "dyn",
	reflect.TypeFor[metav1.Time]():        "string",
	reflect.TypeFor[metav1.FieldsV1]():    "dyn",
}

// fields writes the fields of a pod template and all types in it, as `Type: field type, …`.
func fields(out io.Writer) error {
	lines := map[string]string{}
	add(reflect.TypeFor[corev1.PodTemplateSpec](), lines)
	for _, name := range slices.Sorted(maps.Keys(lines)) {
		fmt.Fprintf(out, "%s: %s\n", name, lines[name])
	}
	return nil
}

func add(of reflect.Type, lines map[string]string) {
	if _, known := lines[of.Name()]; known {
		return
	}
	lines[of.Name()] = ""
	entries := []string{}
	for i := range of.NumField() {
		field := of.Field(i)
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if name == "" {
			add(field.Type, lines)
			entries = append(entries, lines[field.Type.Name()])
			continue
		}
		entries = append(entries, name+" "+typeName(field.Type, lines))
	}
	lines[of.Name()] = strings.Join(entries, ", ")
}

func typeName(of reflect.Type, lines map[string]string) string {
	if name, known := scalars[of]; known {
		return name
	}
	switch of.Kind() {
	case reflect.Pointer:
		return typeName(of.Elem(), lines)
	case reflect.Slice:
		if of.Elem().Kind() == reflect.Uint8 {
			return "string"
		}
		return "[" + typeName(of.Elem(), lines) + "]"
	case reflect.Map:
		return "{" + typeName(of.Elem(), lines) + "}"
	case reflect.Struct:
		add(of, lines)
		return of.Name()
	case reflect.Bool:
		return "bool"
	case reflect.String:
		return "string"
	case reflect.Float32, reflect.Float64:
		return "double"
	default:
		return "int"
	}
}
