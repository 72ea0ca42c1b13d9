import { nameKey } from '../kubernetes/fact-keys.ts';
import { isKustomizationName } from '../kubernetes/kustomization.ts';
import { dependsOnName } from '../kubernetes/kustomize-names.ts';
import { isSameName, mayShareNamespace, type ObjectName } from '../kubernetes/name-occurrences.ts';
import { isObjectName } from '../kubernetes/object.ts';
import { keyed, ofKind } from '../kubernetes/questions.ts';
import { LineIndex } from '../text/line-index.ts';
import { t } from '../text/localize.ts';
import { isPacked } from '../workspace/chart-files.ts';
import { decodePath } from '../workspace/uri.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { REFUSALS } from '../yaml/edit/patch.ts';
import type { ProtocolContext } from './diagnostic.ts';
import { documentsOf, type FoundName, namesIn, type SearchedDocument, type SearchedFile } from './name-search.ts';
import { isTemplateOfChart } from './refactoring.ts';

// Why an object is not renamed. Each reason is a sentence for the user.

/** What is renamed. */
export interface Renaming {
  readonly target: ObjectName;
  readonly newName: string;
  /** The names that Kustomize files make of the name, with their prefixes and suffixes. */
  readonly builtNames: readonly string[];
}

/** Names of objects that Kubernetes creates in each namespace. */
const OF_KUBERNETES: readonly string[] = ['ServiceAccount default', 'ConfigMap kube-root-ca.crt'];

/** What is to be known before a search; a sentence if the name of the object cannot change to the new one. */
export function renamingOf(
  target: ObjectName,
  newName: string,
  uri: string,
  { workspace }: ProtocolContext,
): Renaming | string {
  const { kind, name, namespace } = target;
  if (!isObjectName(newName)) {
    return t`\`${newName}\` is not a valid name: use at most 253 lowercase letters, digits, \`-\` and \`.\`, and begin and end each part with a letter or digit.`;
  }
  if (OF_KUBERNETES.includes(`${kind} ${name}`))
    return t`Kubernetes creates the ${kind} \`${name}\` in each namespace.`;
  const facts = workspace.factsFor(uri);
  const objectsNamed = (wanted: string) => facts.ask(keyed(kind, nameKey(wanted)));
  if (objectsNamed(newName).some((object) => mayShareNamespace(object.namespace, namespace))) {
    return t`The ${kind} \`${newName}\` exists already.`;
  }
  const builtNames = new Set<string>();
  for (const { prefix, suffix } of facts.ask(ofKind('Kustomization'))) {
    if (prefix === '' && suffix === '') continue;
    builtNames.add(`${prefix}${name}${suffix}`);
    const isBuilt = name.startsWith(prefix) && name.endsWith(suffix);
    const source = name.slice(prefix.length, name.length - suffix.length);
    if (isBuilt && objectsNamed(source).length > 0) return t`Kustomize builds \`${name}\` from \`${source}\`.`;
  }
  return { target, newName, builtNames: [...builtNames] };
}

/** Why a file that may contain the name cannot be changed, as far as this does not depend on the new name. */
export function obstacleIn(
  file: SearchedFile,
  target: ObjectName,
  documents: readonly SearchedDocument[],
  protocol: ProtocolContext,
): string | undefined {
  const { uri } = file;
  if (isPacked(uri) || isTemplateOfChart(file, protocol.workspace)) {
    return [file, ...renderedTexts(uri, target.name, protocol.workspace)].some(
      (text) => sameNamesIn(text, target, protocol).length > 0,
    )
      ? t`\`${pathOf(uri, protocol)}\` uses this name, and Kubewin does not rename in Helm charts.`
      : undefined;
  }
  return documents.some(({ document }) => document.errors.length > 0)
    ? cannotChange(uri, REFUSALS.broken, protocol)
    : undefined;
}

/** What Helm makes of a template. If no rendered text of its chart is kept, the chart is rendered if it has the name. */
function renderedTexts(uri: string, name: string, workspace: Workspace): SearchedFile[] {
  const charts = workspace.chartsWith(uri);
  const kept = workspace.charts.renderedWith(uri).filter(({ template }) => template === uri);
  const mayContain = () => charts.some(({ files }) => [...files.values()].some((text) => text.includes(name)));
  const once = kept.length === 0 && mayContain() ? workspace.rendered(uri) : undefined;
  return [...kept, ...(once !== undefined && 'text' in once ? [once] : [])].map((template) => {
    const { text } = template.text;
    return { uri: template.uri, text, lines: new LineIndex(text) };
  });
}

/** Why a name cannot be changed that a file contains in a form that is more than a name of the object. */
export function dependencyIn(
  file: SearchedFile,
  { target, newName, builtNames }: Renaming,
  names: readonly FoundName[],
  protocol: ProtocolContext,
): string | undefined {
  const path = pathOf(file.uri, protocol);
  if (names.some(({ occurrence }) => occurrence.isShared && isSameName(occurrence, target))) {
    return t`A role in \`${path}\` uses this name for several kinds of objects.`;
  }
  const mayContain = file.text.includes(target.name);
  const built = mayContain
    ? builtNames.find((name) => sameNamesIn(file, { ...target, name }, protocol).length > 0)
    : undefined;
  if (built !== undefined) return t`Kustomize builds \`${built}\` from this name, and \`${path}\` uses it.`;
  const isKustomize = isKustomizationName(file.uri.slice(file.uri.lastIndexOf('/') + 1));
  const mayBePatch = mayContain && /\bop\b/.test(file.text);
  if (!isKustomize && !mayBePatch && !file.text.includes('kustomize.config.k8s.io/')) return undefined;
  const { embeddedPods } = protocol.workspace.settingsOf(file.uri);
  const renaming = { target, newName, configured: embeddedPods };
  return documentsOf(file, () => true, protocol).some(({ document }) => dependsOnName(document, renaming))
    ? t`\`${path}\` uses this name for Kustomize, and Kubewin does not rename there.`
    : undefined;
}

/** Why it is unknown which of the names mean the object. */
export function ambiguity(names: readonly FoundName[], { name }: ObjectName): string | undefined {
  const namespaces = [...new Set(names.map(({ occurrence }) => occurrence.namespace))];
  const known = namespaces.filter((namespace) => namespace !== null);
  if (known.length < 2 || known.length === namespaces.length) return undefined;
  const [first, second] = known.toSorted();
  return t`\`${name}\` is in the namespaces \`${first}\` and \`${second}\`, and not all places name theirs.`;
}

/** That a file cannot be changed, and why. */
export function cannotChange(uri: string, reason: string, protocol: ProtocolContext): string {
  return t`\`${pathOf(uri, protocol)}\` cannot be changed: ${t(reason)}`;
}

/** The path of a file in its workspace folder. */
function pathOf(uri: string, { workspace }: ProtocolContext): string {
  return decodePath(uri.slice(workspace.folderOf(uri).length + 1));
}

function sameNamesIn(file: SearchedFile, target: ObjectName, protocol: ProtocolContext): FoundName[] {
  return namesIn(file, target, protocol).filter(({ occurrence }) => isSameName(occurrence, target));
}
