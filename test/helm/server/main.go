// Command helm renders charts with the engine of Helm.
//
//	helm render < charts   the rendered templates of each chart, or why Helm does not render it
//	helm create            the files of the chart that `helm create example` writes
//
// Each line of the input is a JSON object, and each line of the output is one answer, in the same order.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"log"
	"os"
	"path"
	"path/filepath"
	"sort"
	"strings"

	"helm.sh/helm/v3/pkg/chart"
	"helm.sh/helm/v3/pkg/chart/loader"
	"helm.sh/helm/v3/pkg/chartutil"
	"helm.sh/helm/v3/pkg/engine"
	"helm.sh/helm/v3/pkg/strvals"
)

// question is a chart with everything that its output depends on.
type question struct {
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

// answer has the templates by their paths. Those that fail are in Errors; Error is that of the whole chart.
type answer struct {
	Templates map[string]string `json:"templates,omitempty"`
	Errors    map[string]string `json:"errors,omitempty"`
	Error     string            `json:"error,omitempty"`
}

func main() {
	log.SetOutput(io.Discard)
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("expected render or create")
	}
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	switch args[0] {
	case "create":
		files, err := create()
		if err != nil {
			return err
		}
		return encoder.Encode(files)
	case "render":
		lines := bufio.NewScanner(os.Stdin)
		lines.Buffer(nil, 1<<28)
		for lines.Scan() {
			var asked question
			if err := json.Unmarshal(lines.Bytes(), &asked); err != nil {
				return err
			}
			if err := encoder.Encode(render(asked)); err != nil {
				return err
			}
		}
		return lines.Err()
	}
	return fmt.Errorf("unknown command %s", args[0])
}

// render renders all templates at once. If this fails, it renders each by itself, to find those that fail.
func render(asked question) answer {
	templates, err := renderOnly(asked, "")
	if err == nil {
		return answer{Templates: templates}
	}
	result := answer{Templates: map[string]string{}, Errors: map[string]string{}}
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
		if isTemplate && !strings.HasPrefix(path.Base(name), "_") {
			names = append(names, name)
		}
	}
	sort.Strings(names)
	return names
}

// renderOnly renders the chart with one of its templates and the partials; without a name, with all of its templates.
func renderOnly(asked question, only string) (map[string]string, error) {
	var files []*loader.BufferedFile
	for name, text := range asked.Files {
		files = append(files, &loader.BufferedFile{Name: name, Data: []byte(text)})
	}
	sort.Slice(files, func(i, j int) bool { return files[i].Name < files[j].Name })
	loaded, err := loader.LoadFiles(files)
	if err != nil {
		return nil, err
	}
	values := map[string]interface{}{}
	for _, text := range asked.Values {
		next, err := chartutil.ReadValues([]byte(text))
		if err != nil {
			return nil, err
		}
		values = mergeMaps(values, next)
	}
	for _, assignment := range asked.Assignments {
		if err := strvals.ParseInto(assignment, values); err != nil {
			return nil, err
		}
	}
	if err := chartutil.ProcessDependenciesWithMerge(loaded, values); err != nil {
		return nil, err
	}
	capabilities := chartutil.DefaultCapabilities.Copy()
	if asked.KubeVersion != "" {
		version, err := chartutil.ParseKubeVersion(asked.KubeVersion)
		if err != nil {
			return nil, err
		}
		capabilities.KubeVersion = *version
	}
	if asked.APIVersions != nil {
		capabilities.APIVersions = asked.APIVersions
	}
	options := chartutil.ReleaseOptions{Name: asked.Release.Name, Namespace: asked.Release.Namespace, Revision: 1, IsInstall: true}
	prepared, err := chartutil.ToRenderValuesWithSchemaValidation(loaded, values, options, capabilities, true)
	if err != nil {
		return nil, err
	}
	if only != "" {
		keepOnly(loaded, "", only)
	}
	rendered, err := engine.Engine{}.Render(loaded, prepared)
	if err != nil {
		return nil, err
	}
	result := map[string]string{}
	for name, text := range rendered {
		result[strings.TrimPrefix(name, loaded.Name()+"/")] = text
	}
	return result, nil
}

// mergeMaps merges values as the command line of Helm does: pkg/cli/values/options.go.
func mergeMaps(a, b map[string]interface{}) map[string]interface{} {
	out := make(map[string]interface{}, len(a))
	for key, value := range a {
		out[key] = value
	}
	for key, value := range b {
		if table, ok := value.(map[string]interface{}); ok {
			if before, ok := out[key].(map[string]interface{}); ok {
				out[key] = mergeMaps(before, table)
				continue
			}
		}
		out[key] = value
	}
	return out
}

// keepOnly removes all templates of a chart and its dependencies but the partials and the one with a path.
func keepOnly(loaded *chart.Chart, prefix, only string) {
	var kept []*chart.File
	for _, file := range loaded.Templates {
		if prefix+file.Name == only || strings.HasPrefix(path.Base(file.Name), "_") {
			kept = append(kept, file)
		}
	}
	loaded.Templates = kept
	for _, dependency := range loaded.Dependencies() {
		keepOnly(dependency, prefix+"charts/"+dependency.Name()+"/", only)
	}
}

// create returns the files of a new chart by their paths.
func create() (map[string]string, error) {
	folder, err := os.MkdirTemp("", "kubewin-helm-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	root, err := chartutil.Create("example", folder)
	if err != nil {
		return nil, err
	}
	files := map[string]string{}
	err = filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(root, name)
		files[filepath.ToSlash(relative)] = string(text)
		return err
	})
	return files, err
}
