import { describe, expect, test } from 'vitest';
import type { MarkupContent } from 'vscode-languageserver/node';
import { NEWEST_VERSION } from '../../server/src/kubernetes/version.ts';
import { firstParagraph } from '../../server/src/lint/pages/first-paragraph.ts';
import hostPid from '../../server/src/rules/pod/host-pid.ts';
import { BY_CLASS, CLEAN, DECLARED, LINUX, RUNTIME_CLASS, SCHEDULED, WORKFLOW } from './manifests.ts';
import { PLAIN, TestClient, VS_CODE } from './test-client.ts';

const URI = 'file:///work/pod.yaml';
const MESSAGE = "`hostPID` has no effect: Windows containers cannot share the host's process namespace.";

describe('the hover on a finding in a Windows pod', () => {
  test.each([
    ['at its key', SCHEDULED, 'hostPID', false],
    ['at its value includes the message', SCHEDULED, 'true', true],
    [
      'that is suppressed includes the message',
      SCHEDULED.replace('true', 'true # kubewin: allow pod/host-pid'),
      'hostPID',
      true,
    ],
    ['works after other documents and with CRLF', `a: b\n---\n${SCHEDULED}`.replaceAll('\n', '\r\n'), 'hostPID', false],
  ])('%s', async (_, text, at, withMessage) => {
    const client = await openDocument(text);
    const { range, value } = await hover(client, at);
    expect(range).toEqual(client.rangeOf(URI, at));
    expect(value.split('\n\n')).toEqual([
      ...(withMessage ? [MESSAGE] : []),
      `${firstParagraph(hostPid.why)} With \`os.name: windows\`, the API server rejects it.`,
      '[Windows containers in Kubernetes](https://kubernetes.io/docs/concepts/windows/intro/)',
    ]);
  });

  test('links to the page of the rule if the client has one', async () => {
    const client = await TestClient.start({ initializationOptions: { rulePageCommand: 'open.page' } });
    await client.open(URI, SCHEDULED);
    expect((await hover(client, 'hostPID')).value.split('\n\n').at(-1)).toBe(
      '[Documentation for pod/host-pid (KW1103)](command:open.page?%5B%22pod%2Fhost-pid%22%5D)',
    );
  });

  test.each([
    ['a warning', 'hostPID: true', {}, 'hostPID', 7],
    ['a hint, which the editor marks at its start', '', {}, 'privileged', 2],
    ['a hint, which the editor fades', 'hostPID: true', { 'pod/host-pid': 'hint' }, 'hostPID', 7],
  ])('has the message where VS Code does not show it: %s', async (_, field, rules, at, marked) => {
    const client = await TestClient.start({
      initializationOptions: { marksHintStarts: true },
      settings: { kubewin: { rules } },
    });
    const text = SCHEDULED.replace('hostPID: true', field === '' ? 'hostPID: false' : field);
    await client.open(URI, field === '' ? `${text}      securityContext: { privileged: false }\n` : text);
    const [{ message = '' } = {}] = await client.diagnostics(URI);
    const { start, end } = client.rangeOf(URI, at);
    const shownTwice: number[] = [];
    for (let character = start.character; character <= end.character; character++) {
      const { contents } = required(await client.hover(URI, start.line, character));
      // VS Code shows the message up to one character after what it marks.
      const isMarked = character <= start.character + marked;
      if ((contents as MarkupContent).value.includes(String(message)) === isMarked) shownTwice.push(character);
    }
    expect(shownTwice).toEqual([]);
  });

  test.each<[what: string, object: string, os: string, isMentioned: boolean]>([
    ['a pod', 'apiVersion: v1\nkind: Pod\nspec: SPEC\n', '', true],
    ['a pod that declares Windows', 'apiVersion: v1\nkind: Pod\nspec: SPEC\n', 'os: { name: windows }, ', false],
    ['a Rollout', 'apiVersion: argoproj.io/v1alpha1\nkind: Rollout\nspec: { template: { spec: SPEC } }\n', '', true],
    [
      'a Workflow, which cannot set it',
      'apiVersion: argoproj.io/v1alpha1\nkind: Workflow\nspec: { templates: [SPEC] }\n',
      '',
      false,
    ],
  ])('mentions the rejection with `os.name` where it applies: %s', async (_, object, os, isMentioned) => {
    const containers = 'container: { image: a }, containers: [{ name: web, image: registry.example/web:1.0 }]';
    const spec = `{ ${os}nodeSelector: { kubernetes.io/os: windows }, securityContext: { runAsUser: 1000 }, ${containers} }`;
    const client = await TestClient.start({ server: {} });
    await client.open(URI, object.replace('SPEC', spec));
    const { value } = await hover(client, 'runAsUser');
    expect(value.includes('With `os.name: windows`, the API server rejects it.')).toBe(isMentioned);
  });

  test.each([
    ['1.25', 'runAsUser: 1000', false],
    ['1.29', 'runAsUser: 1000', true],
    ['1.23', 'hostPID: true', false],
  ])('mentions the rejection only in releases with it', async (kubernetesVersion, field, isMentioned) => {
    const text = SCHEDULED.replace('hostPID: true', field.startsWith('host') ? field : `securityContext: { ${field} }`);
    const client = await TestClient.start({ server: {}, settings: { kubewin: { kubernetesVersion } } });
    await client.open(URI, text);
    const { value } = await hover(client, field.slice(0, field.indexOf(':')));
    expect(value.includes('With `os.name: windows`, the API server rejects it.')).toBe(isMentioned);
  });

  test('says why it cannot be fixed', async () => {
    const client = await openDocument(DECLARED);
    expect((await hover(client, 'hostPID')).value).not.toContain('Cannot be fixed');
    await client.replace(URI, '# for the profiler', '# {{ .Values.why }}');
    const toDo = async () => /Cannot be fixed here: .*$/m.exec((await hover(client, 'hostPID')).value)?.[0];
    expect(await toDo()).toBe('Cannot be fixed here: a line of the change contains a template expression.');
    await client.replace(URI, '# {{ .Values.why }}', '\n  broken: [');
    expect(await toDo()).toBe('Cannot be fixed here: the document has syntax errors.');
  });

  test('shows the most severe of several findings first', async () => {
    const client = await TestClient.start({ server: {} });
    const text = `${CLEAN.replace('  containers:', '    node.kubernetes.io/windows-build: 10.0.20348\n  containers:')}`;
    await client.open(URI, text.replace(/image: .*/, 'image: mcr.microsoft.com/windows/servercore:ltsc2019'));
    const parts = (await hover(client, 'image')).value.split('\n\n---\n\n');
    expect(parts).toEqual([
      expect.stringMatching(/^Container `web` ends at once/),
      expect.stringMatching(/^This image prevents the pod from starting/),
      expect.stringMatching(/^Windows Server 2019 image/),
    ]);
  });

  test('is empty if the rule is off', async () => {
    const client = await openDocument(SCHEDULED, { kubewin: { rules: { 'pod/host-pid': 'off' } } });
    expect(await client.hover(URI, 7, 4)).toBeNull();
  });

  test('is plain text for a client without Markdown', async () => {
    const client = await TestClient.start({ capabilities: PLAIN });
    await client.open(URI, SCHEDULED);
    const { start } = client.rangeOf(URI, 'hostPID');
    const content = (await client.hover(URI, start.line, start.character))?.contents as MarkupContent;
    expect(content.kind).toBe('plaintext');
    expect(content.value).not.toMatch(/\*\*|`|\]\(/);
    expect(content.value).toContain('<https:');
  });
});

describe('the hover on a field without a finding', () => {
  const POD = SCHEDULED.replace(
    '  hostPID: true\n',
    `    node.kubernetes.io/windows-build: 10.0.20348
    pool: web
  hostPID: false
  runtimeClassName: windows-2022
  os: { name: windows }
  affinity: { nodeAffinity: {} }
`,
  ).replace(
    'image: registry.example/web:1.0',
    'image: registry.example/web:1.0\n      resources: { limits: { memory: MEMORY, cpu: 1 } }',
  );

  test.each([
    ['nodeSelector', 'Selects Windows nodes.'],
    ['kubernetes.io/os', 'Selects Windows nodes.'],
    ['windows-build', 'Windows Server 2022: supported by Microsoft until 2031-10-14.'],
    ['10.0.20348', 'Windows Server 2022: supported by Microsoft until 2031-10-14.'],
    ['name: windows', 'Declares a Windows pod. The scheduler does not use this field.'],
    ['runtimeClassName', 'Selects Windows nodes. 2 workloads of this workspace use RuntimeClass `windows-2022`.'],
    ['pool', undefined],
    ['hostPID', undefined],
    ['nodeAffinity', undefined],
  ])('has one fact or is empty: %s', async (at, expected) => {
    const client = await TestClient.start({
      server: {},
      files: { 'file:///work/class.yaml': RUNTIME_CLASS, 'file:///work/b.yaml': BY_CLASS },
    });
    await client.open(URI, POD.replace('MEMORY', '1Gi'));
    await client.pullWorkspace();
    expect(await text(client, at)).toBe(expected);
  });

  test.each([
    ['1500000000', '1430.5 MiB.'],
    ['1.5G', '1430.5 MiB.'],
    ['1048576Ki', '1024 MiB.'],
    ['1.5Gi', '1536 MiB.'],
    ['800Mi', undefined],
    ['1Gi', undefined],
    ['{{ .Values.memory }}', undefined],
    ['much', undefined],
  ])('shows an unusual amount of memory in MiB: %s', async (memory, expected) => {
    const client = await openDocument(POD.replace('MEMORY', memory));
    const shown = await text(client, 'memory');
    if (expected === undefined) expect(shown ?? '').not.toContain('MiB');
    else expect(shown).toBe(expected);
  });

  test('says that the release does not support a build', async () => {
    const client = await openDocument(POD.replace('20348', '17763'));
    expect(await text(client, 'windows-build')).toBe(
      `Windows Server 2019: supported by Microsoft until 2029-01-09 and by Kubernetes up to 1.34. Kubernetes ${NEWEST_VERSION} does not support nodes with this build.`,
    );
  });

  test.each(['scheduling', 'nodeSelector', 'kubernetes.io/os', 'windows-2022'])(
    'describes a RuntimeClass for Windows: %s',
    async (at) => {
      const client = await TestClient.start({ files: { 'file:///work/b.yaml': BY_CLASS } });
      await client.open(URI, RUNTIME_CLASS);
      await client.pullWorkspace();
      expect(await text(client, at)).toBe(
        'Selects Windows nodes. 1 workload of this workspace uses RuntimeClass `windows-2022`.',
      );
      await client.replace(URI, 'kubernetes.io/os: windows', 'kubernetes.io/os: linux');
      expect(await text(client, 'scheduling')).toBeUndefined();
    },
  );
});

describe('the hover on a list', () => {
  const withCommand = (words: string) =>
    `${SCHEDULED.replace('hostPID: true', 'hostPID: false')}      command: [${words}]\n`;
  test.each([
    ['shows the finding of an item', withCommand("'/bin/sh', '-c'"), '/bin/sh', /^Windows images contain `cmd\.exe`/],
    ['includes the message at the key', withCommand("'/bin/sh', '-c'"), 'command', /^`\/bin\/sh` does not exist/],
    [
      'shows a note for an item without a finding',
      withCommand("'/bin/sh', '-c'"),
      '-c',
      /^\*\*Path separators in commands\*\*/,
    ],
    [
      'shows a finding in a part of the text',
      withCommand("'powershell', 'Write $(Get-Date)'"),
      'Write',
      /^`\$\(Get-Date\)` works only/,
    ],
  ])('%s', async (_, text, at, expected) => {
    const client = await TestClient.start({ server: {} });
    await client.open(URI, text);
    expect((await hover(client, at)).value).toMatch(expected);
  });
});

test('shows a finding of another object', async () => {
  const service = `apiVersion: v1
kind: Service
metadata: { name: web }
spec:
  externalTrafficPolicy: Local
  type: NodePort
  selector: { app: web }
---
${CLEAN.replace('metadata:\n', 'metadata:\n  labels: { app: web }\n')}`;
  const client = await TestClient.start({ settings: { kubewin: { kubernetesVersion: '1.14' } }, server: {} });
  await client.open(URI, service);
  expect(await client.diagnostics(URI)).not.toEqual([]);
  expect((await hover(client, 'externalTrafficPolicy')).value).toContain('On Windows, Direct Server Return (DSR)');
});

describe('the hover on a pod in another shape', () => {
  test.each([
    ['privileged', 'Windows does not support privileged containers.'],
    ['fsGroup', 'On Linux, the kubelet changes the group'],
  ])('%s', async (at, answer) => {
    const client = await TestClient.start({ server: {} });
    await client.open(URI, WORKFLOW);
    expect((await hover(client, at)).value).toContain(answer);
  });

  test('explains the pod at the position', async () => {
    const client = await openDocument(WORKFLOW);
    const { value } = await hover(client, 'Workflow');
    expect(value).toMatch(/^`spec\.templates\[0\]`: \*\*Windows pod\*\*/);
    expect(value).toContain('\n\n`spec.templates[1]`: **Linux pod**');
  });
});

test.each([
  ['Linux', LINUX, 'hostPID'],
  ['unknown', SCHEDULED.replace('  nodeSelector:\n    kubernetes.io/os: windows\n', ''), 'hostPID'],
  ['on a field without rules and notes', SCHEDULED, 'metadata'],
  ['inside of a field', SCHEDULED, 'registry'],
  ['in a file that is not a manifest', 'hostPID: true\n', 'hostPID'],
  ['broken', '{"hostPID": true', 'hostPID'],
])('has no hover %s', async (_, text, at) => {
  const client = await openDocument(text);
  const { start } = client.rangeOf(URI, at);
  expect(await client.hover(URI, start.line, start.character)).toBeNull();
});

describe('the hover on the kind and the spec of a pod shows the verdict', () => {
  test.each([
    ['declared', DECLARED, 'Windows pod**: `os.name` is set.', '`os.name: windows` (line 7)'],
    ['scheduled', CLEAN, 'Windows pod**: it can only be scheduled', '`kubernetes.io/os: windows` (line 7)'],
    ['by a comment', `# kubewin: os=windows\n${LINUX}`, 'Windows pod**: set by a comment.', '(line 1)'],
    ['Linux, in a document without a word of Windows', LINUX, 'Probably a Linux pod**', '`image nginx:1.27-alpine`'],
    [
      'unknown',
      LINUX.replace('nginx:1.27-alpine', 'registry.example/web'),
      'Unknown operating system**',
      'kubewin: os=windows',
    ],
  ])('%s', async (_, text, headline, evidence) => {
    const client = await openDocument(text);
    for (const at of ['kind', 'Pod', 'spec']) {
      const { value } = await hover(client, at);
      expect(value).toContain(`**${headline}`);
      expect(value).toContain(evidence);
    }
  });

  test('links evidence in another file', async () => {
    const files = { 'file:///work/a%20class.yaml': `kind: x\n---\n${RUNTIME_CLASS}` };
    const client = await TestClient.start({ files });
    await client.open(URI, BY_CLASS);
    await client.pullWorkspace();
    expect((await hover(client, 'Pod')).value).toMatch(
      /\(\[a class\.yaml, line \d+\]\(file:\/\/\/work\/a%20class\.yaml#L\d+\)\)/,
    );
  });

  test('is on the spec of the pod, not on that of the workload', async () => {
    const client = await openDocument(`apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  template:
    spec:
      nodeSelector: { kubernetes.io/os: windows }
      containers: [{ name: web, image: registry.example/web }]
`);
    expect(await client.hover(URI, 3, 1)).toBeNull();
    expect(await client.hover(URI, 5, 7)).not.toBeNull();
    expect(await client.hover(URI, 1, 1)).not.toBeNull();
  });
});

test('every hover in a manifest starts with its main statement', async () => {
  const client = await TestClient.start({ capabilities: VS_CODE, server: {} });
  await client.open(URI, DECLARED);
  const lines = DECLARED.split('\n');
  const answered = new Set<number>();
  for (const [line, text] of lines.entries()) {
    for (let character = 0; character <= text.length; character += 3) {
      const answer = (await client.hover(URI, line, character))?.contents as MarkupContent | undefined;
      if (answer === undefined) continue;
      answered.add(line);
      expect(answer.value).toMatch(
        /^\*\*|^Declares |^`hostPID` is rejected |^A HostProcess container |^The scheduler uses labels /,
      );
    }
  }
  expect(answered.size).toBeGreaterThan(4);
});

async function openDocument(text: string, settings: Readonly<Record<string, unknown>> = {}): Promise<TestClient> {
  const client = await TestClient.start({ settings });
  await client.open(URI, text);
  return client;
}

async function hover(client: TestClient, at: string) {
  const { start } = client.rangeOf(URI, at);
  const answer = await client.hover(URI, start.line, start.character);
  if (answer === null) throw new Error(`nothing is said at «${at}»`);
  return { range: answer.range, value: (answer.contents as MarkupContent).value };
}

/** The hover at a text; undefined if there is none. */
async function text(client: TestClient, at: string): Promise<string | undefined> {
  const { start } = client.rangeOf(URI, at);
  const answer = await client.hover(URI, start.line, start.character);
  return (answer?.contents as MarkupContent | undefined)?.value;
}

function required<T>(value: T | null): T {
  if (value === null) throw new Error('nothing is shown');
  return value;
}
