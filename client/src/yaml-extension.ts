import { Disposable, extensions, Uri, workspace } from 'vscode';
import type { Middleware } from 'vscode-languageclient';

/** Settings of the YAML extension (`redhat.vscode-yaml`), all of which are on by default. */
type Ability = 'validate' | 'hover' | 'completion';

/** Whether the YAML extension is there and does this for a file. */
function yamlExtensionHas(ability: Ability, file?: Uri): boolean {
  const isThere = extensions.getExtension('redhat.vscode-yaml') !== undefined;
  return isThere && workspace.getConfiguration('yaml', file).get(ability, true);
}

/** What the server marks so is contained in the JSON schema of a configuration file. */
function isInSchema(item: object): boolean {
  return 'data' in item && item.data === 'schema';
}

function isConfiguration({ path }: Uri): boolean {
  return /\/\.kubewin(?:-images)?\.yaml$/.test(path);
}

/**
 * Leaves to the YAML extension what it does: it reports syntax errors, and it explains, completes and checks configuration files
 * by their JSON schemas.
 */
export const besideYamlExtension: Middleware = {
  workspace: {
    async configuration(params, token, next) {
      const values = await next(params, token);
      if (!Array.isArray(values)) return values;
      return params.items.map(({ section, scopeUri }, index) => {
        const value = values[index];
        if (section !== 'kubewin' || value?.reportSyntaxErrors !== 'auto') return value;
        const isReported = yamlExtensionHas('validate', scopeUri === undefined ? undefined : Uri.parse(scopeUri));
        return isReported ? { ...value, reportSyntaxErrors: 'off' } : value;
      });
    },
  },
  provideHover: (document, position, token, next) =>
    isConfiguration(document.uri) && yamlExtensionHas('hover', document.uri)
      ? undefined
      : next(document, position, token),
  async provideCompletionItem(document, position, context, token, next) {
    const found = (await next(document, position, context, token)) ?? [];
    if (!isConfiguration(document.uri) || !yamlExtensionHas('completion', document.uri)) return found;
    return (Array.isArray(found) ? found : found.items).filter((item) => !isInSchema(item));
  },
  async provideDiagnostics(document, previousResultId, token, next) {
    const uri = document instanceof Uri ? document : document.uri;
    if (!isConfiguration(uri)) return next(document, previousResultId, token);
    // What is left out may change while the response of the server stays the same.
    const report = await next(document, undefined, token);
    if (!report || !('items' in report) || !yamlExtensionHas('validate', uri)) return report;
    return { ...report, items: report.items.filter((item) => !isInSchema(item)) };
  },
};

/** Calls back when what the YAML extension does may have changed. */
export function onYamlExtensionChange(callback: () => void): Disposable {
  return Disposable.from(
    extensions.onDidChange(callback),
    workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('yaml')) callback();
    }),
  );
}
