//go:build mutating

package main

import (
	"context"
	"fmt"
	"io"
	_ "unsafe" // for go:linkname

	v1 "k8s.io/api/admissionregistration/v1"
	"k8s.io/apimachinery/pkg/runtime"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/apiserver/pkg/admission/plugin/cel"
	"k8s.io/apiserver/pkg/admission/plugin/policy/mutating"
	"k8s.io/apiserver/pkg/admission/plugin/policy/mutating/patch"
	"k8s.io/kubernetes/pkg/apis/admissionregistration"
	"k8s.io/kubernetes/pkg/apis/admissionregistration/v1beta1"
	"k8s.io/kubernetes/pkg/apis/admissionregistration/validation"
)

// compileMutating is the function with which the plug-in compiles a policy.
//
//go:linkname compileMutating k8s.io/apiserver/pkg/admission/plugin/policy/mutating.compilePolicy
func compileMutating(policy *mutating.Policy) mutating.PolicyEvaluator

func init() {
	utilruntime.Must(v1beta1.AddToScheme(scheme))
	mutate = mutateEach
	checkMutating = validateMutating
}

// mutation is an object after all policies, and the errors of those that could not be evaluated.
type mutation struct {
	Object runtime.Object `json:"object"`
	Errors []string       `json:"errors"`
}

type boundMutatingPolicy struct {
	*v1.MutatingAdmissionPolicy
	evaluator mutating.PolicyEvaluator
	paramRef  *v1.ParamRef
}

func mutateEach(path string, in io.Reader, out io.Writer) error {
	policies, err := readMutating(path)
	if err != nil {
		return err
	}
	return eachLine(in, out, func(line []byte) (any, error) {
		asked, err := readRequest(line)
		if err != nil {
			return nil, err
		}
		errs := []string{}
		for _, policy := range policies {
			params, err := collectParams(policy.Spec.ParamKind, policy.paramRef, asked.configMaps)
			if err != nil {
				return nil, err
			}
			for _, param := range params {
				if err := policy.change(asked, param); err != nil {
					errs = append(errs, fmt.Sprintf("%s: %s", policy.Name, err))
				}
			}
		}
		return mutation{asked.attributes.VersionedObject.Object(), errs}, nil
	})
}

// change does what the dispatcher of the plug-in does for one policy.
func (policy boundMutatingPolicy) change(asked *request, param runtime.Object) error {
	ctx := policy.evaluator.CompositedCompiler.CreateContext(context.Background())
	result := policy.evaluator.Matcher.Match(ctx, asked.attributes, param, nil)
	if result.Error != nil || !result.Matches {
		return result.Error
	}
	for _, patcher := range policy.evaluator.Mutators {
		patched, err := patcher.Patch(ctx, patch.Request{
			MatchedResource:     asked.resource,
			VersionedAttributes: asked.attributes,
			ObjectInterfaces:    asked.interfaces,
			OptionalVariables:   cel.OptionalVariableBindings{VersionedParams: param},
			Namespace:           asked.namespace,
		}, asked.Budget)
		if err != nil {
			return err
		}
		scheme.Default(patched)
		asked.attributes.UpdateObject(patched)
	}
	return nil
}

func readMutating(path string) ([]boundMutatingPolicy, error) {
	objects, err := readObjects(path)
	if err != nil {
		return nil, err
	}
	policies := []boundMutatingPolicy{}
	paramRefs := map[string]*v1.ParamRef{}
	for _, object := range objects {
		policy, binding := &v1.MutatingAdmissionPolicy{}, &v1.MutatingAdmissionPolicyBinding{}
		switch object.GetObjectKind().GroupVersionKind().Kind {
		case "MutatingAdmissionPolicy":
			if err := convert(object, &admissionregistration.MutatingAdmissionPolicy{}, policy); err != nil {
				return nil, err
			}
			policies = append(policies, boundMutatingPolicy{policy, compileMutating(policy), nil})
		case "MutatingAdmissionPolicyBinding":
			if err := convert(object, &admissionregistration.MutatingAdmissionPolicyBinding{}, binding); err != nil {
				return nil, err
			}
			paramRefs[binding.Spec.PolicyName] = binding.Spec.ParamRef
		}
	}
	for i := range policies {
		policies[i].paramRef = paramRefs[policies[i].Name]
	}
	return policies, nil
}

// convert converts an object of any version with defaults, by way of the internal one.
func convert(from, internal, to runtime.Object) error {
	scheme.Default(from)
	if err := scheme.Convert(from, internal, nil); err != nil {
		return err
	}
	return scheme.Convert(internal, to, nil)
}

// validateMutating validates a mutating policy or binding as the server does when it is created.
func validateMutating(object runtime.Object) error {
	policy, binding := &admissionregistration.MutatingAdmissionPolicy{}, &admissionregistration.MutatingAdmissionPolicyBinding{}
	switch object.GetObjectKind().GroupVersionKind().Kind {
	case "MutatingAdmissionPolicy":
		if err := scheme.Convert(object, policy, nil); err != nil {
			return err
		}
		return validation.ValidateMutatingAdmissionPolicy(policy).ToAggregate()
	case "MutatingAdmissionPolicyBinding":
		if err := scheme.Convert(object, binding, nil); err != nil {
			return err
		}
		return validation.ValidateMutatingAdmissionPolicyBinding(binding).ToAggregate()
	}
	return nil
}
