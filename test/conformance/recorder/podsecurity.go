package main

import (
	"reflect"
	"sort"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
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

// askPodSecurity evaluates the pod or pod template of an internal object.
func askPodSecurity(object runtime.Object) (podSecurity, error) {
	kind, err := kindOf(object)
	if err != nil {
		return podSecurity{}, err
	}
	versioned, err := legacyscheme.Scheme.ConvertToVersion(object, schema.GroupVersion{Group: kind.group, Version: kind.version})
	if err != nil {
		return podSecurity{}, err
	}
	metadata, spec := podOf(versioned)
	reasons := func(level api.Level) []string {
		result := []string{}
		for _, one := range evaluator.EvaluatePod(api.LevelVersion{Level: level, Version: api.LatestVersion()}, metadata, spec) {
			if !one.Allowed {
				result = append(result, one.ForbiddenReason)
			}
		}
		sort.Strings(result)
		return result
	}
	return podSecurity{Baseline: reasons(api.LevelBaseline), Restricted: reasons(api.LevelRestricted)}, nil
}

// podOf finds the pod or pod template of an object.
func podOf(object runtime.Object) (*metav1.ObjectMeta, *corev1.PodSpec) {
	var template *corev1.PodTemplateSpec
	switch object := object.(type) {
	case *corev1.Pod:
		return &object.ObjectMeta, &object.Spec
	case *corev1.PodTemplate:
		template = &object.Template
	case *corev1.ReplicationController:
		template = object.Spec.Template
	case *appsv1.DaemonSet:
		template = &object.Spec.Template
	case *appsv1.Deployment:
		template = &object.Spec.Template
	case *appsv1.ReplicaSet:
		template = &object.Spec.Template
	case *appsv1.StatefulSet:
		template = &object.Spec.Template
	case *batchv1.CronJob:
		template = &object.Spec.JobTemplate.Spec.Template
	case *batchv1.Job:
		template = &object.Spec.Template
	}
	return &template.ObjectMeta, &template.Spec
}
