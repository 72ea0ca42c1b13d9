// Package charts has what all releases of Helm are asked, and what they answer.
package charts

import (
	"os"
	"path"
	"path/filepath"
	"sort"
	"strings"
)

// Question is a chart with everything that its output depends on.
type Question struct {
	Files       map[string]string `json:"files"`
	Values      []string          `json:"values"`
	Assignments []string          `json:"assignments"`
	KubeVersion string            `json:"kubernetesVersion"`
	APIVersions []string          `json:"apiVersions"`
	Release     struct {
		Name      string `json:"name"`
		Namespace string `json:"namespace"`
	} `json:"release"`
}

// Answer has the templates by their paths. Those that fail are in Errors; Error is that of the whole chart.
type Answer struct {
	Templates map[string]string `json:"templates,omitempty"`
	Errors    map[string]string `json:"errors,omitempty"`
	Error     string            `json:"error,omitempty"`
}

// Render renders all templates at once. If this fails, it renders each by itself, to find those that fail. renderOnly renders
// one template with the partials, or without a name all templates.
func Render(asked Question, renderOnly func(asked Question, only string) (map[string]string, error)) Answer {
	templates, err := renderOnly(asked, "")
	if err == nil {
		return Answer{Templates: templates}
	}
	result := Answer{Templates: map[string]string{}, Errors: map[string]string{}}
	for _, name := range templateNames(asked.Files) {
		templates, own := renderOnly(asked, name)
		if own != nil {
			result.Errors[name] = own.Error()
		}
		for name, text := range templates {
			result.Templates[name] = text
		}
	}
	if len(result.Templates) == 0 && len(result.Errors) == 0 {
		result.Error = err.Error()
	}
	return result
}

// templateNames are the paths of all templates that are not partials.
func templateNames(files map[string]string) []string {
	var names []string
	for name := range files {
		isTemplate := strings.HasPrefix(name, "templates/") || strings.Contains(name, "/templates/")
		if isTemplate && !IsPartial(name) {
			names = append(names, name)
		}
	}
	sort.Strings(names)
	return names
}

// IsPartial tells whether a template only defines others.
func IsPartial(name string) bool {
	return strings.HasPrefix(path.Base(name), "_")
}

// MergeMaps merges values as the command line of Helm does: pkg/cli/values/options.go.
func MergeMaps(a, b map[string]any) map[string]any {
	out := make(map[string]any, len(a))
	for key, value := range a {
		out[key] = value
	}
	for key, value := range b {
		if table, ok := value.(map[string]any); ok {
			if before, ok := out[key].(map[string]any); ok {
				out[key] = MergeMaps(before, table)
				continue
			}
		}
		out[key] = value
	}
	return out
}

// Sorted are the paths of files in their order.
func Sorted(files map[string]string) []string {
	var names []string
	for name := range files {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}

// WithFolder writes the files of a chart to a folder, which exists only while a function uses it.
func WithFolder(files map[string]string, use func(folder string) error) error {
	folder, err := os.MkdirTemp("", "kubewin-helm-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	for name, text := range files {
		target := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(target, []byte(text), 0o644); err != nil {
			return err
		}
	}
	return use(folder)
}
