import { type EmbeddedPods, PRESETS } from '../../kubernetes/embedded-pods.ts';
import { OBJECT_GROUPS } from '../../kubernetes/object-fact.ts';
import { WORKLOAD_KINDS } from '../../kubernetes/workloads.ts';
import type { Rule } from '../rule.ts';

/** A kind of objects; the core API group is empty. */
export interface GroupKind {
  readonly group: string;
  readonly kind: string;
}

/**
 * The kinds of objects that rules check, or from which they draw conclusions: all but Secrets, which are not asked for. Of a
 * ConfigMap, only the keys are read.
 */
export function readKinds(rules: readonly Rule[], configured: EmbeddedPods): readonly GroupKind[] {
  const checked = rules.flatMap(({ objects = [] }) => objects.map(({ group, kind }) => ({ group, kind })));
  const asked = Object.entries(OBJECT_GROUPS).map(([kind, group]) => ({ group, kind }));
  const custom = [...PRESETS, ...Object.keys(configured)].map((id) => {
    const [group = '', kind = ''] = id.split('/');
    return { group, kind };
  });
  const all = [...asked, ...checked, ...WORKLOAD_KINDS, ...custom].filter(({ kind }) => kind !== 'Secret');
  return [...new Map(all.map((found) => [`${found.group}/${found.kind}`, found])).values()];
}

/** Whether rules only look up objects of a kind. Services are a part of an application, too, and have its labels. */
export function isLookedUp({ group, kind }: GroupKind): boolean {
  return kind !== 'Service' && Object.entries(OBJECT_GROUPS).some(([known, own]) => known === kind && own === group);
}
