import { objects } from '../kubernetes/object.ts';
import type { Span } from '../text/span.ts';
import type { Document } from '../yaml/read/document.ts';
import type { Field } from '../yaml/read/field.ts';

/** What installs a chart of a repository with values of its own. */
export interface ChartRelease {
  /** Such as `HelmRelease web`. */
  readonly name: string;
  /** Whether paths are relative to the folder of the file, and not to the root of the repository. */
  readonly isInFolder: boolean;
  /** The folder of the chart. */
  readonly chart: string;
  /** Values files. */
  readonly files: readonly string[];
  /** The values in the document itself, which override those of the files. */
  readonly values: Span | undefined;
  /** Assignments as of `--set`, which override all others. */
  readonly assignments: readonly string[];
}

/**
 * The charts that a document installs: as `HelmRelease` of Flux, as `Application` of Argo CD, or in a Kustomization. Without those
 * that have no values of their own, or values that are not known here, such as those of a ConfigMap.
 * https://fluxcd.io/flux/components/helm/helmreleases/, https://argo-cd.readthedocs.io/en/stable/user-guide/helm/,
 * https://kubectl.docs.kubernetes.io/references/kustomize/builtins/#_helmchartinflationgenerator_
 */
export function chartReleases(document: Document, isKustomization: boolean): readonly ChartRelease[] {
  if (document.template !== undefined || document.errors.length > 0) return [];
  if (isKustomization) return document.root === undefined ? [] : releasesOfKustomize(document.root);
  return objects(document).flatMap(({ field, kind, name, namespace }) => {
    const group = field.get('apiVersion')?.string?.split('/')[0];
    const spec = field.get('spec');
    if (spec === undefined || name === null) return [];
    const shown = `${kind} ${namespace === null ? '' : `${namespace}/`}${name}`;
    if (kind === 'HelmRelease' && group === 'helm.toolkit.fluxcd.io') return releaseOfFlux(spec, shown);
    if (kind !== 'Application' || group !== 'argoproj.io') return [];
    const sources = spec.get('sources')?.items() ?? [spec.get('source')];
    return sources.flatMap((source) => (source === undefined ? [] : releaseOfArgo(source, shown)));
  });
}

function releaseOfFlux(spec: Field, name: string): ChartRelease[] {
  const source = spec.at('chart', 'spec');
  const chart = source?.get('chart')?.string;
  const kind = source?.at('sourceRef', 'kind')?.string ?? '';
  const hasOthers = (spec.get('valuesFrom')?.items() ?? []).length > 0;
  if (chart === undefined || !['GitRepository', 'Bucket'].includes(kind) || hasOthers) return [];
  const files = source?.get('valuesFiles')?.strings() ?? [];
  const values = mappingIn(spec.get('values'));
  return withValues({ name, isInFolder: false, chart, files, values, assignments: [] });
}

function releasesOfKustomize(root: Field): ChartRelease[] {
  const home = root.at('helmGlobals', 'chartHome')?.string ?? 'charts';
  return (root.get('helmCharts')?.items() ?? []).flatMap((item) => {
    const [chart, own, namespace] = ['name', 'releaseName', 'namespace'].map((key) => item.get(key)?.string);
    const inline = item.get('valuesInline');
    const others = item.get('additionalValuesFiles')?.strings() ?? [];
    // Files override the values in the document with the other ways to merge, and if there are more files than one.
    const isOverridden = (item.get('valuesMerge')?.string ?? 'override') !== 'override' || others.length > 0;
    if (chart === undefined || (inline !== undefined && (isOverridden || hasEmptyValue(inline)))) return [];
    const name = `helmCharts ${namespace === undefined ? '' : `${namespace}/`}${own ?? chart}`;
    const files = [item.get('valuesFile')?.string ?? [], others].flat();
    const values = mappingIn(inline);
    return withValues({ name, isInFolder: true, chart: `${home}/${chart}`, files, values, assignments: [] });
  });
}

/** Whether there is a value such as false or 0: it depends on the release of Kustomize whether it overrides others. */
function hasEmptyValue(field: Field): boolean {
  if (field.isMapping) return field.entries().some(([, child]) => hasEmptyValue(child));
  return field.isScalar ? ['', '0', 'false', 'null', '~'].includes(field.source ?? '') : field.items().length === 0;
}

function releaseOfArgo(source: Field, name: string): ChartRelease[] {
  const helm = source.get('helm');
  const chart = source.get('path')?.string;
  if (helm === undefined || chart === undefined || source.get('chart') !== undefined) return [];
  const inner = helm.get('valuesObject') ?? helm.get('values');
  const values = inner?.isScalar ? textIn(inner) : mappingIn(inner);
  const names = helm.get('valueFiles')?.strings() ?? [];
  const assignments = (helm.get('parameters')?.items() ?? []).map(assignmentOf);
  const isKnown =
    (helm.get('fileParameters')?.items() ?? []).length === 0 &&
    (inner === undefined || inner.source === '' || values !== undefined) &&
    !names.some((file) => /^\$|^\w+:/.test(file)) &&
    !assignments.includes(undefined);
  if (!isKnown) return [];
  const files = names.map((file) => (file.startsWith('/') ? file.slice(1) : `${chart}/${file}`));
  const known = assignments.filter((own) => own !== undefined);
  return withValues({ name, isInFolder: false, chart, files, values, assignments: known });
}

function withValues(release: ChartRelease): ChartRelease[] {
  const { files, values, assignments } = release;
  return files.length > 0 || values !== undefined || assignments.length > 0 ? [release] : [];
}

/** A parameter as `cleanSetParameters` of argo-cd `util/helm/cmd.go` passes it to `--set`; undefined if it is another flag. */
function assignmentOf(parameter: Field): string | undefined {
  const [name, value] = ['name', 'value'].map((key) => parameter.get(key)?.string);
  if (name === undefined || value === undefined) return undefined;
  if (parameter.get('forceString')?.boolean === true && TYPED.test(value)) return undefined;
  return `${name}=${/^\{.*\}$/s.test(value) ? value : value.replaceAll(/(?<!\\),/g, '\\,')}`;
}

/** What `--set` does not read as a string. */
const TYPED = /^(?:true|false|null|[+-]?\d+|\{.*\})$/is;

function mappingIn(field: Field | undefined): Span | undefined {
  return field?.isMapping && field.entries().length > 0 ? field.valueSpan : undefined;
}

/** The lines of a block scalar that keeps line breaks. */
function textIn({ raw, valueSpan: { start, end } }: Field): Span | undefined {
  const [header = ''] = /^\|[-+]?[^\S\n]*(?:#.*)?\r?\n/.exec(raw) ?? [];
  return header === '' ? undefined : { start: start + header.length, end };
}
