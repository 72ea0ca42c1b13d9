import { fileURLToPath } from 'node:url';
import { type Node, SyntaxKind } from 'typescript/unstable/ast';
import { API } from 'typescript/unstable/sync';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

interface WithText {
  readonly text: string;
}

/** The literal text in a call that translates it: t('Open'), t`Change it to ${name}`, message('{0} {effect}'). */
function textOf(node: Node): string | undefined {
  if (node.kind === SyntaxKind.CallExpression) {
    const { expression, arguments: given } = node as Node & { expression: Node; arguments: readonly Node[] };
    const [first] = given;
    const isText = first?.kind === SyntaxKind.StringLiteral || first?.kind === SyntaxKind.NoSubstitutionTemplateLiteral;
    return isText && SAYING.has(expression.getText()) ? (first as Node & WithText).text : undefined;
  }
  if (node.kind !== SyntaxKind.TaggedTemplateExpression) return undefined;
  const { tag, template } = node as Node & {
    tag: Node;
    template: { head?: WithText; templateSpans?: readonly { literal: WithText }[] } & WithText;
  };
  if (!SAYING.has(tag.getText())) return undefined;
  const { head, templateSpans = [] } = template;
  return head === undefined
    ? template.text
    : templateSpans.reduce((text, { literal }, i) => `${text}{${i}}${literal.text}`, head.text);
}

const SAYING: ReadonlySet<string> = new Set(['t', 'l10n.t', 'message']);

/** The literal texts of the client and the server that are translated. */
export function textsInSources(): {
  readonly said: ReadonlySet<string>;
  /** Every other literal, which may be translated where it is shown. */
  readonly literals: ReadonlySet<string>;
  /** Prose in the client that is not translated. */
  readonly unsaid: readonly string[];
} {
  const said = new Set<string>();
  const literals = new Set<string>();
  const unsaid: string[] = [];
  const visit = (node: Node, path: string, isSaid: boolean): void => {
    const text = textOf(node);
    if (text !== undefined) said.add(text);
    if (LITERALS.has(node.kind)) literals.add((node as Node & WithText).text);
    if (!isSaid && text === undefined && path.startsWith('client/') && isProse(node)) {
      unsaid.push(`${path}: ${node.getText()}`);
    }
    node.forEachChild((child) => visit(child, path, isSaid || text !== undefined));
  };
  const api = new API({ cwd: ROOT });
  const openProjects = ['server', 'client'].map((project) => `${ROOT}${project}/tsconfig.json`);
  for (const { program } of api.updateSnapshot({ openProjects }).getProjects()) {
    for (const file of program.getSourceFileNames()) {
      const path = file.slice(ROOT.length);
      const source = /^(?:server|client)\/src\/(?!cli)/.test(path) ? program.getSourceFile(file) : undefined;
      if (source !== undefined) visit(source, path, false);
    }
  }
  api.close();
  return { said, literals, unsaid };
}

/** Whether a literal is prose: a capitalized word, or several words. */
function isProse(node: Node): boolean {
  if (!LITERALS.has(node.kind)) return false;
  const { text } = node as Node & WithText;
  return /[a-z]{2,} [a-z]{2,}/i.test(text) || /^[A-Z][a-z]+[.…]?$/.test(text);
}

const LITERALS: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.StringLiteral,
  SyntaxKind.NoSubstitutionTemplateLiteral,
  SyntaxKind.TemplateHead,
  SyntaxKind.TemplateMiddle,
  SyntaxKind.TemplateTail,
]);
