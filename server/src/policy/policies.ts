import type { KubernetesVersion } from '../kubernetes/version.ts';
import { isOff, outcomeOf, severityOf, userSeverity } from '../lint/effect.ts';
import type { Rule } from '../lint/rule.ts';
import { categoryOf, namesOf } from '../lint/settings/rule-names.ts';
import type { Settings } from '../lint/settings/settings.ts';
import { BETA_OS_LABEL, OS_LABEL, WINDOWS_BUILD_LABEL } from '../windows/node-constraint.ts';
import { type Condition, conditionsOn, merged } from './conditions.ts';
import type { Expression } from './expression.ts';
import { expressionOf } from './expressions/index.ts';
import { BUILDS_OF_IMAGES, imagesOf } from './images.ts';
import {
  CONTAINERS,
  HOST_BUILDS,
  IS_FOR_WINDOWS,
  IS_VIRTUAL,
  leaves,
  podMetadataOf,
  podSpecOf,
  requirementLists,
} from './pod-system.ts';

/** What the API server does with an object that a rule applies to. */
export const ACTIONS = ['warn', 'deny', 'audit'] as const;
export type Action = (typeof ACTIONS)[number];

/** The first release whose API has `ValidatingAdmissionPolicy` in version 1. */
export const OLDEST: KubernetesVersion = '1.30';

export interface PolicyOptions {
  readonly action: Action;
  /** Ids and categories; undefined for all rules whose severity is error or warning. */
  readonly rules: readonly string[] | undefined;
  readonly settings: Settings;
  /** The version of Kubewin. */
  readonly kubewin: string;
}

/** A ValidatingAdmissionPolicy; its binding has the same name. */
export interface Policy {
  readonly name: string;
  readonly matchConditions: readonly NamedExpression[];
  readonly variables: readonly NamedExpression[];
  readonly validations: readonly Validation[];
}

interface NamedExpression {
  readonly name: string;
  readonly expression: string;
}

interface Validation {
  readonly rule: string;
  readonly expression: string;
  readonly message: string;
  /** The variable with the names of the containers or volumes to which the rule applies; the message quotes them. */
  readonly names?: NamedExpression;
  readonly messageExpression?: string;
}

/** The policies for rules, in the order of their names. */
export function policiesFor(rules: readonly Rule[], options: PolicyOptions): Policy[] {
  const byName = new Map<string, Validation[]>();
  for (const rule of rules) {
    const validation = validationOf(rule, options);
    if (validation === undefined) continue;
    const name = policyName(rule);
    byName.set(name, [...(byName.get(name) ?? []), validation]);
  }
  return [...byName]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, validations]) => ({
      name,
      matchConditions: [
        { name: 'the-pod-is-new-or-changed', expression: IS_NEW },
        ...(name.endsWith(EVERY_POD) ? [] : [{ name: 'the-pod-is-for-windows', expression: FOR_WINDOWS }]),
      ],
      variables: variablesOf(validations, options.settings),
      validations,
    }));
}

/** One policy for the rules of a category, and one more for those that are not only about Windows pods. */
function policyName({ id, gate }: Rule): string {
  return `kubewin-${categoryOf(id)}${gate === 'any' || gate === 'linux' ? EVERY_POD : ''}`;
}

const EVERY_POD = '-every-pod';

/** An object that exists is asked about only when its pods change, so that it can still be scaled and deleted. */
const IS_NEW = `request.operation == "CREATE" || (${podSpecOf('object')}) != (${podSpecOf('oldObject')})`;
const FOR_WINDOWS = `[${podSpecOf('object')}].exists(spec, ${IS_FOR_WINDOWS})`;

const text = (value: unknown): string => JSON.stringify(value);
const BUILD = WINDOWS_BUILD_LABEL;
const OS_KEYS = [OS_LABEL, BETA_OS_LABEL, WINDOWS_BUILD_LABEL];

const HOST_PROCESS_OF = 'c.?securityContext.windowsOptions.hostProcess.orValue(variables.podHostProcess)';

/** In an order in which each knows those that it reads. */
const allVariables = (settings: Settings): readonly NamedExpression[] => [
  { name: 'spec', expression: podSpecOf('object') },
  { name: 'metadata', expression: podMetadataOf('object') },
  { name: 'declared', expression: 'variables.spec.?os.name.orValue("") == "windows"' },
  { name: 'containers', expression: CONTAINERS.replaceAll('spec.', 'variables.spec.') },
  {
    name: 'lasting',
    expression: 'variables.spec.?containers.orValue([]) + variables.spec.?initContainers.orValue([])',
  },
  { name: 'volumes', expression: 'variables.spec.?volumes.orValue([])' },
  {
    name: 'podHostProcess',
    expression: 'variables.spec.?securityContext.windowsOptions.hostProcess.orValue(false)',
  },
  { name: 'anyHostProcess', expression: `variables.containers.exists(c, ${HOST_PROCESS_OF})` },
  { name: 'allHostProcess', expression: `variables.containers.all(c, ${HOST_PROCESS_OF})` },
  {
    name: 'severalPods',
    expression:
      'dyn(object).kind == "DaemonSet" || (dyn(object).kind in ["Deployment", "ReplicaSet", "ReplicationController"] && ' +
      'dyn(object).?spec.replicas.orValue(1) > 1) || (dyn(object).kind in ["Job", "CronJob"] && ' +
      '[dyn(object).kind == "Job" ? dyn(object).spec : dyn(object).spec.jobTemplate.spec].exists(job, ' +
      'job.?completionMode.orValue("") != "Indexed" && job.?parallelism.orValue(1) > 1))',
  },
  { name: 'images', expression: imagesOf(settings) },
  { name: 'builds', expression: BUILDS_OF_IMAGES },
  // Of the containers that share the kernel of the node.
  {
    name: 'sharedBuilds',
    expression:
      'variables.builds.filter(image, image.os == "windows" && image.build != "" && ' +
      `!variables.containers.exists(c, c.name == image.name && ${HOST_PROCESS_OF}))`,
  },
  { name: 'requirements', expression: requirementLists('variables.spec') },
  { name: 'osRequirements', expression: `variables.requirements.map(all, all.filter(r, r.key in ${text(OS_KEYS)}))` },
  { name: 'withoutBuild', expression: `variables.requirements.map(all, all.filter(r, r.key != "${BUILD}"))` },
  { name: 'hostBuilds', expression: HOST_BUILDS },
  { name: 'isVirtual', expression: IS_VIRTUAL },
  { name: 'onWindows', expression: leaves('windows', 'variables.requirements') },
  { name: 'onLinux', expression: leaves('linux', 'variables.requirements') },
  {
    name: 'isForWindows',
    expression:
      '[variables.spec.?os.name.orValue("").lowerAscii()].exists(os, os == "windows" || (os != "linux" && ' +
      'variables.onWindows && (!variables.onLinux || variables.podHostProcess || variables.anyHostProcess)))',
  },
  {
    name: 'isForLinux',
    expression:
      '[variables.spec.?os.name.orValue("").lowerAscii()].exists(os, os == "linux" || (os != "windows" && ' +
      'variables.onLinux && !variables.onWindows))',
  },
];

/** The variables that some validation reads, itself or by another one. */
function variablesOf(validations: readonly Validation[], settings: Settings): NamedExpression[] {
  const names = validations.flatMap((one) => one.names ?? []);
  const isRead = new Set<string>();
  const note = (expression: string) => {
    for (const [, name = ''] of expression.matchAll(/variables\.(\w+)/g)) isRead.add(name);
    return true;
  };
  for (const { expression } of [...names, ...validations]) note(expression);
  const read = allVariables(settings)
    .toReversed()
    .filter(({ name, expression }) => isRead.has(name) && note(expression));
  return [...read.reverse(), ...names];
}

function validationOf(rule: Rule, options: PolicyOptions): Validation | undefined {
  const { settings, rules: chosen } = options;
  const expression = expressionOf(rule.id, settings);
  const isChosen = chosen?.some((name) => namesOf(rule).includes(name) && name.includes('/')) === true;
  if (expression === undefined || (chosen !== undefined && !namesOf(rule).some((name) => chosen.includes(name)))) {
    return undefined;
  }
  if (isOff(rule, settings) && !(isChosen && userSeverity(rule, settings) === undefined)) return undefined;
  const counts = countsWhere(rule, expression, settings, isChosen);
  if (counts === 'false') return undefined;
  const conditions = conditionsOf(rule, expression, counts);
  const [onPod] = conditions.filter(({ of }) => of === 'pod');
  const lists = conditions.filter(({ of }) => of !== 'pod');
  const names = rule.id.replace(/\W/g, '_');
  const [start, end] = [JSON.stringify(rule.title), JSON.stringify(`. ${sentence(rule)} (${rule.id})`)];
  const isNamed = `size(variables.${names}) > 0`;
  const kinds = new Set(lists.map(({ of }) => (of === 'image' ? 'container' : of)));
  const what = [...kinds].join(' or ');
  const places = `" (${what} " + variables.${names}.join(", ") + ")"`;
  return {
    rule: rule.id,
    expression: `!(${[onPod?.test, lists.length > 0 ? isNamed : undefined].filter(Boolean).join(' || ')})`,
    message: `${rule.title}. ${sentence(rule)} (${rule.id})`,
    ...(lists.length === 0
      ? {}
      : {
          names: {
            name: names,
            expression: lists
              .map(({ of, list, test }) => `${list}.filter(${of}, ${test}).map(${of}, ${of}.name)`)
              .join(' + '),
          },
          messageExpression: `${start} + ${onPod === undefined ? places : `(${isNamed} ? ${places} : "")`} + ${end}`,
        }),
  };
}

/** For which cases and pods the outcome of a rule is of those that count, as CEL. */
function countsWhere(rule: Rule, { cases = [] }: Expression, settings: Settings, isNamed: boolean): string {
  const user = userSeverity(rule, settings);
  const tests = [...cases, [undefined, 'true'] as const].map(([name, test]) => {
    const [declared, scheduled] = (['declared', 'scheduled'] as const).map((certainty) => {
      const outcome = outcomeOf(rule, name, certainty, settings);
      if (outcome === undefined) return false;
      const severity = user === undefined || user === 'off' ? severityOf(outcome) : user;
      return isNamed || severity === 'error' || severity === 'warning';
    });
    const where = declared ? (scheduled ? 'true' : 'variables.declared') : scheduled ? '!variables.declared' : 'false';
    return { test, where };
  });
  const [last, ...before] = tests.toReversed();
  return before.reduce(
    (rest, { test, where }) => (where === rest ? rest : `(${test} ? ${where} : ${rest})`),
    last?.where ?? 'false',
  );
}

const LIST_OF = {
  pod: '',
  container: 'variables.containers',
  volume: 'variables.volumes',
  image: 'variables.images',
} as const;

function conditionsOf(rule: Rule, { when, instead }: Expression, counts: string): Condition[] {
  const both = [when === undefined ? undefined : `(${when})`, counts === 'true' ? undefined : counts]
    .filter((one) => one !== undefined)
    .join(' && ');
  if (instead === undefined) return conditionsOn(rule.pod?.watches ?? [], both === '' ? undefined : both);
  return merged(
    instead.map(({ of, test, list }) => ({
      of,
      list: list ?? LIST_OF[of],
      test: counts === 'true' ? test : `(${test}) && ${counts}`,
    })),
  );
}

/** The first sentence of the reason. */
function sentence({ why }: Rule): string {
  const paragraph = (why.split('\n\n')[0] ?? '').replaceAll('\n', ' ').replaceAll('`', '');
  return /^.*?\.(?= [A-Z]|$)/.exec(paragraph)?.[0] ?? paragraph;
}
