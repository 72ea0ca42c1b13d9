import type { DocumentLink } from 'vscode-languageserver';
import { ruleNames } from '../lint/settings/rule-names.ts';
import { t } from '../text/localize.ts';
import { shift } from '../text/span.ts';
import type { FileReport } from '../workspace/report.ts';
import { type ProtocolContext, pageOf, rangeOf } from './diagnostic.ts';

/** The links from the rules in `kubewin:` comments to their pages. */
export function linksIn({ file, documents }: FileReport, { client, workspace }: ProtocolContext): DocumentLink[] {
  const { rules } = workspace.rules;
  const names = ruleNames(rules);
  return documents.flatMap(({ start, report: { directives } }) =>
    directives
      .flatMap((directive) => (directive.kind === 'allow' ? directive.rules : []))
      .flatMap(({ id, span }) => {
        const rule = rules.find((candidate) => candidate.id === names.idOf(id));
        const url = rule?.sources.find((source) => source.url !== undefined)?.url;
        if (rule === undefined || url === undefined) return [];
        return {
          range: rangeOf(file, shift(span, start)),
          target: pageOf({ rule: rule.id, url }, client),
          ...(client.supportsLinkTooltips ? { tooltip: t(rule.title) } : {}),
        };
      }),
  );
}
