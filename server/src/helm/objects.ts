import type { Chart } from './chart.ts';
import { textAt } from './chart.ts';
import type { HelmRelease } from './helm-release.ts';
import { NOWHERE, type Source } from './source.ts';
import { SourcedText } from './sourced-text.ts';
import { bool, dict, type Entry, entries, list, NIL, type Special, text, unknown, type Value } from './value.ts';

/** What templates read of the release; by default, its name and namespace are unknown. */
export interface Release {
  readonly name: string;
  readonly namespace: string;
}

/** `.Release`. Its name and namespace are placeholders: actions that write them remain. */
export function releaseObject(release: Release | undefined): Value {
  const known = (value: string) => text(SourcedText.made(value, NOWHERE));
  const placeholder = (name: string) => text(SourcedText.hole(`{{ .Release.${name} }}`, NOWHERE, true));
  const open = (name: string) => unknown(SourcedText.hole(`{{ .Release.${name} }}`, NOWHERE));
  return dict(
    entries({
      Name: release === undefined ? placeholder('Name') : known(release.name),
      Namespace: release === undefined ? placeholder('Namespace') : known(release.namespace),
      Service: known('Helm'),
      IsInstall: open('IsInstall'),
      IsUpgrade: open('IsUpgrade'),
      Revision: open('Revision'),
    }),
  );
}

/** `.Chart`: the struct `chart.Metadata`, or from Helm 4 on a map of its fields. */
export function chartObject({ metadata, name }: Chart, isRoot: boolean, release: HelmRelease): Special {
  const type = release === 3 ? 'struct { chart.Metadata; IsRoot bool }' : 'map[string]interface {}';
  return struct(type, (field) => {
    if (field === 'IsRoot') return bool(isRoot);
    const key = CHART_FIELDS.get(field);
    if (key === undefined) return release === 3 ? undefined : NIL;
    const entry = metadata.entries.get(key);
    if (field === 'Annotations') return annotations(entry?.value);
    if (field === 'Keywords' || field === 'Sources') return entry?.value.kind === 'list' ? entry.value : list([]);
    if (!CHART_TEXTS.includes(field)) return 'unknown';
    if (field === 'Name') return text(SourcedText.made(name, entry?.value.at ?? NOWHERE), entry?.value.at);
    if (entry?.value.kind === 'text') return entry.value;
    return text(SourcedText.made(textAt(metadata, key), entry?.value.at ?? NOWHERE), entry?.value.at);
  });
}

function annotations(value: Value | undefined): Value {
  const own: readonly (readonly [string, Entry])[] = value?.kind === 'dict' ? [...value.entries] : [];
  return dict(own, 'map[string]string');
}

const CHART_TEXTS = [
  'Name',
  'Home',
  'Version',
  'Description',
  'Icon',
  'APIVersion',
  'Condition',
  'Tags',
  'AppVersion',
  'KubeVersion',
  'Type',
];
const CHART_FIELDS: ReadonlyMap<string, string> = new Map(
  [...CHART_TEXTS, 'Annotations', 'Keywords', 'Sources', 'Maintainers', 'Deprecated', 'Dependencies'].map((field) => {
    return [field, field === 'APIVersion' ? 'apiVersion' : field.replace(/^./, (first) => first.toLowerCase())];
  }),
);

/** `.Files`. Files that are not among those of the chart are unknown, because they need not be given. */
export function filesObject(files: ReadonlyMap<string, Source>): Special {
  return {
    ...struct('engine.files', (name, [path]) => {
      if (name !== 'Get' || path?.kind !== 'text') return 'unknown';
      const file = files.get(path.value.text);
      return file === undefined ? 'unknown' : text(SourcedText.exact(file, 0, file.text.length));
    }),
  };
}

/** A struct whose fields are made when they are read. */
export function struct(type: string, member: Special['member'], written?: string): Special {
  const made = written === undefined ? undefined : SourcedText.made(written, NOWHERE);
  return { kind: 'special', type, at: undefined, member, text: made };
}
