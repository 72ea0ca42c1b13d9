import { expect, test } from 'vitest';
import { threadsFor } from '../../server/src/cli/scan/threads.ts';
import { RULES } from '../../server/src/rules/index.ts';
import { pageOf } from '../rules/page.ts';
import { everyNth } from '../seed.ts';
import { folderWith, kubewin } from './kubewin.ts';

/** A pod in one file, and objects in others with findings only with it or only without it; labels may have any name. */
const RELATED = {
  'related/pod.yaml': `apiVersion: v1
kind: Pod
metadata:
  name: web
  labels:
    constructor: web
spec:
  nodeSelector:
    kubernetes.io/os: windows
  containers:
    - name: web
      image: registry.example/web:1
      ports:
        - containerPort: 80
`,
  'related/policy.yaml': `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: web
spec:
  podSelector:
    matchLabels:
      constructor: web
  egress:
    - to:
        - ipBlock:
            cidr: 10.0.0.0/8
`,
};

function someExamples(): Record<string, string> {
  const texts = RULES.flatMap(({ id }) => pageOf(id).examples.map(({ text }, i) => [`${id}-${i}.yaml`, text] as const));
  return { ...Object.fromEntries(everyNth(texts, 6)), ...RELATED };
}

test.each([
  ['text', '3'],
  ['json', '8'],
  ['sarif', '2'],
  ['compact', '2', '--max-findings=300'],
])('the result as %s is the same with one thread and with %s', async (format, threads, ...options) => {
  const cwd = folderWith(someExamples());
  const check = (count: string) =>
    kubewin(['check', '--hints', '--format', format, '--threads', count, ...options], { cwd });
  const singleThreaded = await check('1');
  expect(singleThreaded.stdout.length).toBeGreaterThan(20_000);
  expect(await check(threads)).toEqual(singleThreaded);
});

test('pods that another thread checks have an effect', async () => {
  // Of two threads, the second checks every other file.
  const cwd = folderWith(RELATED);
  const alone = folderWith({ ...RELATED, 'related/pod.yaml': '' });
  const [twoThreads, oneThread, without] = await Promise.all([
    kubewin(['check', '--hints', '--threads', '2'], { cwd }),
    kubewin(['check', '--hints', '--threads', '1'], { cwd }),
    kubewin(['check', '--hints', '--threads', '2'], { cwd: alone }),
  ]);
  expect(twoThreads).toEqual(oneThread);
  expect(twoThreads.stdout).toContain('policy.yaml');
  expect(without.stdout).not.toContain('policy.yaml');
});

test('many files and four processors start another thread', () => {
  expect([0, 1, 300, 1_000, 100_000].map((files) => threadsFor(files, undefined, 16))).toEqual([1, 1, 1, 2, 4]);
  expect([1, 2, 3, 4, 64].map((processors) => threadsFor(100_000, undefined, processors))).toEqual([1, 1, 1, 2, 4]);
  expect(threadsFor(1, 8, 1)).toBe(8);
});

test.each(['0', '-1', '1.5', 'many', '100'])('rejects --threads=%s', async (threads) => {
  const { code, stderr, stdout } = await kubewin(['check', `--threads=${threads}`]);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(`Invalid value for \`--threads\`: \`${threads}\`. It must be a number from 1 to 99.`);
});
