import { type Controller, controllersAbove, mayBeSameUid, type Origin, originOf } from '../../kubernetes/controller.ts';
import { controllerKey, documentKey, nameKey } from '../../kubernetes/fact-keys.ts';
import type { PodFact, SharedFinding } from '../../kubernetes/facts.ts';
import type { KubeObject } from '../../kubernetes/object.ts';
import { defineFilter, type Facts, matching, named } from '../../kubernetes/questions.ts';
import type { Finding } from '../finding.ts';
import { WORST_FIRST } from '../rule-set/rule-list.ts';
import type { DocumentReport } from './report.ts';

// A cluster shows one mistake many times: in a Deployment, in each of its ReplicaSets and in their pods. It is reported where it
// can be corrected.

/** What a finding has in common with that in the controller of its object; undefined for one that no controller can have. */
export function sharedFinding({ object, rule, namedField, severity }: Finding): SharedFinding | undefined {
  if (object === undefined || namedField === undefined) return undefined;
  return { object: keyOf(object), rule, field: namedField, rank: WORST_FIRST.indexOf(severity) };
}

/**
 * A report without the findings that a controller of the object has as well, or another object of this controller before it. A
 * finding of a worse severity remains. Of a ReplicaSet without pods, none does if its controller is known.
 */
export function withoutControlled(report: DocumentReport, facts: Facts): DocumentReport {
  const controlled = new Map(
    report.workloads.flatMap(({ pod: { object } }) => {
      const origin = originOf(object);
      return origin.controller === undefined
        ? []
        : [[keyOf(object), () => relativesOf(object, origin, facts)] as const];
    }),
  );
  if (controlled.size === 0) return report;
  const known = new Map<string, Relatives>();
  const isReportedElsewhere = (finding: Finding) => {
    const shared = sharedFinding(finding);
    const find = shared && controlled.get(shared.object);
    if (shared === undefined || find === undefined) return false;
    const relatives = known.get(shared.object) ?? find();
    known.set(shared.object, relatives);
    return relatives === 'replaced' || relatives.some((other) => has(other, shared, facts));
  };
  const findings = report.findings.filter((finding) => !isReportedElsewhere(finding));
  return findings.length === report.findings.length ? report : { ...report, findings };
}

type ObjectName = Pick<KubeObject, 'kind' | 'name' | 'namespace'>;

function keyOf({ kind, name, namespace }: ObjectName): string {
  return `${kind} ${namespace ?? ''} ${name ?? ''}`;
}

/** The objects whose findings take precedence, or that an object is an earlier revision and does not count. */
type Relatives = readonly PodFact[] | 'replaced';

/** The controllers above an object, then the objects before it with the same controller. Those that run pods come first. */
function relativesOf({ kind, name, namespace }: ObjectName, origin: Origin, facts: Facts): Relatives {
  const { controller } = origin;
  if (controller === undefined) return [];
  const isOwn = (fact: PodFact) => fact.workload === kind && fact.name === name;
  const found = controllersAbove(origin, (above) => {
    const [fact] = facts.ask(matching(isObject, byOf(above), { namespace, keys: [nameKey(above.name)] }));
    return fact && { fact, controller: fact.origin.controller };
  }).map(({ fact }) => fact);
  // An object that names itself is not hidden by that.
  const above = found.some(isOwn) ? [] : found;
  if (above.length > 0 && origin.isUnused) return 'replaced';
  const keys = [controllerKey(controller)];
  const all = facts.ask(matching(isControlledBy, byOf(controller), { namespace, keys }));
  const siblings = [...all.filter((fact) => !fact.origin.isUnused), ...all.filter((fact) => fact.origin.isUnused)];
  return [...above, ...siblings.slice(0, Math.max(0, siblings.findIndex(isOwn)))];
}

type ByController = { readonly kind: string; readonly uid: string | undefined };

function byOf({ kind, uid }: Controller): ByController {
  return { kind, uid };
}

const isObject = defineFilter(
  'lint/engine/controlled isObject',
  'Pod',
  ({ workload, origin }, { kind, uid }: ByController) => workload === kind && mayBeSameUid(origin.uid, uid),
);

const isControlledBy = defineFilter(
  'lint/engine/controlled isControlledBy',
  'Pod',
  ({ origin: { controller } }, { kind, uid }: ByController) =>
    controller?.kind === kind && mayBeSameUid(controller.uid, uid),
);

/** Whether an object has a finding of the same rule at the same field of its pod, which is at least as severe. */
function has({ workload, name, namespace, location }: PodFact, shared: SharedFinding, facts: Facts): boolean {
  const key = keyOf({ kind: workload, name, namespace });
  const { findings = [] } = facts.ask(named('Findings', documentKey(location))) ?? {};
  return findings.some(
    ({ object, rule, field, rank }) =>
      object === key &&
      rule === shared.rule &&
      rank <= shared.rank &&
      (field === shared.field || field.endsWith(`.${shared.field}`)),
  );
}
