import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { DEFAULT_SETTINGS } from '../../server/src/lint/settings/settings.ts';
import { gatekeeperYaml, kyvernoYaml } from '../../server/src/policy/engines.ts';
import { policiesFor } from '../../server/src/policy/policies.ts';
import { RULES } from '../../server/src/rules/index.ts';
import { kubewin } from '../cli/kubewin.ts';
import { compared } from '../shared.ts';
import { readRecording } from './recording.ts';
import { OPTIONS, withEveryRule } from './subjects.ts';

const written = async (...args: readonly string[]) => {
  const { code, stdout, stderr } = await kubewin(['policy', ...args]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return parseAllDocuments(stdout).map((document) => document.toJS());
};

describe('policies of Kyverno', () => {
  test('are complete without bindings', async () => {
    const [audit, deny, ...others] = await written('--format=kyverno', '--action=deny,audit', '--rules=pod/host-pid');
    expect(others).toEqual([]);
    expect(audit).toMatchObject({
      apiVersion: 'policies.kyverno.io/v1',
      kind: 'ValidatingPolicy',
      metadata: { name: 'kubewin-audit-pod-host-pid', labels: { 'app.kubernetes.io/managed-by': 'kubewin' } },
      spec: { validationActions: ['Audit'], failurePolicy: 'Ignore' },
    });
    expect(deny).toMatchObject({ spec: { validationActions: ['Deny'], failurePolicy: 'Fail' } });
    const { namespaceSelector, objectSelector, resourceRules } = audit.spec.matchConstraints;
    const keys = namespaceSelector.matchExpressions.map(({ key }: { key: string }) => key);
    expect(keys).toEqual(['kubernetes.io/metadata.name', 'kubewin.dev/policy']);
    expect(objectSelector.matchExpressions).toHaveLength(1);
    expect(resourceRules[0].resources).toContain('pods/ephemeralcontainers');
  });

  test('have the expressions of the API server, and evaluate existing objects', async () => {
    const [own] = await written('--rules=pod/host-pid');
    const [policy] = await written('--format=kyverno', '--rules=pod/host-pid');
    expect(own.spec.matchConditions[0].expression).toMatch(/^request\.operation == "CREATE" \|\|/);
    expect(policy.spec.matchConditions[0].expression).toMatch(/^object != null && \(oldObject == null \|\|/);
    expect(policy.spec.matchConditions.slice(1)).toEqual(own.spec.matchConditions.slice(1));
    expect(policy.spec.validations).toEqual(own.spec.validations);
    expect(policy.spec.variables).toEqual(own.spec.variables);
  });
});

describe('policies of Gatekeeper', () => {
  test('are templates, and then their constraints', async () => {
    const documents = await written('--format=gatekeeper', '--rules=pod/host-pid,volumes');
    const templates = documents.filter(({ kind }) => kind === 'ConstraintTemplate');
    const constraints = documents.slice(templates.length);
    const kinds = ['KubewinWarnPodHostPid', 'KubewinWarnVolumes'];
    expect(templates.map(({ spec }) => spec.crd.spec.names.kind)).toEqual(kinds);
    expect(templates.map(({ metadata }) => metadata.name)).toEqual(kinds.map((kind) => kind.toLowerCase()));
    expect(constraints.map(({ kind }) => kind)).toEqual(kinds);
    const [{ engine, source }] = templates[0].spec.targets[0].code;
    expect(engine).toBe('K8sNativeValidation');
    expect(source.matchCondition).toHaveLength(2);
    expect(source.validations).toHaveLength(1);
    expect(constraints[0].spec.match.labelSelector.matchExpressions).toHaveLength(1);
  });

  test.each([
    ['warn,audit', 'warn'],
    ['audit', 'dryrun'],
    ['deny', 'deny'],
  ])('with --action=%s have the action %s', async (given, enforced) => {
    const documents = await written('--format=gatekeeper', `--action=${given}`, '--rules=pod/host-pid');
    expect(documents.at(-1).spec.enforcementAction).toBe(enforced);
  });
});

test.each(['--mutate', '--params=a/b'])('%s is only for the API server', async (option) => {
  const { code, stdout, stderr } = await kubewin(['policy', '--format=kyverno', option]);
  const name = option.split('=')[0];
  expect(stderr).toContain(`\`${name}\` is only for policies of the API server, and not for \`--format=kyverno\`.`);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
});

/** Go compiles these engines, and the recorded answers of the API server are compared with theirs. */
const WANTED = (process.env['ENGINES_PROOF'] ?? '').split(',');
/** In milliseconds. */
const LONG = 3_600_000;

const { release, answers } = readRecording();
const kubernetesVersion = release as typeof DEFAULT_SETTINGS.kubernetesVersion;
const options = { ...OPTIONS, settings: withEveryRule({ ...DEFAULT_SETTINGS, kubernetesVersion }) };
const policies = policiesFor(RULES, options);

test('the engines to compare', () => {
  for (const engine of ['kyverno', 'gatekeeper']) {
    if (!WANTED.includes(engine)) compared(`answers of ${engine}`, 0);
  }
});

test.runIf(WANTED.includes('kyverno'))('Kyverno agrees with the API server', { timeout: LONG }, () => {
  const found = inFolder((folder) => {
    const program = join(folder, 'kyverno');
    execFileSync('go', ['build', '-o', program, '.'], { cwd: join(import.meta.dirname, 'kyverno'), stdio: 'inherit' });
    writeFileSync(join(folder, 'policies.yaml'), kyvernoYaml(policies, options, []));
    const input = answers.map(({ object }) => `${JSON.stringify(object)}\n`).join('');
    const output = execFileSync(program, [join(folder, 'policies.yaml')], { input, maxBuffer: 1e9 }).toString();
    return output.trim().split('\n').map(kyvernoRules);
  });
  compared('answers of Kyverno', found.length);
  // Of each policy, Kyverno shows the first validation that fails.
  expect(found).toEqual(answers.map(({ rules }) => firstOfEach(rules)));
});

test.runIf(WANTED.includes('gatekeeper'))('Gatekeeper agrees with the API server', { timeout: LONG }, () => {
  const objects = answers.map(({ object }, i) => {
    return { ...object, metadata: { ...(object['metadata'] as object), name: `w${i}`, namespace: 'default' } };
  });
  const found = new Map<string, string[]>(objects.map(({ metadata }) => [metadata.name, []]));
  inFolder((folder) => {
    const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'default' } };
    // Gatekeeper reads YAML, in which U+0085 is a line break.
    const texts = [namespace, ...objects].map((object) => JSON.stringify(object).replaceAll('\u0085', '\\u0085'));
    writeFileSync(join(folder, 'policies.yaml'), gatekeeperYaml(policies, options, []));
    writeFileSync(join(folder, 'objects.yaml'), texts.join('\n---\n'));
    for (const { violatingObject, msg } of JSON.parse(gator(['test', '-f', folder, '-o', 'json']))) {
      found.get(violatingObject.metadata.name)?.push(/\(([a-z-]+\/[a-z0-9-]+)\)$/.exec(msg)?.[1] ?? msg);
    }
  });
  compared('answers of Gatekeeper', objects.length);
  expect([...found.values()].map((rules) => rules.sort())).toEqual(answers.map(({ rules }) => [...rules].sort()));
});

function inFolder<T>(act: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'kubewin-engines-'));
  try {
    return act(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Runs the command line of Gatekeeper, which ends with 1 if an object violates a constraint. */
function gator(args: readonly string[]): string {
  const program = 'github.com/open-policy-agent/gatekeeper/v3/cmd/gator@v3.23.1';
  try {
    return execFileSync('go', ['run', program, ...args], {
      maxBuffer: 1e9,
      stdio: ['ignore', 'pipe', 'inherit'],
    }).toString();
  } catch (error) {
    return (error as { stdout: Buffer }).stdout.toString();
  }
}

/** The rules in a line of the program in `kyverno/`, or its errors. */
function kyvernoRules(line: string): string[] {
  const denials: { policy: string; index: number; message: string; error?: true }[] = JSON.parse(line);
  return denials
    .map(({ policy, index, message, error }) => {
      const rule = policies.find(({ name }) => name === policy)?.validations[index]?.rule;
      return error || rule === undefined ? message : rule;
    })
    .sort();
}

/** The first of these rules in each policy. */
function firstOfEach(rules: readonly string[]): string[] {
  return policies.flatMap(({ validations }) => validations.find(({ rule }) => rules.includes(rule))?.rule ?? []).sort();
}
