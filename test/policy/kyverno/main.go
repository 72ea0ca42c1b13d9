// Command kyverno evaluates workloads with ValidatingPolicies as Kyverno does.
//
//	kyverno POLICIES < objects
//
// Each line of the input is an object. Each line of the output is the list of the first validations that fail, one of each policy.
package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	policiesv1 "github.com/kyverno/api/api/policies.kyverno.io/v1"
	policiesv1beta1 "github.com/kyverno/api/api/policies.kyverno.io/v1beta1"
	"github.com/kyverno/kyverno/pkg/cel/policies/vpol/compiler"
	admissionv1 "k8s.io/api/admission/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	utilyaml "k8s.io/apimachinery/pkg/util/yaml"
	"k8s.io/apiserver/pkg/admission"
	"sigs.k8s.io/yaml"
)

type denial struct {
	Policy  string `json:"policy"`
	Index   int    `json:"index"`
	Message string `json:"message"`
	Error   bool   `json:"error,omitempty"`
}

func main() {
	if err := run(os.Args[1], os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(file string, in io.Reader, out io.Writer) error {
	names, policies, err := readPolicies(file)
	if err != nil {
		return err
	}
	encoder := json.NewEncoder(out)
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		denials, err := evaluate(lines.Bytes(), names, policies)
		if err != nil {
			return err
		}
		if err := encoder.Encode(denials); err != nil {
			return err
		}
	}
	return lines.Err()
}

// readPolicies compiles the policies of a file. A field that the API does not have is an error.
func readPolicies(file string) ([]string, []*compiler.Policy, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, nil, err
	}
	var names []string
	var policies []*compiler.Policy
	documents := utilyaml.NewYAMLReader(bufio.NewReader(bytes.NewReader(text)))
	for {
		document, err := documents.Read()
		if errors.Is(err, io.EOF) {
			return names, policies, nil
		}
		if err != nil {
			return nil, nil, err
		}
		var policy policiesv1.ValidatingPolicy
		if err := yaml.UnmarshalStrict(document, &policy); err != nil {
			return nil, nil, err
		}
		if policy.APIVersion != "policies.kyverno.io/v1" || policy.Kind != "ValidatingPolicy" {
			return nil, nil, fmt.Errorf("not a ValidatingPolicy: %s %s", policy.APIVersion, policy.Kind)
		}
		// The versions have the same specification, and the compiler takes the older one.
		compiled, faults := compiler.NewCompiler().Compile(
			&policiesv1beta1.ValidatingPolicy{ObjectMeta: policy.ObjectMeta, Spec: policy.Spec}, nil)
		if len(faults) > 0 {
			return nil, nil, fmt.Errorf("%s: %w", policy.Name, faults.ToAggregate())
		}
		names = append(names, policy.Name)
		policies = append(policies, compiled)
	}
}

func evaluate(line []byte, names []string, policies []*compiler.Policy) ([]denial, error) {
	object := &unstructured.Unstructured{}
	if err := json.Unmarshal(line, object); err != nil {
		return nil, err
	}
	request := &admissionv1.AdmissionRequest{Operation: admissionv1.Create, Namespace: "default", Name: object.GetName()}
	attributes := admission.NewAttributesRecord(object, nil, object.GroupVersionKind(), request.Namespace, request.Name,
		schema.GroupVersionResource{}, "", admission.Create, nil, false, nil)
	denials := []denial{}
	for i, policy := range policies {
		result, err := policy.Evaluate(context.Background(), nil, attributes, request, nil, nil)
		switch {
		case err != nil:
			denials = append(denials, denial{Policy: names[i], Message: err.Error(), Error: true})
		case result != nil && result.Error != nil:
			denials = append(denials, denial{Policy: names[i], Index: result.Index, Message: result.Error.Error(), Error: true})
		case result != nil && !result.Result:
			denials = append(denials, denial{Policy: names[i], Index: result.Index, Message: result.Message})
		}
	}
	return denials, nil
}
