package main

import (
	"errors"
	"regexp"
	"strings"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apiserver/pkg/endpoints/request"
	"k8s.io/apiserver/pkg/registry/rest"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	_ "k8s.io/kubernetes/pkg/apis/apps/install"
	_ "k8s.io/kubernetes/pkg/apis/batch/install"
	_ "k8s.io/kubernetes/pkg/apis/core/install"
	"k8s.io/kubernetes/pkg/capabilities"
	"k8s.io/kubernetes/pkg/registry/apps/daemonset"
	"k8s.io/kubernetes/pkg/registry/apps/deployment"
	"k8s.io/kubernetes/pkg/registry/apps/replicaset"
	"k8s.io/kubernetes/pkg/registry/apps/statefulset"
	"k8s.io/kubernetes/pkg/registry/batch/cronjob"
	"k8s.io/kubernetes/pkg/registry/batch/job"
	"k8s.io/kubernetes/pkg/registry/core/pod"
	"k8s.io/kubernetes/pkg/registry/core/podtemplate"
	"k8s.io/kubernetes/pkg/registry/core/replicationcontroller"
)

// kind is how the API server creates objects of a kind.
type kind struct {
	group, version, resource string
	strategy                 rest.RESTCreateStrategy
}

var kinds = map[string]kind{
	"Pod":                   {"", "v1", "pods", pod.Strategy},
	"PodTemplate":           {"", "v1", "podtemplates", podtemplate.Strategy},
	"ReplicationController": {"", "v1", "replicationcontrollers", replicationcontroller.Strategy},
	"DaemonSet":             {"apps", "v1", "daemonsets", daemonset.Strategy},
	"Deployment":            {"apps", "v1", "deployments", deployment.Strategy},
	"ReplicaSet":            {"apps", "v1", "replicasets", replicaset.Strategy},
	"StatefulSet":           {"apps", "v1", "statefulsets", statefulset.Strategy},
	"CronJob":               {"batch", "v1", "cronjobs", cronjob.Strategy},
	"Job":                   {"batch", "v1", "jobs", job.Strategy},
}

func init() {
	// As with `--allow-privileged`, which every cluster with node agents has.
	capabilities.Initialize(capabilities.Capabilities{AllowPrivileged: true})
}

// kindOf finds how an object is created.
func kindOf(object runtime.Object) (kind, error) {
	gvks, _, err := legacyscheme.Scheme.ObjectKinds(object)
	if err != nil {
		return kind{}, err
	}
	found, ok := kinds[gvks[0].Kind]
	if !ok {
		return kind{}, errors.New("cannot create a " + gvks[0].Kind)
	}
	return found, nil
}

// create puts an internal object through the creation strategy of its kind, with all feature gates at their defaults and
// no admission. Fields that the release does not have or has switched off are dropped from the object.
func create(object runtime.Object) ([]cause, error) {
	kind, err := kindOf(object)
	if err != nil {
		return nil, err
	}
	accessor, err := meta.Accessor(object)
	if err != nil {
		return nil, err
	}
	rest.FillObjectMetaSystemFields(accessor)
	ctx := request.WithNamespace(request.NewContext(), accessor.GetNamespace())
	ctx = request.WithRequestInfo(ctx, &request.RequestInfo{
		IsResourceRequest: true,
		Verb:              "create",
		APIGroup:          kind.group,
		APIVersion:        kind.version,
		Resource:          kind.resource,
		Namespace:         accessor.GetNamespace(),
	})
	err = rest.BeforeCreate(kind.strategy, ctx, object)
	if err == nil {
		return nil, nil
	}
	status, ok := err.(apierrors.APIStatus)
	if !ok || !apierrors.IsInvalid(err) {
		return nil, err
	}
	return causesOf(status.Status().Details), nil
}

func causesOf(details *metav1.StatusDetails) []cause {
	causes := []cause{}
	for _, one := range details.Causes {
		causes = append(causes, cause{
			Type:    strings.TrimPrefix(string(one.Type), "FieldValue"),
			Field:   doubleIndex.ReplaceAllString(one.Field, "$1"),
			Message: shorten(one.Message),
		})
	}
	return causes
}

// 1.24 names the index of an ephemeral container twice.
var doubleIndex = regexp.MustCompile(`(ephemeralContainers\[\d+\])\[\d+\]`)

var (
	longValue = regexp.MustCompile(`((?:\pL|\.){20})(?:\pL|\.){20,}`)
	// An object is quoted as a whole, up to 1.33 with addresses in memory, which differ from run to run.
	quotedObject = regexp.MustCompile(`: (?:core\.\w+)?\{.*\}`)
)

// shorten cuts the long values that a message quotes.
func shorten(message string) string {
	return quotedObject.ReplaceAllString(longValue.ReplaceAllString(message, "$1…"), ": {…}")
}
