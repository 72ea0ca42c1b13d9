package main

import (
	"encoding/json"
	"regexp"
	"sort"
	"strconv"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/component-helpers/scheduling/corev1/nodeaffinity"
)

// affinityVerdict says on which nodes the scheduler lets a pod run.
type affinityVerdict struct {
	ID    string `json:"id"`
	Nodes nodes  `json:"nodes"`
}

type nodes struct {
	// Windows and Linux say whether there is such a node.
	Windows bool `json:"windows"`
	Linux   bool `json:"linux"`
	// Builds are those of the Windows nodes.
	Builds []string `json:"builds"`
}

const (
	osLabel     = "kubernetes.io/os"
	betaOSLabel = "beta.kubernetes.io/os"
	buildLabel  = "node.kubernetes.io/windows-build"
)

// aBuild is what a kubelet on Windows writes into the label.
var aBuild = regexp.MustCompile(`^10\.0\.\d+$`)

// windowsBuilds are the builds of Windows Server with containers; the last one stands for any other.
var windowsBuilds = []string{"10.0.17763", "10.0.20348", "10.0.26100", "10.0.99999"}

func affinityAnswer(one manifest) (any, error) {
	text, err := json.Marshal(one.Object)
	if err != nil {
		return nil, err
	}
	var pod corev1.Pod
	if err := json.Unmarshal(text, &pod); err != nil {
		return nil, err
	}
	asked := candidatesOf(&pod)
	runsOnBuild := func(build string) bool {
		labels := osLabels("windows")
		labels[buildLabel] = build
		return runsOnSome(&pod, labels, asked)
	}
	found := nodes{Linux: runsOnSome(&pod, osLabels("linux"), asked), Builds: []string{}}
	for _, build := range windowsBuilds {
		if runsOnBuild(build) {
			found.Windows = true
			found.Builds = append(found.Builds, build)
		}
	}
	for _, build := range asked.values[buildLabel] {
		found.Windows = found.Windows || (aBuild.MatchString(build) && runsOnBuild(build))
	}
	return affinityVerdict{ID: one.ID, Nodes: found}, nil
}

func osLabels(name string) map[string]string {
	return map[string]string{osLabel: name, betaOSLabel: name}
}

// candidates are the values of each label, and the names of nodes, that can make a difference to a pod.
type candidates struct {
	values map[string][]string
	names  []string
}

// runsOnSome says whether the pod may run on some node with these labels, whatever its name and its other labels.
func runsOnSome(pod *corev1.Pod, labels map[string]string, asked candidates) bool {
	required := nodeaffinity.GetRequiredNodeAffinity(pod)
	keys := []string{}
	for key := range asked.values {
		if key != osLabel && key != betaOSLabel && key != buildLabel {
			keys = append(keys, key)
		}
	}
	var tryFrom func(int) bool
	tryFrom = func(next int) bool {
		if next < len(keys) {
			key := keys[next]
			for _, value := range asked.values[key] {
				labels[key] = value
				if tryFrom(next + 1) {
					return true
				}
			}
			delete(labels, key)
			return tryFrom(next + 1)
		}
		for _, name := range asked.names {
			node := &corev1.Node{ObjectMeta: metav1.ObjectMeta{Name: name, Labels: labels}}
			// An error is an expression that the scheduler cannot read: the pod stays pending.
			if fits, err := required.Match(node); err == nil && fits {
				return true
			}
		}
		return false
	}
	return tryFrom(0)
}

func candidatesOf(pod *corev1.Pod) candidates {
	values := map[string]map[string]bool{}
	names := map[string]bool{"some-node": true}
	add := func(key string, mentioned ...string) {
		if values[key] == nil {
			values[key] = map[string]bool{"some-value": true}
		}
		for _, one := range mentioned {
			values[key][one] = true
			if number, err := strconv.ParseInt(one, 10, 64); err == nil {
				values[key][strconv.FormatInt(number-1, 10)] = true
				values[key][strconv.FormatInt(number+1, 10)] = true
			}
		}
	}
	for key, value := range pod.Spec.NodeSelector {
		add(key, value)
	}
	for _, term := range requiredTerms(pod) {
		for _, expression := range term.MatchExpressions {
			add(expression.Key, expression.Values...)
		}
		for _, field := range term.MatchFields {
			for _, name := range field.Values {
				names[name] = true
			}
		}
	}
	result := candidates{values: map[string][]string{}, names: sorted(names)}
	for key, set := range values {
		for _, value := range sorted(set) {
			// No node has a label that the API server rejects, such as a negative number.
			if len(validation.IsValidLabelValue(value)) == 0 {
				result.values[key] = append(result.values[key], value)
			}
		}
	}
	return result
}

func requiredTerms(pod *corev1.Pod) []corev1.NodeSelectorTerm {
	affinity := pod.Spec.Affinity
	if affinity == nil || affinity.NodeAffinity == nil || affinity.NodeAffinity.RequiredDuringSchedulingIgnoredDuringExecution == nil {
		return nil
	}
	return affinity.NodeAffinity.RequiredDuringSchedulingIgnoredDuringExecution.NodeSelectorTerms
}

func sorted(set map[string]bool) []string {
	list := []string{}
	for one := range set {
		list = append(list, one)
	}
	sort.Strings(list)
	return list
}
