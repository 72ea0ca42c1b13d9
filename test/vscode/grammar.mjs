// Tests the injection grammar with the tokenizer and the YAML grammar of VS Code.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root, tools } from './install.mjs';

/** Each line of YAML with its highlighted texts, as `scope: text`. */
const cases = {
  'highlights the keyword, the rules and the reason of a suppression': [
    'hostPID: true # kubewin: allow pod/host-pid, KW1100 -- one chart for both',
    [
      'keyword.control.directive: kubewin:',
      'keyword.control.directive: allow',
      'entity.name.function.rule: pod/host-pid',
      'entity.name.function.rule: KW1100',
      'keyword.operator.reason: --',
      'string.unquoted.reason: one chart for both',
    ],
  ],
  'highlights a suppression for the file without a reason': [
    '# kubewin: allow-file os/name-recommended',
    [
      'keyword.control.directive: kubewin:',
      'keyword.control.directive: allow-file',
      'entity.name.function.rule: os/name-recommended',
    ],
  ],
  'highlights the directive for the operating system': [
    'spec: # kubewin: os=windows',
    [
      'keyword.control.directive: kubewin:',
      'keyword.control.directive: os',
      'keyword.operator.assignment: =',
      'constant.language.os: windows',
    ],
  ],
  'does not highlight other comments': ['# kubewin: os=solaris', []],
};

export async function testGrammar(report) {
  const vscode = join(tools.codeServer, '../../../lib/vscode');
  const { INITIAL, parseRawGrammar, Registry } = createRequire(join(vscode, 'package.json'))('vscode-textmate');
  const { createOnigScanner, createOnigString, loadWASM } = createRequire(join(vscode, 'package.json'))(
    'vscode-oniguruma',
  );
  const wasm = join(vscode, 'node_modules/vscode-oniguruma/release/onig.wasm');
  await loadWASM(readFileSync(wasm).buffer);

  const injection = join(root, 'syntaxes/kubewin.injection.tmLanguage.json');
  const yaml = join(vscode, 'extensions/yaml/syntaxes');
  const files = [injection, ...readdirSync(yaml).map((name) => join(yaml, name))];
  const grammars = files.map((file) => parseRawGrammar(readFileSync(file, 'utf8'), file));
  const registry = new Registry({
    onigLib: Promise.resolve({ createOnigScanner, createOnigString }),
    loadGrammar: async (scope) => grammars.find(({ scopeName }) => scopeName === scope) ?? null,
    getInjections: (scope) => (scope === 'source.yaml' ? ['kubewin.injection'] : []),
  });
  const grammar = await registry.loadGrammar('source.yaml');

  for (const [title, [line, expected]] of Object.entries(cases)) {
    const start = Date.now();
    const { tokens } = grammar.tokenizeLine(line, INITIAL);
    const highlighted = tokens.flatMap(({ startIndex, endIndex, scopes }) => {
      const scope = scopes.find((name) => name.endsWith('.kubewin'));
      return scope ? [`${scope.replace('.kubewin', '')}: ${line.slice(startIndex, endIndex)}`] : [];
    });
    try {
      assert.deepEqual(highlighted, expected);
      // The rest of the line is still tokenized as YAML.
      assert.ok(
        !tokens.some(({ scopes }) => scopes.some((scope) => scope.startsWith('invalid'))),
        'the YAML was broken',
      );
      report(title, Date.now() - start);
    } catch (error) {
      report(title, 0, error.message);
    }
  }
}
