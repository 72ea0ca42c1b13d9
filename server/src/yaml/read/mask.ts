import { type Action, findActions } from './actions.ts';
import type { BrokenPart } from './broken-parts.ts';
import { maskJsonComments } from './json-comments.ts';
import { Template } from './template.ts';

/** A text with its actions masked, and the positions of the actions. */
export interface Masked {
  readonly text: string;
  readonly template: Template | undefined;
}

/**
 * Masks the `{{ … }}` actions of a text so that the rest can be parsed as YAML. The result has the same length and the same
 * lines. Lines with nothing but actions become blank; other actions become a run of `$`, which looks like a placeholder.
 * The comments of JSON become blanks. A text without actions and such comments is returned as it is. Takes time linear in
 * the length of the text.
 *
 * The `thorough` way is for texts that cannot be parsed then: it also masks variables like `${NAME}`, and puts a stand-in
 * on action lines without which the lines below them are not valid YAML.
 */
export function mask(text: string, thorough = false): Masked {
  const actions = text.includes('{{') || thorough ? findActions(text, thorough) : [];
  if (actions.length === 0) return { text: maskJsonComments(text), template: undefined };
  const parts: string[] = [];
  let end = 0;
  for (const action of actions) {
    parts.push(text.slice(end, action.start), maskOf(text.slice(action.start, action.end), action));
    end = action.end;
  }
  const masked = maskJsonComments(parts.join('') + text.slice(end));
  return { text: masked, template: new Template(masked, actions) };
}

/** Masks one more part, which is then as unknown as the output of a template. */
export function maskMore({ text, template }: Masked, part: BrokenPart): Masked {
  const masked = text.slice(0, part.start) + part.masked + text.slice(part.end);
  return { text: masked, template: Template.withPart(masked, template, part) };
}

function maskOf(action: string, { isBlank, standIn }: Action): string {
  if (standIn !== undefined) {
    const { blanks, isKey } = standIn;
    return ' '.repeat(blanks) + dollars(action.slice(blanks + (isKey ? 1 : 0))) + (isKey ? ':' : '');
  }
  if (isBlank) return action.replace(/[^\r\n]/g, ' ');
  return dollars(action);
}

/** A run of `$` in the first line of an action, and blanks in its other lines. */
function dollars(action: string): string {
  const lineEnd = action.search(/[\r\n]/);
  if (lineEnd === -1) return '$'.repeat(action.length);
  return '$'.repeat(lineEnd) + action.slice(lineEnd).replace(/[^\r\n]/g, ' ');
}
