import { describe, expect, test } from 'vitest';
import { NEWEST_VERSION } from '../../server/src/kubernetes/version.ts';
import { complete } from '../../server/src/lint/completion/complete.ts';
import { completeConfig, explainConfig } from '../../server/src/lint/completion/complete-config.ts';
import type { Completion } from '../../server/src/lint/completion/completion.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../server/src/lint/settings/settings.ts';
import { RULES } from '../../server/src/rules/index.ts';
import { testWorkspace } from '../lint-text.ts';

/** The other files of the workspace. */
const OTHERS = `apiVersion: node.k8s.io/v1
kind: RuntimeClass
metadata:
  name: windows-2022
handler: runhcs-wcow-process
scheduling:
  nodeSelector:
    kubernetes.io/os: windows
---
apiVersion: node.k8s.io/v1
kind: RuntimeClass
metadata:
  name: gvisor
handler: runsc
scheduling:
  nodeSelector:
    kubernetes.io/os: linux
---
apiVersion: node.k8s.io/v1
kind: RuntimeClass
metadata:
  name: '2022'
handler: other
---
apiVersion: windows.k8s.io/v1
kind: GMSACredentialSpec
metadata:
  name: orders
`;

/** A pod with these lines in its spec. */
function pod(...lines: readonly string[]): string {
  return ['apiVersion: v1', 'kind: Pod', 'metadata: { name: web }', 'spec:', ...lines.map((line) => `  ${line}`)].join(
    '\n',
  );
}

/** The completions at the mark ¦, and the text after the first one is accepted. */
function at(
  marked: string,
  settings: Partial<Settings> = {},
): { items: Completion[]; labels: string[]; first: string } {
  const offset = marked.indexOf('¦');
  const text = marked.replace('¦', '');
  const workspace = testWorkspace();
  const uri = 'file:///work/pod.yaml';
  workspace.setSettings('', { ...DEFAULT_SETTINGS, ...settings });
  workspace.open('file:///work/others.yaml', OTHERS, 1);
  workspace.open(uri, text, 1);
  const part = workspace.documentAt(uri, offset);
  if (part === undefined) throw new Error('an offset is in a document');
  const { start } = part.span;
  const findings = () =>
    workspace.report(uri)?.documents.find((document) => document.start === start)?.report.findings ?? [];
  const items = complete({ ...part, findings }, offset - start, workspace.lintContext(uri));
  const [best] = items;
  const first =
    best === undefined ? text : text.slice(0, start + best.at.start) + best.text + text.slice(start + best.at.end);
  return { items, labels: items.map(({ label }) => label), first };
}

const IN_IMAGE = ['ContainerUser', 'ContainerAdministrator'];
const IN_NODE = ['NT AUTHORITY\\SYSTEM', 'NT AUTHORITY\\Local service', 'NT AUTHORITY\\NetworkService'];
const CONTAINER = ['containers:', '  - name: web', '    image: registry.example/web:1.0'];

describe('accounts', () => {
  const withName = (name: string, hostProcess = '') =>
    pod(
      'securityContext:',
      '  windowsOptions:',
      ...(hostProcess === '' ? [] : [`    ${hostProcess}`]),
      name,
      ...CONTAINER,
    );
  const typed = (name: string) => withName(`    runAsUserName:${name}`);

  test.each([
    ['nothing typed', ' ¦', ' ContainerUser'],
    ['nothing typed, and a comment', ' ¦ # who', ' ContainerUser # who'],
    ['a prefix', ' Cont¦', ' ContainerUser'],
    ['the cursor in the middle of a name', ' Con¦tainerAdministrator', ' ContainerUser'],
    ['the cursor before a name', ' ¦ ContainerAdministrator', ' ContainerUser'],
    ['in double quotes', ' "Cont¦"', ' "ContainerUser"'],
    ['in unterminated double quotes', ' "Cont¦', ' "ContainerUser"'],
    ['in single quotes', " '¦'", " 'ContainerUser'"],
    ['with CRLF', ' Co¦\r', ' ContainerUser\r'],
  ])('%s', (_, name, expected) => {
    const { labels, first } = at(typed(name));
    expect(labels).toEqual(IN_IMAGE);
    expect(first).toBe(typed(expected));
  });

  test('need a blank after the colon', () => {
    expect(at(typed('¦')).labels).toEqual([]);
  });

  test('are offered in flow style', () => {
    const text = (name: string) =>
      pod(`securityContext: { windowsOptions: { runAsUserName: ${name}, hostProcess: false } }`);
    expect(at(text('¦')).first).toBe(text('ContainerUser'));
    expect(at(text('Co¦')).first).toBe(text('ContainerUser'));
    expect(at(text('"Co¦')).first).toBe(text('"ContainerUser"'));
  });

  test('are offered on the next line', () => {
    expect(at(typed('\n        ¦')).labels).toEqual(IN_IMAGE);
  });

  test('are those of the node for HostProcess', () => {
    const name = '    runAsUserName: ¦';
    const { labels, first } = at(withName(name, 'hostProcess: true'));
    expect(labels).toEqual(IN_NODE);
    expect(first).toContain("runAsUserName: 'NT AUTHORITY\\SYSTEM'\n");
    expect(at(withName('    runAsUserName: "NT¦"', 'hostProcess: true')).first).toContain(
      'runAsUserName: "NT AUTHORITY\\\\SYSTEM"\n',
    );
    // Kubernetes did not support HostProcess containers then.
    expect(at(withName(name, 'hostProcess: true'), { kubernetesVersion: '1.21' }).labels).toEqual(IN_IMAGE);
  });

  test('are those of node and container if only some containers are HostProcess', () => {
    const own = '    securityContext: { windowsOptions: { hostProcess: true } }';
    const other = '  - { name: other, image: registry.example/other:1.0 }';
    const text = pod('securityContext:', '  windowsOptions:', '    runAsUserName: ¦', ...CONTAINER, own, other);
    expect(at(text).labels).toEqual([...IN_NODE, ...IN_IMAGE]);
    const inContainer = (user: string) =>
      pod(
        ...CONTAINER,
        `    securityContext: { windowsOptions: { hostProcess: true, runAsUserName: ${user} } }`,
        other,
      );
    expect(at(inContainer('¦')).labels).toEqual(IN_NODE);
  });

  test('are not offered in Linux pods and outside of pods', () => {
    expect(at(`${typed(' ¦')}\n  nodeSelector: { kubernetes.io/os: linux }`).labels).toEqual([]);
    expect(at(`${typed(' ¦')}\n  os: { name: linux }`).labels).toEqual([]);
    expect(at(typed(' ¦').replace('apiVersion: v1\n', '')).labels).toEqual([]);
    expect(at(typed(' ¦').replace('kind: Pod', 'kind: ConfigMap')).labels).toEqual([]);
    expect(at(pod('runAsUserName: ¦', ...CONTAINER)).labels).toEqual([]);
  });

  test('are offered despite an image that is probably for Linux', () => {
    expect(at(typed(' ¦').replace('registry.example/web:1.0', 'nginx:1.27')).labels).toEqual(IN_IMAGE);
  });

  test('are not offered in a comment, a block scalar, an anchor or a template', () => {
    for (const text of [' # ¦', ' &user ¦', ' {{ ¦ }}', ' "{{ .Values.user }}¦"', ' !!str ¦', ' a: ¦']) {
      expect(at(typed(text)).labels, text).toEqual([]);
    }
    expect(at(pod(...CONTAINER, '    args:', '      - |', '        runAsUserName: ¦')).labels).toEqual([]);
  });

  test('are offered in the second document, in a List, and in a broken document', () => {
    expect(at(`${pod(...CONTAINER)}\n---\n${typed(' ¦')}`).labels).toEqual(IN_IMAGE);
    const item = typed(' ¦').replace(/^/gm, '    ').replace('    ', '  - ');
    expect(at(`apiVersion: v1\nkind: List\nitems:\n${item}\n${item.replace('¦', '')}`).labels).toEqual(IN_IMAGE);
    expect(at(`${typed(' ¦')}\n  volumes: [\n`).labels).toEqual(IN_IMAGE);
    expect(at(`${typed(' ¦')}\n    args: ["a`).labels).toEqual(IN_IMAGE);
  });

  test('are offered after blanks that YAML does not recognize', () => {
    for (const blank of ['\u00a0', '\f', '\u2003']) expect(at(typed(` ${blank} ¦`)).labels).toEqual([]);
  });

  test('are offered in JSON', () => {
    const json = (name: string) =>
      `{\n  "apiVersion": "v1",\n  "kind": "Pod",\n  "spec": {\n    "securityContext": {\n      "windowsOptions": {\n        "runAsUserName": ${name}\n      }\n    }\n  }\n}\n`;
    expect(at(json('"¦",')).first).toBe(json('"ContainerUser",'));
  });
});

describe('node labels', () => {
  test('offers operating systems in a node selector and a node affinity', () => {
    const selector = (os: string) => pod('nodeSelector:', `  kubernetes.io/os: ${os}`, ...CONTAINER);
    expect(at(selector('¦')).labels).toEqual(['windows', 'linux']);
    expect(at(selector('wi¦')).first).toBe(selector('windows'));
    const affinity = (values: readonly string[], key = 'kubernetes.io/os') =>
      pod(
        'affinity:',
        '  nodeAffinity:',
        '    requiredDuringSchedulingIgnoredDuringExecution:',
        '      nodeSelectorTerms:',
        '        - matchExpressions:',
        `            - key: ${key}`,
        '              operator: In',
        ...values.map((value) => `              ${value}`),
        ...CONTAINER,
      );
    for (const values of [
      ['values: [¦]'],
      ['values: [linux, w¦]'],
      ['values:', '  - ¦'],
      ['values:', '- w¦'],
      ['values: [', '  ¦', ']'],
    ]) {
      expect(at(affinity(values)).labels, values.join()).toEqual(['windows', 'linux']);
    }
    expect(at(affinity(['values: [¦]'], 'node.kubernetes.io/windows-build')).labels).toContain('10.0.20348');
    expect(at(affinity(['values: [¦]'], 'disk')).labels).toEqual([]);
    expect(at(affinity(['values: ¦'])).labels).toEqual([]);
  });

  test('offers only the operating system of the pod if it is certain', () => {
    expect(at(pod('os: { name: linux }', 'nodeSelector: { kubernetes.io/os: ¦ }')).labels).toEqual(['linux']);
    expect(at(pod('os:', '  name: ¦', ...CONTAINER)).labels).toEqual(['windows', 'linux']);
    expect(at(pod('os: { name: w¦ }', ...CONTAINER)).first).toContain('os: { name: windows }');
    expect(at(pod('os: { name: ¦ }', 'nodeSelector: { kubernetes.io/os: windows }')).labels).toEqual(['windows']);
    expect(at(pod('volumes:', '  - name: ¦', ...CONTAINER)).labels).toEqual([]);
    expect(at(pod('os: { name: windows }', 'nodeSelector: { kubernetes.io/os: ¦ }')).labels).toEqual(['windows']);
  });

  test('offers nothing in a label selector', () => {
    const text =
      'apiVersion: apps/v1\nkind: Deployment\nspec:\n  selector:\n    matchExpressions:\n      - { key: kubernetes.io/os, operator: In, values: [¦] }\n';
    expect(at(text).labels).toEqual([]);
  });

  test('offers the builds that the release supports, the newest first', () => {
    const text = pod('nodeSelector:', '  node.kubernetes.io/windows-build: ¦', ...CONTAINER);
    const shown = (kubernetesVersion: Settings['kubernetesVersion']) =>
      at(text, { kubernetesVersion }).items.map(({ label, detail }) => `${label} ${detail}`);
    expect(shown('1.37')).toEqual([
      '10.0.26100 Windows Server 2025, supported by Microsoft until 2034-10-10',
      '10.0.20348 Windows Server 2022, supported by Microsoft until 2031-10-14',
    ]);
    expect(shown('1.30')[2]).toBe(
      '10.0.17763 Windows Server 2019, supported by Microsoft until 2029-01-09 and by Kubernetes up to 1.34',
    );
    expect(at(text).first).toBe(text.replace('¦', "'10.0.26100'"));
    expect(at(`${text}\n  os: { name: linux }`).labels).toEqual([]);
  });

  test('offers values in a RuntimeClass', () => {
    const text = `${OTHERS.slice(0, OTHERS.indexOf('---')).replace('os: windows', 'os: ¦')}`;
    expect(at(text).labels).toEqual(['windows', 'linux']);
  });
});

describe('names of objects in the workspace', () => {
  test('are offered for RuntimeClasses', () => {
    const text = pod('runtimeClassName: ¦', ...CONTAINER);
    expect(at(text).items.map(({ label, detail }) => [label, detail])).toEqual([
      ['2022', 'other'],
      ['gvisor', 'Linux nodes, runsc'],
      ['windows-2022', 'Windows nodes, runhcs-wcow-process'],
    ]);
    expect(at(text).first).toBe(text.replace('¦', "'2022'"));
    expect(at(`${text}\n  os: { name: linux }`).labels).toEqual(['2022', 'gvisor']);
    expect(at(`${text}\n  os: { name: windows }`).labels).toEqual(['2022', 'windows-2022']);
  });

  test('are offered for credential specs', () => {
    const text = pod('securityContext:', '  windowsOptions:', '    gmsaCredentialSpecName: o¦', ...CONTAINER);
    expect(at(text).labels).toEqual(['orders']);
    expect(at(`${text}\n  os: { name: linux }`).labels).toEqual([]);
  });
});

describe('the configured taint', () => {
  const taint = 'os=windows:NoSchedule';
  const list = (...lines: readonly string[]) => pod('tolerations:', ...lines.map((line) => `  ${line}`), ...CONTAINER);

  test('is offered as a toleration', () => {
    expect(at(list('- ¦'), { taint }).first).toBe(
      list('- key: os', '  operator: Equal', '  value: windows', '  effect: NoSchedule'),
    );
    expect(at(list('- { key: gpu }', '- ¦'), { taint: 'gke' }).items[0]?.detail).toBe(
      'Taint of the Windows nodes (gke)',
    );
    expect(at(list('- ¦').replaceAll('\n', '\r\n'), { taint }).first).toBe(
      list('- key: os', '  operator: Equal', '  value: windows', '  effect: NoSchedule').replaceAll('\n', '\r\n'),
    );
    expect(at(pod('tolerations: [¦]', ...CONTAINER), { taint }).first).toBe(
      pod('tolerations: [{ key: os, operator: Equal, value: windows, effect: NoSchedule }]', ...CONTAINER),
    );
  });

  test('is offered by key and value', () => {
    expect(at(list('- key: ¦'), { taint }).labels).toEqual(['os']);
    expect(at(list('- key: os', '  operator: Equal', '  value: ¦'), { taint }).labels).toEqual(['windows']);
    expect(at(list('- key: gpu', '  value: ¦'), { taint }).labels).toEqual([]);
    expect(at(list('- key: os', '  effect: ¦'), { taint }).labels).toEqual([]);
    expect(at(list('- key: ¦'), { taint: 'x=true:NoExecute' }).labels).toEqual(['x']);
    expect(at(list('- key: x', '  value: ¦'), { taint: 'x=true:NoExecute' }).first).toContain("value: 'true'\n");
  });

  test('is not offered if no taint is configured, in Linux pods, and elsewhere', () => {
    expect(at(list('- ¦')).labels).toEqual([]);
    expect(at(list('- ¦'), { taint: 'aks' }).labels).toEqual([]);
    expect(at(`${list('- ¦')}\n  os: { name: linux }`, { taint }).labels).toEqual([]);
    expect(at(pod('volumes:', '  - ¦', ...CONTAINER), { taint }).labels).toEqual([]);
    expect(at(pod(...CONTAINER, '    env:', '      - name: key', '        value: ¦'), { taint }).labels).toEqual([]);
  });
});

describe('images', () => {
  const text = (image: string, ...selector: readonly string[]) =>
    pod(...selector, 'containers:', '  - name: web', `    image: ${image}`);

  test('are offered for the build that the pod selects', () => {
    const selector = ['nodeSelector:', '  node.kubernetes.io/windows-build: 10.0.20348', '  kubernetes.io/os: windows'];
    expect(at(text('mcr.microsoft.com/windows/servercore:¦', ...selector)).first).toBe(
      text('mcr.microsoft.com/windows/servercore:ltsc2022', ...selector),
    );
    expect(at(text('mcr.microsoft.com/dotnet/aspnet:8.0¦', ...selector)).labels).toEqual([
      'mcr.microsoft.com/dotnet/aspnet:8.0-nanoserver-ltsc2022',
      'mcr.microsoft.com/dotnet/aspnet:8.0-windowsservercore-ltsc2022',
    ]);
  });

  test('are offered for all supported builds if the pod selects none', () => {
    expect(at(text('mcr.microsoft.com/dotnet/framework/aspnet:4.8.1-windowsservercore-¦')).labels).toEqual([
      'mcr.microsoft.com/dotnet/framework/aspnet:4.8.1-windowsservercore-ltsc2025',
      'mcr.microsoft.com/dotnet/framework/aspnet:4.8.1-windowsservercore-ltsc2022',
    ]);
  });

  test('are not offered for other repositories and in Linux pods', () => {
    for (const image of ['¦', 'nginx:¦', 'registry.example/web:¦', 'mcr.microsoft.com/dotnet/aspnet:8.0-alpine¦']) {
      expect(at(text(image)).labels, image).toEqual([]);
    }
    expect(at(text('mcr.microsoft.com/windows/servercore:¦', 'os: { name: linux }')).labels).toEqual([]);
    expect(
      at('apiVersion: v1\nkind: ConfigMap\ndata:\n  image: mcr.microsoft.com/windows/servercore:¦\n').labels,
    ).toEqual([]);
  });
});

describe('rules in comments', () => {
  const text = (comment: string) =>
    pod('nodeSelector: { kubernetes.io/os: windows }', `hostPID: true # kubewin:${comment}`, ...CONTAINER);

  test('are sorted by findings', () => {
    const { labels, items } = at(text(' allow ¦'));
    expect(labels[0]).toBe('pod/host-pid');
    expect(labels.toSorted()).toEqual(RULES.map(({ id }) => id).toSorted());
    expect(items[0]?.detail).toBe(RULES.find(({ id }) => id === 'pod/host-pid')?.title);
    expect(items[0]).toMatchObject({ text: 'pod/host-pid', code: 'KW1103', filter: 'pod/host-pid KW1103' });
    expect(at(text(' allow-file ¦')).labels).toHaveLength(RULES.length);
  });

  test('replace the typed text, without rules that are already named', () => {
    expect(at(text(' allow pod/ho¦st-ipc -- why')).first).toBe(text(' allow pod/host-pid -- why'));
    const { labels } = at(text(' allow pod/host-pid, ¦'));
    expect(labels).not.toContain('pod/host-pid');
    expect(labels).toHaveLength(RULES.length - 1);
    expect(at(text(' allow KW1103, ¦')).labels).not.toContain('pod/host-pid');
  });

  test('are not offered elsewhere', () => {
    for (const comment of [' allow pod/host-pid -- ¦', ' os=¦', ' ¦', ' allow¦', ' deny ¦', '¦']) {
      expect(at(text(comment)).labels, comment).toEqual([]);
    }
    expect(at('# kubewin: allow ¦\na: b\n').labels).toEqual([]);
    expect(at(pod(...CONTAINER, '    args:', '      - |', '        # kubewin: allow ¦')).labels).toEqual([]);
    expect(at(pod(...CONTAINER, '    args: ["# kubewin: allow ¦"]')).labels).toEqual([]);
  });
});

describe('the configuration file', () => {
  /** The completions at a mark; those that the JSON schema lists are in `inSchema`, too. */
  function inConfig(marked: string) {
    const offset = marked.indexOf('¦');
    const text = marked.replace('¦', '');
    const items = completeConfig(text, offset, RULES);
    const [best] = items;
    const first = best === undefined ? text : text.slice(0, best.at.start) + best.text + text.slice(best.at.end);
    const inSchema = items.filter((item) => item.isInSchema).map(({ label }) => label);
    return { labels: items.map(({ label }) => label), items, inSchema, first };
  }

  test('completes releases and taints, which a schema does not list', () => {
    const release = inConfig('kubernetesVersion: ¦');
    expect(release.first).toBe(`kubernetesVersion: ${NEWEST_VERSION}`);
    expect(inConfig('kubernetesVersion: "¦"').first).toBe(`kubernetesVersion: "${NEWEST_VERSION}"`);
    const taint = inConfig('taint: ¦\n');
    expect(taint.labels).toEqual(['auto', 'none', 'upstream', 'aks', 'aks-local', 'eks', 'gke', 'openshift', 'gce']);
    expect([...release.inSchema, ...taint.inSchema]).toEqual([]);
    expect(inConfig('overrides:\n  - files: [a]\n    taint: a¦').labels).toContain('aks-local');
  });

  test('completes keys, rules, severities and words', () => {
    expect(inConfig('¦').labels).toContain('containerRuntime');
    expect(inConfig('¦').labels).toContain('overrides');
    expect(inConfig('¦').labels).not.toContain('scope');
    expect(inConfig('taint: none\nta¦').labels).not.toContain('taint');
    expect(inConfig('ru¦').labels).toContain('rules');
    expect(inConfig('kube¦').first).toBe('kubernetesVersion: ');
    expect(inConfig('kube¦: 1.30').first).toBe('kubernetesVersion: 1.30');
    expect(inConfig('rules:\n  pod/¦').labels).toContain('pod/host-pid');
    expect(inConfig('rules:\n  pod/¦').labels).toContain('image');
    expect(inConfig('rules: { ¦ }').labels).toContain('pod/host-pid');
    expect(inConfig('rules:\n  pod/host-pid: ¦').labels).toEqual([
      'off',
      'on',
      'error',
      'warning',
      'information',
      'hint',
    ]);
    expect(inConfig('rules:\n  pod/host-pid: ¦').first).toBe('rules:\n  pod/host-pid: off');
    expect(inConfig('cniMode: ¦').labels).toEqual(['unknown', 'overlay', 'l2bridge']);
    expect(inConfig('mixedCluster: ¦').first).toBe('mixedCluster: true');
    const override = inConfig('overrides:\n  - ¦').labels;
    expect(override).toContain('files');
    expect(override).toContain('rules');
    expect(override).not.toContain('exclude');
    expect(inConfig('overrides:\n  - files: [a]\n    rules:\n      ¦').labels).toContain('pod/host-pid');
  });

  test.each(['¦', 'rules:\n  ¦', 'rules:\n  pod: ¦', 'cniMode: ¦', 'mixedCluster: ¦'])(
    'says that a schema lists the completions of %j',
    (text) => {
      const { labels, inSchema } = inConfig(text);
      expect(inSchema).toEqual(labels);
      expect(labels).not.toEqual([]);
    },
  );

  test.each(['rules:\n  ¦', 'rules:\n  "KW11¦"'])('completes the ID of a rule, which its code finds, in %j', (text) => {
    const { labels, items } = inConfig(text);
    const item = items.find(({ label }) => label === 'pod/host-pid');
    expect(item?.code).toBe('KW1103');
    expect(item?.filter).toMatch(/^"?pod\/host-pid"? KW1103$/);
    expect(item?.text).not.toContain('KW');
    expect(labels).not.toContain('KW1103');
  });

  test('completes nothing where any text is valid', () => {
    for (const text of [
      'exclude: [¦]',
      'clusterDomain: ¦',
      'nothing: ¦',
      'constructor: ¦',
      'taint: none # ¦',
      'rules:\n  a: { ¦ }',
    ]) {
      expect(inConfig(text).labels, text).toEqual([]);
    }
  });

  test.each([
    ['taint: none', 'taint', /^The taint of the Windows nodes/],
    ['rules: { pod/host-pid: off }', 'pod/host-pid', /hostPID/],
    ['rules: { pod/host-pid: off }', 'pod/host-pid', /^`pod\/host-pid` \(`KW1103`\): /],
    ['rules: { KW1103: off }', 'KW1103', /^`pod\/host-pid` \(`KW1103`\): hostPID/],
    ['overrides: [{ files: [a], rules: { pod/host-pid: off } }]', 'pod/host-pid', /hostPID/],
    ['overrides: [{ files: [a] }]', 'files', /^Globs/],
    ['taint: none', 'none', undefined],
    ['nothing: 1', 'nothing', undefined],
    ['rules: { nothing/here: off }', 'nothing', undefined],
  ])('shows a hover in %s at %s', (text, where, expected) => {
    const found = explainConfig(text, text.indexOf(where), RULES);
    if (expected === undefined) expect(found).toBeUndefined();
    else expect(found?.markdown).toMatch(expected);
  });
});
