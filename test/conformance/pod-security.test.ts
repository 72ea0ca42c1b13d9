import { expect, test } from 'vitest';
import { isWithin } from '../../server/src/kubernetes/version.ts';
import { ruleSet } from '../../server/src/lint/rule-set/rule-set.ts';
import { DEFAULT_SETTINGS } from '../../server/src/lint/settings/settings.ts';
import { RULES } from '../../server/src/rules/index.ts';
import { testWorkspace } from '../lint-text.ts';
import { everyNth } from '../seed.ts';
import { compared } from '../shared.ts';
import { podSources, type Range, recordedFor } from './recordings.ts';

interface Recording {
  readonly id: string;
  readonly object: { readonly metadata: { readonly namespace: string } };
  readonly verdicts: readonly Range[];
  readonly podSecurity: readonly Reasons[];
}

interface Reasons extends Range {
  readonly baseline: readonly string[];
  readonly restricted: readonly string[];
}

const LEVELS = ['baseline', 'restricted'] as const;
/** The requirements of `restricted` that apply only to Linux pods. */
const LINUX_REASONS = ['allowPrivilegeEscalation != false', 'seccompProfile', 'unrestricted capabilities'];
const NEEDS_OS = 'pod-security/restricted-needs-os';
const OLD_POLICY = 'pod-security/restricted-old-policy';
const RUN_AS_NON_ROOT = 'pod-security/restricted-run-as-non-root';
const HOST_PROCESS = 'host-process/pod-security';
const RULE_SET = ruleSet(RULES.filter(({ id }) => [NEEDS_OS, OLD_POLICY, RUN_AS_NON_ROOT, HOST_PROCESS].includes(id)));
/** Up to 1.26, the API server copies the annotation to a field when a pod is created; the rules check only the field. */
const SECCOMP_ANNOTATION = /seccomp\.security/;
const URI = 'file:///namespace.yaml';

test.each(podSources<Recording>())('Pod Security findings on Windows pods $name equal those of admission', (source) => {
  let count = 0;
  const differing = source.recordings.flatMap((recording, i) =>
    LEVELS.flatMap((level) => {
      const workspace = testWorkspace(RULE_SET);
      workspace.open(URI, inNamespace(recording, level), 1);
      return everyNth(source.releases, 12, i).flatMap((version) => {
        workspace.setSettings('', { ...DEFAULT_SETTINGS, kubernetesVersion: version });
        const documents = workspace.report(URI)?.documents ?? [];
        const [verdict] = documents.flatMap(({ report }) => report.workloads.map((workload) => workload.verdict));
        if (verdict?.os !== 'windows' || verdict.certainty === 'guessed') return [];
        if (isWithin(version, undefined, '1.26') && SECCOMP_ANNOTATION.test(JSON.stringify(recording.object)))
          return [];
        count++;
        const recorded = recordedFor(version, recording.podSecurity);
        const wanted = ours(level, recorded?.[level] ?? [], verdict.certainty === 'declared');
        const found = documents.flatMap(({ findings }) =>
          findings.map(({ rule, message }) => (rule === NEEDS_OS ? `${rule} ${namedIn(message)}` : rule)),
        );
        const isSame = [...wanted].sort().join() === [...found].sort().join();
        return isSame ? [] : [`${recording.id} ${level} at ${version}: ${found.join()}, recorded: ${wanted.join()}`];
      });
    }),
  );
  compared(`Windows pods ${source.name}, each in a namespace of one level at one release`, count);
  expect(differing).toEqual([]);
});

function inNamespace({ object }: Recording, level: string): string {
  const labels = { 'pod-security.kubernetes.io/enforce': level };
  const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: object.metadata.namespace, labels } };
  return `${JSON.stringify(namespace)}\n---\n${JSON.stringify(object)}\n`;
}

/** The rules for recorded reasons; the other reasons do not depend on Windows. */
function ours(level: (typeof LEVELS)[number], reasons: readonly string[], isDeclared: boolean): string[] {
  const linux = level === 'restricted' ? LINUX_REASONS.filter((reason) => reasons.includes(reason)) : [];
  return [
    ...(linux.length > 0 ? [isDeclared ? OLD_POLICY : `${NEEDS_OS} ${linux}`] : []),
    ...(reasons.includes('runAsNonRoot != true') ? [RUN_AS_NON_ROOT] : []),
    ...(reasons.includes('hostProcess') ? [HOST_PROCESS] : []),
  ];
}

function namedIn(message: string): string[] {
  return LINUX_REASONS.filter((reason) => message.includes(`\`${reason}\``));
}
