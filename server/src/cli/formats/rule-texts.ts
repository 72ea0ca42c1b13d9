import { RULES } from '../../rules/index.ts';
import { DIRECTIVES } from './directives.ts';
import type { Frame } from './writer.ts';

/** The address of the documentation site, without a slash at the end; empty for a build without one. */
declare const KUBEWIN_SITE: string | undefined;
export const SITE: string = typeof KUBEWIN_SITE === 'string' ? KUBEWIN_SITE : '';

interface RuleTexts {
  readonly title: string;
  readonly why: string;
  readonly sources: readonly { readonly title: string; readonly url?: string }[];
}

/** The page of a rule on the site; undefined without a site, and for what is not a rule. */
export function pageOfRule(id: string): string | undefined {
  return SITE === '' || !RULES.some((rule) => rule.id === id) ? undefined : `${SITE}/rules/${id}`;
}

/** The title, reason and sources of a rule, also one of users, or of what is reported of directives. */
export function textsOfRule(id: string, { ownRules }: Pick<Frame, 'ownRules'>): RuleTexts {
  const own = ownRules.find((rule) => rule.id === id);
  if (own === undefined)
    return RULES.find((rule) => rule.id === id) ?? DIRECTIVES[id] ?? { title: id, why: id, sources: [] };
  const { message, description, docs } = own;
  // The formats require texts that are not empty.
  return {
    title: message,
    why: description || message,
    sources: docs === undefined ? [] : [{ title: docs, url: docs }],
  };
}
