// Command policy evaluates manifests with the ValidatingAdmissionPolicy plug-in of one release of the API server.
//
//	policy defaults < objects           each object as the server decodes it, with defaults; null if it cannot
//	policy answers POLICIES < questions  the validations that fail for the object
//	policy mutated POLICIES < questions  the object as mutating policies change it, and their errors
//	policy check POLICIES                the errors of the server in the policies themselves
//	policy fields                        the fields of pods, a line for each type
//
// Each line of the input is a JSON object, and each line of the output is one answer, in the same order.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	goruntime "runtime"
	"sync"
	_ "unsafe" // for go:linkname

	v1 "k8s.io/api/admissionregistration/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/apiserver/pkg/admission"
	"k8s.io/apiserver/pkg/admission/plugin/policy/validating"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	"k8s.io/client-go/informers"
	"k8s.io/kubernetes/pkg/apis/admissionregistration"
	admissionregistrationv1 "k8s.io/kubernetes/pkg/apis/admissionregistration/v1"
	"k8s.io/kubernetes/pkg/apis/admissionregistration/validation"
	appsv1 "k8s.io/kubernetes/pkg/apis/apps/v1"
	batchv1 "k8s.io/kubernetes/pkg/apis/batch/v1"
	internalcore "k8s.io/kubernetes/pkg/apis/core/v1"
)

// compilePolicy is the function with which the plug-in compiles a policy.
//
//go:linkname compilePolicy k8s.io/apiserver/pkg/admission/plugin/policy/validating.compilePolicy
func compilePolicy(policy *validating.Policy) validating.Validator

var (
	scheme = runtime.NewScheme()
	codecs = serializer.NewCodecFactory(scheme)
)

func init() {
	for _, add := range []func(*runtime.Scheme) error{
		internalcore.AddToScheme, appsv1.AddToScheme, batchv1.AddToScheme,
		admissionregistrationv1.AddToScheme, admissionregistration.AddToScheme,
	} {
		utilruntime.Must(add(scheme))
	}
}

func main() {
	if err := run(os.Args[1:], os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string, in io.Reader, out io.Writer) error {
	switch {
	case len(args) == 1 && args[0] == "defaults":
		return eachLine(in, out, func(line []byte) (any, error) {
			object, _, err := codecs.UniversalDeserializer().Decode(line, nil, nil)
			if err != nil {
				return nil, nil
			}
			scheme.Default(object)
			return object, nil
		})
	case len(args) == 2 && args[0] == "answers":
		policies, err := readPolicies(args[1])
		if err != nil {
			return err
		}
		return eachLine(in, out, func(line []byte) (any, error) { return answer(line, policies) })
	case len(args) == 2 && args[0] == "mutated" && mutate != nil:
		return mutate(args[1], in, out)
	case len(args) == 2 && args[0] == "check":
		return check(args[1])
	case len(args) == 1 && args[0] == "fields":
		return fields(out)
	}
	return fmt.Errorf("usage: policy defaults | answers POLICIES | mutated POLICIES | check POLICIES | fields")
}

// Only releases with MutatingAdmissionPolicies have these.
var (
	mutate        func(policies string, in io.Reader, out io.Writer) error
	checkMutating func(object runtime.Object) error
)

// denial is a validation that fails, or that cannot be evaluated.
type denial struct {
	Policy  string `json:"policy"`
	Index   int    `json:"index"`
	Message string `json:"message"`
	Error   bool   `json:"error,omitempty"`
}

// question is a request with an object, and the object before it if the request is an update.
type question struct {
	Object json.RawMessage `json:"object"`
	Old    json.RawMessage `json:"old"`
	// Namespace is that of the request; by default, "default".
	Namespace string `json:"namespace"`
	// Params are the ConfigMaps in the cluster.
	Params []json.RawMessage `json:"params"`
	// Budget is the cost budget of each policy; by default, that of the server.
	Budget int64 `json:"budget"`
}

// request is what the server knows when it evaluates policies.
type request struct {
	question
	resource   schema.GroupVersionResource
	attributes *admission.VersionedAttributes
	interfaces admission.ObjectInterfaces
	namespace  *corev1.Namespace
	configMaps informers.GenericInformer
}

func readRequest(line []byte) (*request, error) {
	var asked question
	if err := json.Unmarshal(line, &asked); err != nil {
		return nil, err
	}
	object, kind, err := codecs.UniversalDeserializer().Decode(asked.Object, nil, nil)
	if err != nil {
		return nil, err
	}
	operation := admission.Create
	var old runtime.Object
	var options runtime.Object = &metav1.CreateOptions{}
	if asked.Old != nil {
		if old, _, err = codecs.UniversalDeserializer().Decode(asked.Old, nil, nil); err != nil {
			return nil, err
		}
		operation, options = admission.Update, &metav1.UpdateOptions{}
	}
	if asked.Namespace == "" {
		asked.Namespace = "default"
	}
	resource := schema.GroupVersionResource{Group: kind.Group, Version: kind.Version, Resource: resources[kind.Kind]}
	attributes := admission.NewAttributesRecord(object, old, *kind, asked.Namespace, "name", resource, "", operation, options, false, nil)
	interfaces := admission.NewObjectInterfacesFromScheme(scheme)
	versioned, err := admission.NewVersionedAttributes(attributes, *kind, interfaces)
	if err != nil {
		return nil, err
	}
	if asked.Budget == 0 {
		asked.Budget = celconfig.RuntimeCELCostBudget
	}
	namespace := &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: asked.Namespace}}
	configMaps, err := readConfigMaps(asked.Params)
	if err != nil {
		return nil, err
	}
	return &request{asked, resource, versioned, interfaces, namespace, configMaps}, nil
}

func answer(line []byte, policies []boundPolicy) (any, error) {
	asked, err := readRequest(line)
	if err != nil {
		return nil, err
	}
	denials := []denial{}
	for _, policy := range policies {
		params, err := collectParams(policy.Spec.ParamKind, policy.paramRef, asked.configMaps)
		if err != nil {
			return nil, err
		}
		for _, param := range params {
			result := policy.validator.Validate(context.Background(), asked.resource, asked.attributes, param, asked.namespace, asked.Budget, nil)
			for index, decision := range result.Decisions {
				if decision.Evaluation == validating.EvalAdmit {
					continue
				}
				isError := decision.Evaluation == validating.EvalError
				denials = append(denials, denial{policy.Name, index, decision.Message, isError})
			}
		}
	}
	return denials, nil
}

var resources = map[string]string{
	"Pod":                   "pods",
	"PodTemplate":           "podtemplates",
	"ReplicationController": "replicationcontrollers",
	"DaemonSet":             "daemonsets",
	"Deployment":            "deployments",
	"ReplicaSet":            "replicasets",
	"StatefulSet":           "statefulsets",
	"CronJob":               "cronjobs",
	"Job":                   "jobs",
}

// check validates policies and bindings as the server does when they are created, and type-checks the policies.
func check(path string) error {
	objects, err := readObjects(path)
	if err != nil {
		return err
	}
	for _, object := range objects {
		scheme.Default(object)
		switch one := object.(type) {
		case *v1.ValidatingAdmissionPolicy:
			internal := &admissionregistration.ValidatingAdmissionPolicy{}
			if err := scheme.Convert(one, internal, nil); err != nil {
				return err
			}
			if errs := validation.ValidateValidatingAdmissionPolicy(internal); len(errs) > 0 {
				return fmt.Errorf("%s: %w", one.Name, errs.ToAggregate())
			}
			if warnings := typeWarnings(one); len(warnings) > 0 {
				return fmt.Errorf("%s: %s: %s", one.Name, warnings[0].FieldRef, warnings[0].Warning)
			}
		case *v1.ValidatingAdmissionPolicyBinding:
			internal := &admissionregistration.ValidatingAdmissionPolicyBinding{}
			if err := scheme.Convert(one, internal, nil); err != nil {
				return err
			}
			if errs := validation.ValidateValidatingAdmissionPolicyBinding(internal); len(errs) > 0 {
				return fmt.Errorf("%s: %w", one.Name, errs.ToAggregate())
			}
		default:
			if checkMutating != nil {
				if err := checkMutating(object); err != nil {
					return err
				}
			}
		}
	}
	fmt.Println(len(objects))
	return nil
}

// boundPolicy is a policy with the reference to the parameters in its binding.
type boundPolicy struct {
	*v1.ValidatingAdmissionPolicy
	validator validating.Validator
	paramRef  *v1.ParamRef
}

func readPolicies(path string) ([]boundPolicy, error) {
	objects, err := readObjects(path)
	policies := []boundPolicy{}
	paramRefs := map[string]*v1.ParamRef{}
	for _, object := range objects {
		scheme.Default(object)
		switch one := object.(type) {
		case *v1.ValidatingAdmissionPolicy:
			policies = append(policies, boundPolicy{one, compilePolicy(one), nil})
		case *v1.ValidatingAdmissionPolicyBinding:
			paramRefs[one.Spec.PolicyName] = one.Spec.ParamRef
		}
	}
	for i := range policies {
		policies[i].paramRef = paramRefs[policies[i].Name]
	}
	return policies, err
}

// readObjects reads a file of YAML documents strictly: a field that the release does not have is an error.
func readObjects(path string) ([]runtime.Object, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	strict := serializer.NewCodecFactory(scheme, serializer.EnableStrict).UniversalDeserializer()
	objects := []runtime.Object{}
	reader := newDocuments(file)
	for {
		document, err := reader.Read()
		if err == io.EOF {
			return objects, nil
		} else if err != nil {
			return nil, err
		}
		object, _, err := strict.Decode(document, nil, nil)
		if err != nil {
			return nil, err
		}
		objects = append(objects, object)
	}
}

// eachLine processes all lines, several at once, and writes the answers in the order of the lines.
func eachLine(in io.Reader, out io.Writer, ask func([]byte) (any, error)) error {
	input := json.NewDecoder(in)
	lines := []json.RawMessage{}
	for {
		var line json.RawMessage
		if err := input.Decode(&line); err == io.EOF {
			break
		} else if err != nil {
			return err
		}
		lines = append(lines, line)
	}
	answers, errs := make([]any, len(lines)), make([]error, len(lines))
	var group sync.WaitGroup
	for worker := range goruntime.NumCPU() {
		group.Go(func() {
			for i := worker; i < len(lines); i += goruntime.NumCPU() {
				answers[i], errs[i] = ask(lines[i])
			}
		})
	}
	group.Wait()
	if err := errors.Join(errs...); err != nil {
		return err
	}
	buffered := bufio.NewWriter(out)
	output := json.NewEncoder(buffered)
	output.SetEscapeHTML(false)
	for _, one := range answers {
		if err := output.Encode(one); err != nil {
			return err
		}
	}
	return buffered.Flush()
}
