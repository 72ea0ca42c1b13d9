package main

import (
	"encoding/json"
	"sort"
	"strconv"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
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
	found := nodes{Linux: runsOnSome(&pod, osLabels("linux")), Builds: []string{}}
	for _, build := range windowsBuilds {
		labels := osLabels("windows")
		labels[buildLabel] = build
		if runsOnSome(&pod, labels) {
			found.Windows = true
			found.Builds = append(found.Builds, build)
		}
	}
	return affinityVerdict{ID: one.ID, Nodes: found}, nil
}

func osLabels(name string) map[string]string {
	return map[string]string{osLabel: name, betaOSLabel: name}
}

// runsOnSome says whether the pod may run on some node with these labels, whatever its name and its other labels.
func runsOnSome(pod *corev1.Pod, labels map[string]string) bool {
	required := nodeaffinity.GetRequiredNodeAffinity(pod)
	values, names := candidates(pod)
	keys := []string{}
	for key := range values {
		if key != osLabel && key != betaOSLabel && key != buildLabel {
			keys = append(keys, key)
		}
	}
	sort.Strings(keys)
	var tryFrom func(int) bool
	tryFrom = func(next int) bool {
		if next < len(keys) {
			key := keys[next]
			for _, value := range values[key] {
				labels[key] = value
				if tryFrom(next + 1) {
					return true
				}
			}
			delete(labels, key)
			return tryFrom(next + 1)
		}
		for _, name := range names {
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

// candidates lists the values of each label, and the names of nodes, that can make a difference to a pod.
func candidates(pod *corev1.Pod) (map[string][]string, []string) {
	values := map[string][]string{}
	names := []string{"some-node"}
	add := func(key string, mentioned ...string) {
		values[key] = append(values[key], "some-value")
		for _, one := range mentioned {
			values[key] = append(values[key], one)
			if number, err := strconv.ParseInt(one, 10, 64); err == nil {
				values[key] = append(values[key], strconv.FormatInt(number-1, 10), strconv.FormatInt(number+1, 10))
			}
		}
	}
	for key, value := range pod.Spec.NodeSelector {
		add(key, value)
	}
	affinity := pod.Spec.Affinity
	if affinity == nil || affinity.NodeAffinity == nil || affinity.NodeAffinity.RequiredDuringSchedulingIgnoredDuringExecution == nil {
		return values, names
	}
	for _, term := range affinity.NodeAffinity.RequiredDuringSchedulingIgnoredDuringExecution.NodeSelectorTerms {
		for _, expression := range term.MatchExpressions {
			add(expression.Key, expression.Values...)
		}
		for _, field := range term.MatchFields {
			names = append(names, field.Values...)
		}
	}
	return values, names
}
