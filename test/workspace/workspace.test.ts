import { beforeEach, describe, expect, test } from 'vitest';
import type { Finding } from '../../server/src/lint/finding.ts';
import { DEFAULT_SETTINGS } from '../../server/src/lint/settings/settings.ts';
import type { Workspace } from '../../server/src/workspace/workspace.ts';
import { testWorkspace } from '../lint-text.ts';

let workspace: Workspace;

beforeEach(() => {
  workspace = testWorkspace();
});

describe('documents', () => {
  test('checks only the document that was edited', () => {
    const documents = [pod('a', WINDOWS), pod('b', WINDOWS), pod('c', WINDOWS)];
    workspace.open('file:///x.yaml', documents.join('---\n'), 1);
    expect(found('file:///x.yaml')).toEqual(['a', 'b', 'c']);
    expect(lintedBy(() => found('file:///x.yaml'))).toBe(0);
    documents[1] = pod('b', WINDOWS).replace('hostPID: true', 'hostPID: false');
    workspace.open('file:///x.yaml', documents.join('---\n'), 2);
    expect(lintedBy(() => expect(found('file:///x.yaml')).toEqual(['a', 'c']))).toBe(1);
  });

  test('moves findings without a check when lines are added before a document', () => {
    workspace.open('file:///x.yaml', `# one\n---\n${pod('b', WINDOWS)}`, 1);
    expect(lines('file:///x.yaml')).toEqual([8]);
    const text = `kind: ConfigMap\n---\n${pod('b', WINDOWS)}`;
    workspace.open('file:///x.yaml', text, 2);
    lines('file:///x.yaml');
    workspace.open('file:///x.yaml', `kind: ConfigMap\na: 1\nb: 2\n---\n${pod('b', WINDOWS)}`, 3);
    expect(lintedBy(() => expect(lines('file:///x.yaml')).toEqual([10]))).toBe(0);
  });

  test('checks documents after an added one again without parsing them', () => {
    const trees = () => workspace.report('file:///x.yaml')?.documents.map(({ report }) => report.document) ?? [];
    const documents = ['a', 'b', 'b'].map((name) => `---\n${pod(name, WINDOWS)}`);
    workspace.open('file:///x.yaml', documents.join(''), 1);
    const [a, b, again] = trees();
    workspace.open('file:///x.yaml', [pod('new', WINDOWS), ...documents].join(''), 2);
    expect(lintedBy(() => expect(found('file:///x.yaml')).toEqual(['new', 'a', 'b', 'b']))).toBe(3);
    const [, movedA, keptB, other] = trees();
    expect([movedA === a, keptB === b || keptB === again]).toEqual([true, true]);
    expect(other).not.toBe(keptB);
  });

  test('does not check documents without Windows words', () => {
    workspace.open('file:///x.yaml', pod('a', 'image: {}'), 1);
    expect(lintedBy(() => expect(found('file:///x.yaml')).toEqual([]))).toBe(0);
    expect(workspace.report('file:///x.yaml')?.documents).toEqual([]);
    expect(workspace.report('file:///x.yaml', true)?.documents).toHaveLength(1);
  });
});

describe('facts', () => {
  beforeEach(() => {
    workspace.setOnDisk('file:///class.yaml', runtimeClass('win', 'windows'));
    workspace.setOnDisk('file:///by-class.yaml', pod('by-class', 'runtimeClassName: win'));
    workspace.setOnDisk('file:///other-class.yaml', pod('other-class', 'runtimeClassName: other'));
    workspace.setOnDisk('file:///by-label.yaml', pod('by-label', WINDOWS));
    expect(allFound()).toEqual(['by-class', 'by-label']);
  });

  test('rechecks the pods that asked for a changed fact', () => {
    workspace.setOnDisk('file:///class.yaml', runtimeClass('win', 'linux'));
    // The class itself and the one pod that names it.
    expect(lintedBy(() => expect(allFound()).toEqual(['by-label']))).toBe(2);
    workspace.setOnDisk('file:///class.yaml', runtimeClass('win', 'linux').replace('handler: x', 'handler: y'));
    expect(lintedBy(() => allFound())).toBe(2);
  });

  test('does not recheck pods that did not ask for a changed fact', () => {
    workspace.setOnDisk('file:///another-class.yaml', runtimeClass('another', 'windows'));
    workspace.setOnDisk('file:///node.yaml', 'apiVersion: v1\nkind: Node\nmetadata:\n  name: n\n');
    for (let i = 0; i < 10; i++) workspace.setOnDisk(`file:///more-${i}.yaml`, pod(`more-${i}`, WINDOWS));
    allFound();
    const texts = [`# moved\n${runtimeClass('win', 'windows')}`, runtimeClass('win', 'windows').replace('x', 'y')];
    for (const text of texts) {
      workspace.setOnDisk('file:///class.yaml', text);
      expect(lintedBy(allFound)).toBe(2);
    }
    workspace.setOnDisk('file:///node.yaml', '# moved\napiVersion: v1\nkind: Node\nmetadata:\n  name: n\n');
    expect(lintedBy(allFound)).toBe(0);
    // What all of them go by is that there are several builds, and only then do they look at it again.
    const build = 'node.kubernetes.io/windows-build: 10.0.';
    workspace.setOnDisk('file:///class.yaml', `${runtimeClass('win', 'windows')}    ${build}17763\n`);
    expect(lintedBy(allFound)).toBe(13);
    workspace.setOnDisk('file:///another.yaml', pod('another', `nodeSelector: { ${build}20348 }`));
    expect(lintedBy(allFound)).toBe(13);
    workspace.setOnDisk('file:///another.yaml', `# moved\n${pod('another', `nodeSelector: { ${build}20348 }`)}`);
    expect(lintedBy(allFound)).toBe(1);
  });

  test('rechecks nothing if facts stay the same', () => {
    workspace.setOnDisk('file:///class.yaml', `${runtimeClass('win', 'windows')}# the end\n`);
    expect(lintedBy(() => expect(allFound()).toEqual(['by-class', 'by-label']))).toBe(1);
  });

  test('adds and removes facts with their file', () => {
    workspace.setOnDisk('file:///other.yaml', runtimeClass('other', 'windows'));
    expect(lintedBy(() => expect(allFound()).toEqual(['by-class', 'by-label', 'other-class']))).toBe(2);
    workspace.setOnDisk('file:///other.yaml', undefined);
    workspace.setOnDisk('file:///class.yaml', undefined);
    expect(lintedBy(() => expect(allFound()).toEqual(['by-label']))).toBe(2);
    expect(workspace.uris()).toEqual(['file:///by-class.yaml', 'file:///by-label.yaml', 'file:///other-class.yaml']);
  });

  test('has no fact for two objects of one name that differ', () => {
    workspace.setOnDisk('file:///again.yaml', runtimeClass('win', 'linux'));
    expect(allFound()).toEqual(['by-label']);
    workspace.setOnDisk('file:///again.yaml', runtimeClass('win', 'windows'));
    expect(allFound()).toEqual(['by-class', 'by-label']);
  });

  test('uses the facts of an open file while it is open', () => {
    workspace.open('file:///class.yaml', runtimeClass('win', 'linux'), 1);
    expect(allFound()).toEqual(['by-label']);
    workspace.setOnDisk('file:///class.yaml', runtimeClass('win', 'windows'));
    expect(allFound()).toEqual(['by-label']);
    workspace.close('file:///class.yaml');
    expect(allFound()).toEqual(['by-class', 'by-label']);
  });

  test('uses the facts on disk again after an open file was renamed and closed without saving', () => {
    const asked = testWorkspace();
    asked.setOnDisk('file:///class.yaml', runtimeClass('win', 'windows'));
    asked.setOnDisk('file:///pod.yaml', pod('pod', 'runtimeClassName: win'));
    asked.open('file:///class.yaml', runtimeClass('other', 'windows'), 1);
    expect(asked.report('file:///pod.yaml')?.documents.flatMap(({ findings }) => findings)).toEqual([]);
    asked.close('file:///class.yaml');
    expect(asked.report('file:///pod.yaml')?.documents[0]?.findings.some(isHostPid)).toBe(true);
  });

  test('locates facts', () => {
    const [report] = workspace.report('file:///by-class.yaml')?.documents ?? [];
    const at = report?.findings.find(isHostPid)?.related[0]?.at;
    const place = at !== undefined && 'uri' in at ? workspace.locate(at) : undefined;
    expect(place?.file.uri).toBe('file:///class.yaml');
    expect(place?.file.text.slice(place.span.start, place.span.end)).toBe('win');
  });
});

describe('folders', () => {
  test('separates facts and settings, and assigns a file to the longest folder', () => {
    workspace.setFolders(['file:///one', 'file:///one/inner', 'file:///two']);
    workspace.setSettings('file:///two', { ...DEFAULT_SETTINGS, rules: { pod: 'off' } });
    for (const folder of ['one', 'one/inner', 'two', 'three']) {
      workspace.setOnDisk(`file:///${folder}/pod.yaml`, pod(`${folder}-class`, 'runtimeClassName: win'));
      workspace.setOnDisk(`file:///${folder}/label.yaml`, pod(`${folder}-label`, WINDOWS));
    }
    workspace.setOnDisk('file:///one/inner/class.yaml', runtimeClass('win', 'windows'));
    expect(allFound()).toEqual(['one/inner-label', 'one/inner-class', 'one-label', 'three-label']);
    expect(workspace.folderOf('file:///one-more/pod.yaml')).toBe('');
    workspace.setFolders(['file:///one']);
    expect(allFound()).toEqual([
      'one/inner-label',
      'one/inner-class',
      'one-label',
      'one-class',
      'three-label',
      'two-label',
    ]);
  });

  test('rechecks files when settings change', () => {
    workspace.setOnDisk('file:///a.yaml', pod('a', WINDOWS));
    expect(allFound()).toEqual(['a']);
    workspace.setSettings('', { ...DEFAULT_SETTINGS, rules: { 'pod/host-pid': 'off' } });
    expect(allFound()).toEqual([]);
  });
});

describe('memory', () => {
  test('prefers the open text to the one on disk until the file is closed', () => {
    workspace.setOnDisk('file:///a.yaml', pod('disk', WINDOWS));
    workspace.open('file:///a.yaml', pod('open', WINDOWS), 7);
    expect(allFound()).toEqual(['open']);
    expect(workspace.file('file:///a.yaml')?.version).toBe(7);
    workspace.setOnDisk('file:///a.yaml', pod('changed', WINDOWS));
    expect(allFound()).toEqual(['open']);
    workspace.close('file:///a.yaml');
    expect(allFound()).toEqual(['changed']);
    expect(workspace.file('file:///a.yaml')?.version).toBeUndefined();
  });

  test('checks nothing when a file with a known text is opened', () => {
    workspace.setOnDisk('file:///a.yaml', pod('a', WINDOWS));
    found('file:///a.yaml');
    workspace.open('file:///a.yaml', pod('a', WINDOWS), 1);
    expect(lintedBy(() => found('file:///a.yaml'))).toBe(0);
  });

  test('forgets a file that was only open when it is closed', () => {
    workspace.open('file:///a.yaml', pod('a', WINDOWS), 1);
    workspace.close('file:///a.yaml');
    expect(workspace.uris()).toEqual([]);
    expect(workspace.report('file:///a.yaml')).toBeUndefined();
  });

  test('finds the same after a release', () => {
    workspace.setOnDisk('file:///a.yaml', pod('a', WINDOWS));
    found('file:///a.yaml');
    workspace.release('file:///a.yaml');
    expect(lintedBy(() => expect(found('file:///a.yaml')).toEqual(['a']))).toBe(1);
  });
});

const WINDOWS = 'nodeSelector: { kubernetes.io/os: windows }';

/** A pod with a finding of pod/host-pid if it is for Windows. */
function pod(name: string, line: string): string {
  return `apiVersion: v1\nkind: Pod\nmetadata:\n  name: ${name}\nspec:\n  hostPID: true\n  ${line}\n  containers: [{ name: a, image: a }]\n`;
}

function runtimeClass(name: string, os: string): string {
  return `apiVersion: node.k8s.io/v1\nkind: RuntimeClass\nmetadata:\n  name: ${name}\nhandler: x\nscheduling:\n  nodeSelector:\n    kubernetes.io/os: ${os}\n`;
}

/** The names of the pods in a file that have a finding of pod/host-pid; the other rules run too. */
function found(uri: string): string[] {
  const documents = workspace.report(uri)?.documents ?? [];
  return documents.flatMap(({ findings }) => findings.filter(isHostPid).map((finding) => finding.object?.name ?? ''));
}

function isHostPid({ rule }: Finding): boolean {
  return rule === 'pod/host-pid';
}

function allFound(): string[] {
  return workspace.uris().flatMap(found);
}

function lines(uri: string): number[] {
  const report = workspace.report(uri);
  return (report?.documents ?? []).flatMap(({ start, findings }) =>
    findings
      .filter(isHostPid)
      .map((finding) => (report?.file.lines.positionAt(start + finding.at.start).line ?? -1) + 1),
  );
}

/** How many documents the rules had to look at. */
function lintedBy(act: () => void): number {
  const before = workspace.lintCount;
  act();
  return workspace.lintCount - before;
}
