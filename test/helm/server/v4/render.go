// Package v4 renders charts with the engine of Helm 4.
package v4

import (
	"strings"

	"helm.sh/helm/v4/pkg/chart/common"
	"helm.sh/helm/v4/pkg/chart/common/util"
	"helm.sh/helm/v4/pkg/chart/loader/archive"
	chart "helm.sh/helm/v4/pkg/chart/v2"
	"helm.sh/helm/v4/pkg/chart/v2/loader"
	chartutil "helm.sh/helm/v4/pkg/chart/v2/util"
	"helm.sh/helm/v4/pkg/engine"
	"helm.sh/helm/v4/pkg/ignore"
	"helm.sh/helm/v4/pkg/strvals"

	"kubewin/helm/charts"
)

// RenderOnly renders the chart with one of its templates and the partials; without a name, with all of its templates.
func RenderOnly(asked charts.Question, only string) (map[string]string, error) {
	loaded, err := load(asked.Files)
	if err != nil {
		return nil, err
	}
	values := map[string]any{}
	for _, text := range asked.Values {
		next, err := common.ReadValues([]byte(text))
		if err != nil {
			return nil, err
		}
		values = charts.MergeMaps(values, next)
	}
	for _, assignment := range asked.Assignments {
		if err := strvals.ParseInto(assignment, values); err != nil {
			return nil, err
		}
	}
	if err := chartutil.ProcessDependencies(loaded, values); err != nil {
		return nil, err
	}
	capabilities := common.DefaultCapabilities.Copy()
	if asked.KubeVersion != "" {
		version, err := common.ParseKubeVersion(asked.KubeVersion)
		if err != nil {
			return nil, err
		}
		capabilities.KubeVersion = *version
	}
	if asked.APIVersions != nil {
		capabilities.APIVersions = asked.APIVersions
	}
	options := common.ReleaseOptions{Name: asked.Release.Name, Namespace: asked.Release.Namespace, Revision: 1, IsInstall: true}
	prepared, err := util.ToRenderValuesWithSchemaValidation(loaded, values, options, capabilities, true)
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

// load loads a chart. Only what is loaded from a folder has files that are left out.
func load(files map[string]string) (*chart.Chart, error) {
	if _, ok := files[ignore.HelmIgnore]; ok {
		var loaded *chart.Chart
		err := charts.WithFolder(files, func(folder string) error {
			var err error
			loaded, err = loader.LoadDir(folder)
			return err
		})
		return loaded, err
	}
	var buffered []*archive.BufferedFile
	for _, name := range charts.Sorted(files) {
		buffered = append(buffered, &archive.BufferedFile{Name: name, Data: []byte(files[name])})
	}
	return loader.LoadFiles(buffered)
}

// keepOnly removes all templates of a chart and its dependencies but the partials and the one with a path.
func keepOnly(loaded *chart.Chart, prefix, only string) {
	var kept []*common.File
	for _, file := range loaded.Templates {
		if prefix+file.Name == only || charts.IsPartial(file.Name) {
			kept = append(kept, file)
		}
	}
	loaded.Templates = kept
	for _, dependency := range loaded.Dependencies() {
		keepOnly(dependency, prefix+"charts/"+dependency.Name()+"/", only)
	}
}
