import { KUBERNETES_VERSIONS, type KubernetesVersion } from '../../server/src/kubernetes/version.ts';
import type { FieldPattern, Source } from '../../server/src/lint/rule.ts';

/** The watched fields of pods and of other objects. The three lists of containers are merged. */
export function shownFields(
  watches: readonly FieldPattern[],
  objects: readonly { readonly kind: string; readonly watches: readonly FieldPattern[] }[],
): string[] {
  const all = new Set(watches);
  const lists = (pattern: string) =>
    ['initContainers', 'ephemeralContainers'].filter((list) =>
      all.has(pattern.replace('spec.containers', `spec.${list}`)),
    );
  const inPods = watches.flatMap((pattern) => {
    if (pattern === 'spec') return ['the pod as a whole'];
    const others = pattern.startsWith('spec.containers') ? lists(pattern) : [];
    const stands = pattern.replace(/^spec\.(?:initContainers|ephemeralContainers)\b/, 'spec.containers');
    if (stands !== pattern && all.has(stands)) return [];
    return [
      `\`${pattern}\`${others.length === 0 ? '' : ` (and in ${others.map((other) => `\`${other}\``).join(', ')})`}`,
    ];
  });
  const inObjects = objects.flatMap(({ kind, watches }) =>
    watches.map((pattern) =>
      pattern === '' ? kind : `\`${pattern}\` of ${/^[AEIOU]/.test(kind) ? 'an' : 'a'} ${kind}`,
    ),
  );
  return [...new Set([...inPods, ...inObjects])];
}

/** A range of releases, both ends included: `1.24 and later`, `1.21 to 1.28`, `1.19 and earlier`, `1.20`, `all`. */
export function versionSpan(first: KubernetesVersion | undefined, last: KubernetesVersion | undefined): string {
  const isOpen = last === undefined || last === KUBERNETES_VERSIONS.at(-1);
  if (first === undefined || first === KUBERNETES_VERSIONS[0]) return isOpen ? 'all' : `${last} and earlier`;
  if (isOpen) return `${first} and later`;
  return first === last ? first : `${first} to ${last}`;
}

export function sourceLink({ title, url }: Source): string {
  return url === undefined ? title : `[${title}](${url})`;
}

/** A text in a cell of a table. */
export function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}

/** The anchor of a heading in GitHub and VS Code. */
export function slug(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
}
