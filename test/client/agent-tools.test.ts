import { beforeEach, expect, test } from 'vitest';
import { URI, Utils } from 'vscode-uri';
import { AgentTools, type Api } from '../../client/src/agent-tools.ts';

interface Tool {
  invoke(call: object, token: object): Promise<{ readonly content: readonly { readonly value: string }[] }>;
  prepareInvocation?(call: object): { readonly confirmationMessages: { readonly message: { readonly value: string } } };
}

/** The state of a host. */
const host = {
  tools: new Map<string, Tool>(),
  lm: undefined as object | undefined,
  trusted: true,
  dirty: false,
  folders: [] as { uri: URI; name: string }[],
  files: [] as string[],
  applies: true,
  done: [] as string[],
};

/** The part of VS Code that the tools use. */
const API = {
  get lm() {
    return host.lm;
  },
  l10n: { t: (text: string, ...values: string[]) => text.replace(/\{(\d)\}/g, (_, i) => values[Number(i)] ?? '') },
  MarkdownString: class {
    value = '';
    appendText(text: string) {
      this.value = text.replace(/[\\[\]]/g, '\\$&');
      return this;
    }
  },
  LanguageModelTextPart: class {
    readonly value: string;
    constructor(value: string) {
      this.value = value;
    }
  },
  LanguageModelToolResult: class {
    readonly content: readonly object[];
    constructor(content: readonly object[]) {
      this.content = content;
    }
  },
  Uri: Object.assign(URI, { joinPath: Utils.joinPath }),
  workspace: {
    get isTrusted() {
      return host.trusted;
    },
    get workspaceFolders() {
      return host.folders;
    },
    getWorkspaceFolder: (uri: URI) => host.folders.find((folder) => `${uri}/`.startsWith(`${folder.uri}/`)),
    fs: { stat: async (uri: URI) => host.files.includes(String(uri)) || Promise.reject(new Error('missing')) },
    openTextDocument: async () => ({ isDirty: host.dirty, save: async () => host.done.push('saved') }),
    applyEdit: async (edit: string) => {
      if (host.applies) host.done.push(edit);
      return host.applies;
    },
  },
} as unknown as Api;

const FOLDER = { uri: URI.file('/work/shop'), name: 'shop' };
const OTHER = { uri: URI.file('/work/other'), name: 'other' };

beforeEach(() => {
  Object.assign(host, { trusted: true, dirty: false, folders: [FOLDER], files: [], applies: true, done: [] });
  host.tools.clear();
  host.lm = {
    registerTool: (name: string, tool: Tool) => {
      host.tools.set(name, tool);
      return { dispose: () => host.tools.delete(name) };
    },
  };
});

/** Registers the tools with a server that gives an answer, and returns what it is asked. */
function registered(answer: object) {
  const asked: { readonly tool: string; readonly input: object; readonly uri: string | undefined }[] = [];
  const server = {
    start: async () => {},
    code2ProtocolConverter: { asUri: String },
    protocol2CodeConverter: { asWorkspaceEdit: async (edit: string) => edit },
    sendRequest: async (_: string, params: (typeof asked)[number]) => {
      asked.push(params);
      return answer;
    },
  };
  const disposables = new AgentTools(API, server as never, async (path) => `page ${path}`).register();
  return { asked, disposables };
}

async function invoke(name: string, input: object): Promise<string | undefined> {
  return (await host.tools.get(name)?.invoke({ input }, {}))?.content[0]?.value;
}

test.each([undefined, {}])('a host without tools gets none: %j', (lm) => {
  host.lm = lm;
  expect(registered({}).disposables).toEqual([]);
});

test('the server answers, and pages are read from the extension', async () => {
  const { asked } = registered({ text: 'answer' });
  expect(await invoke('kubewin_check', { text: 'kind: Pod' })).toBe('answer');
  expect(asked).toEqual([{ tool: 'kubewin_check', input: { text: 'kind: Pod' }, uri: undefined }]);
  registered({ page: 'rules/pod/host-pid.md' });
  expect(await invoke('kubewin_explain', { rule: 'pod/host-pid' })).toBe('page rules/pod/host-pid.md');
});

test('a fault is an error, which the model reads', async () => {
  registered({ fault: 'Give either `text` or `path`.' });
  await expect(invoke('kubewin_check', {})).rejects.toThrow('Give either `text` or `path`.');
});

test.each([
  ['deploy/web.yaml', 'file:///work/shop/deploy/web.yaml'],
  ['.', 'file:///work/shop/'],
  ['/work/shop/web.yaml', 'file:///work/shop/web.yaml'],
  ['file:///work/shop/web.yaml', 'file:///work/shop/web.yaml'],
  ['shop/web.yaml', 'file:///work/shop/web.yaml'],
  ['other/web.yaml', 'file:///work/other/web.yaml'],
  ['../shop-too/web.yaml', undefined],
  ['/work/shop/../../etc/passwd', undefined],
  ['file:///work/shop/../../etc/passwd', undefined],
  ['/etc/passwd', undefined],
  ['https://example.com/web.yaml', undefined],
])('the path %s is %s', async (path, uri) => {
  host.folders = [FOLDER, OTHER];
  host.files = ['file:///work/shop/web.yaml', 'file:///work/other/web.yaml'];
  const { asked } = registered({ text: '' });
  await invoke('kubewin_check', { path });
  expect(asked[0]?.uri?.replace(/\/$/, '')).toBe(uri?.replace(/\/$/, ''));
});

test('a fix asks first, with the path as text', () => {
  registered({});
  const ask = (name: string, input: object) => host.tools.get(name)?.prepareInvocation?.({ input });
  const question = ask('kubewin_fix', { path: '[x](command:y)' })?.confirmationMessages.message.value;
  expect(question).toContain('\\[x\\](command:y)');
  expect([ask('kubewin_fix', { text: '' }), ask('kubewin_check', { path: 'x' })]).toEqual([undefined, undefined]);
});

test('a fix changes the file and saves it, unless it has unsaved changes', async () => {
  registered({ text: 'applied', edit: 'edit' });
  expect(await invoke('kubewin_fix', { path: 'web.yaml' })).toBe('applied');
  expect(host.done).toEqual(['edit', 'saved']);
  host.dirty = true;
  await invoke('kubewin_fix', { path: 'web.yaml' });
  expect(host.done).toEqual(['edit', 'saved', 'edit']);
});

test('a fix that cannot be applied is an error', async () => {
  host.applies = false;
  registered({ text: 'applied', edit: 'edit' });
  await expect(invoke('kubewin_fix', { path: 'web.yaml' })).rejects.toThrow('was not applied');
});

test('without trust, files are not changed, and all else works', async () => {
  host.trusted = false;
  const { asked } = registered({ text: 'answer', edit: 'edit' });
  await expect(invoke('kubewin_fix', { path: 'web.yaml' })).rejects.toThrow('Trust this workspace');
  expect([asked, host.done]).toEqual([[], []]);
  expect(await invoke('kubewin_fix', { text: 'kind: Pod' })).toBe('answer');
  expect(await invoke('kubewin_check', { path: 'web.yaml' })).toBe('answer');
  expect(host.done).toEqual([]);
});
