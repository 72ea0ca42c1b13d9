package main

import (
	"bufio"
	"io"

	v1 "k8s.io/api/admissionregistration/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/api/meta/testrestmapper"
	utilyaml "k8s.io/apimachinery/pkg/util/yaml"
	"k8s.io/apiserver/pkg/admission/plugin/policy/validating"
	"k8s.io/apiserver/pkg/cel/openapi/resolver"
	"k8s.io/kubernetes/pkg/generated/openapi"
)

// typeWarnings is what the server writes to the status of a policy: where an expression does not fit the schema of a
// kind that the policy matches.
func typeWarnings(policy *v1.ValidatingAdmissionPolicy) []v1.ExpressionWarning {
	checker := &validating.TypeChecker{
		SchemaResolver: resolver.NewDefinitionsSchemaResolver(openapi.GetOpenAPIDefinitions, scheme),
		RestMapper:     mapper(),
	}
	return checker.Check(policy)
}

func mapper() meta.RESTMapper {
	return testrestmapper.TestOnlyStaticRESTMapper(scheme)
}

func newDocuments(from io.Reader) *utilyaml.YAMLReader {
	return utilyaml.NewYAMLReader(bufio.NewReader(from))
}
