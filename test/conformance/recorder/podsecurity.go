package main

import (
	"reflect"
	"sort"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	"k8s.io/pod-security-admission/api"
	"k8s.io/pod-security-admission/policy"
)

// podSecurity are the reasons for which Pod Security denies a pod at each level, at the newest version of the policies
// that the release has.
type podSecurity struct {
	Baseline   []string `json:"baseline"`
	Restricted []string `json:"restricted"`
}

var evaluator = newEvaluator()

// newEvaluator makes the policy evaluator. Newer releases ask for an emulated version too; none is emulated.
func newEvaluator() policy.Evaluator {
	constructor := reflect.ValueOf(policy.NewEvaluator)
	arguments := []reflect.Value{reflect.ValueOf(policy.DefaultChecks())}
	if constructor.Type().NumIn() == 2 {
		arguments = append(arguments, reflect.Zero(constructor.Type().In(1)))
	}
	results := constructor.Call(arguments)
	if !results[1].IsNil() {
		panic(results[1].Interface())
	}
	return results[0].Interface().(policy.Evaluator)
}

// askPodSecurity evaluates the pod that a manifest makes as admission sees it: defaulted, and without the fields that the
// release drops.
func askPodSecurity(object map[string]any) (podSecurity, error) {
	internal, err := decode(podManifest(object))
	if err != nil {
		return podSecurity{}, err
	}
	if _, err := create(internal); err != nil {
		return podSecurity{}, err
	}
	versioned, err := legacyscheme.Scheme.ConvertToVersion(internal, corev1.SchemeGroupVersion)
	if err != nil {
		return podSecurity{}, err
	}
	pod := versioned.(*corev1.Pod)
	reasons := func(level api.Level) []string {
		result := []string{}
		newest := api.LevelVersion{Level: level, Version: api.LatestVersion()}
		for _, one := range evaluator.EvaluatePod(newest, &pod.ObjectMeta, &pod.Spec) {
			if !one.Allowed {
				result = append(result, one.ForbiddenReason)
			}
		}
		sort.Strings(result)
		return result
	}
	return podSecurity{Baseline: reasons(api.LevelBaseline), Restricted: reasons(api.LevelRestricted)}, nil
}

// podManifest makes the manifest of the pod that a controller creates, or returns that of a pod as it is.
func podManifest(object map[string]any) map[string]any {
	paths := map[any][]string{
		"Pod":         {},
		"PodTemplate": {"template"},
		"CronJob":     {"spec", "jobTemplate", "spec", "template"},
	}
	path, ok := paths[object["kind"]]
	if !ok {
		path = []string{"spec", "template"}
	}
	template := object
	for _, key := range path {
		template = template[key].(map[string]any)
	}
	metadata := map[string]any{}
	for _, source := range []any{template["metadata"], object["metadata"]} {
		for key, value := range source.(map[string]any) {
			if metadata[key] == nil {
				metadata[key] = value
			}
		}
	}
	return map[string]any{"apiVersion": "v1", "kind": "Pod", "metadata": metadata, "spec": template["spec"]}
}
