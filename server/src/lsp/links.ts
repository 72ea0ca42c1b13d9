import type { DocumentLink } from 'vscode-languageserver';
import { parseReference } from '../images/reference.ts';
import { ruleNames } from '../lint/settings/rule-names.ts';
import { t } from '../text/localize.ts';
import { type Span, shift } from '../text/span.ts';
import { podImages } from '../windows/images.ts';
import type { FileReport } from '../workspace/report.ts';
import { type ProtocolContext, pageOf, rangeOf } from './diagnostic.ts';

type DocumentInFile = FileReport['documents'][number];

/** A link in a document, whose offsets count from its start. */
interface Link {
  readonly span: Span;
  readonly target: string;
  readonly tooltip: string;
}

/** The links from the rules in `kubewin:` comments and from images of Microsoft to their pages. */
export function linksIn({ file, documents }: FileReport, protocol: ProtocolContext): DocumentLink[] {
  return documents.flatMap((document) =>
    [...ruleLinks(document, file.uri, protocol), ...imageLinks(document)].map(({ span, target, tooltip }) => ({
      range: rangeOf(file, shift(span, document.start)),
      target,
      ...(protocol.client.supportsLinkTooltips ? { tooltip } : {}),
    })),
  );
}

function ruleLinks({ report }: DocumentInFile, uri: string, { client, workspace }: ProtocolContext): Link[] {
  const { rules } = workspace.lintContext(uri).rules;
  const names = ruleNames(rules);
  return report.directives
    .flatMap((directive) => (directive.kind === 'allow' ? directive.rules : []))
    .flatMap(({ id, span }) => {
      const rule = rules.find((candidate) => candidate.id === names.idOf(id));
      const url = rule?.sources.find((source) => source.url !== undefined)?.url;
      if (rule === undefined || url === undefined) return [];
      return { span, target: pageOf({ rule: rule.id, url }, client), tooltip: t(rule.title) };
    });
}

/**
 * Links from the images of Windows pods to the list of their tags in Microsoft's registry, as the documentation of PowerShell
 * links it: https://learn.microsoft.com/powershell/scripting/install/install-alpine
 */
function imageLinks({ report }: DocumentInFile): Link[] {
  return report.workloads
    .filter(({ verdict }) => verdict.os === 'windows')
    .flatMap(({ pod }) => podImages(pod))
    .flatMap(({ field: { string, valueSpan: span } }) => {
      const { registry, repository } = parseReference(string ?? '') ?? {};
      if (registry !== 'mcr.microsoft.com') return [];
      const target = `https://mcr.microsoft.com/en-us/artifact/mar/${repository}/tags`;
      return { span, target, tooltip: t('The tags of this image') };
    });
}
