package main

import (
	"encoding/json"
	"sort"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
)

// podVerdict is what a release says of a manifest that holds a pod.
type podVerdict struct {
	ID string `json:"id"`
	// Causes are those that vanish when `os` and every `windowsOptions` are taken out of the manifest.
	Causes []cause `json:"causes"`
	// Others are the remaining fields that are rejected: for reasons that do not vanish.
	Others      []string    `json:"others,omitempty"`
	PodSecurity podSecurity `json:"podSecurity"`
}

// cause is a reason for which the API server rejects a manifest, as its answer lists them.
type cause struct {
	Type    string `json:"type"`
	Field   string `json:"field"`
	Message string `json:"message"`
}

func podAnswer(one manifest) (any, error) {
	object, err := decode(one.Object)
	if err != nil {
		return nil, err
	}
	causes, err := create(object)
	if err != nil {
		return nil, err
	}
	security, err := askPodSecurity(one.Object)
	if err != nil {
		return nil, err
	}
	stripped, err := decode(withoutWindows(one.Object))
	if err != nil {
		return nil, err
	}
	otherCauses, err := create(stripped)
	if err != nil {
		return nil, err
	}
	vanishing, others := divide(causes, otherCauses)
	return podVerdict{ID: one.ID, Causes: vanishing, Others: others, PodSecurity: security}, nil
}

// decode makes the defaulted internal object of a manifest, as the API server does.
func decode(object map[string]any) (runtime.Object, error) {
	text, err := json.Marshal(object)
	if err != nil {
		return nil, err
	}
	return runtime.Decode(legacyscheme.Codecs.UniversalDecoder(), text)
}

// withoutWindows copies a manifest and leaves out `windowsOptions` everywhere and the `os` of the pod, the only field
// of this name that is not a string.
func withoutWindows(object map[string]any) map[string]any {
	return copyWithoutWindows(object).(map[string]any)
}

func copyWithoutWindows(value any) any {
	switch value := value.(type) {
	case map[string]any:
		result := map[string]any{}
		for key, child := range value {
			_, isText := child.(string)
			if key != "windowsOptions" && (key != "os" || isText) {
				result[key] = copyWithoutWindows(child)
			}
		}
		return result
	case []any:
		result := make([]any, len(value))
		for i, child := range value {
			result[i] = copyWithoutWindows(child)
		}
		return result
	default:
		return value
	}
}

// divide lists the causes that are not among those of the manifest without Windows, and the fields that only others name.
func divide(causes, withoutWindows []cause) (vanishing []cause, others []string) {
	remains, isListed := map[cause]bool{}, map[string]bool{}
	for _, one := range withoutWindows {
		remains[one] = true
	}
	vanishing = []cause{}
	for _, one := range causes {
		if !remains[one] {
			vanishing = append(vanishing, one)
			isListed[one.Field] = true
		}
	}
	for _, one := range causes {
		if !isListed[one.Field] {
			others = append(others, one.Field)
			isListed[one.Field] = true
		}
	}
	sort.Strings(others)
	return vanishing, others
}
