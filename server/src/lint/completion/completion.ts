import type { Span } from '../../text/span.ts';
import { type Slot, textFor } from '../../yaml/edit/slot.ts';

/** A text that completion offers at an offset. */
export interface Completion {
  /** The span that it replaces. */
  readonly at: Span;
  readonly text: string;
  readonly label: string;
  /** The text that editors compare with what is typed. */
  readonly filter: string;
  /** The code of the rule that it names. */
  readonly code?: string | undefined;
  /** A few words beside the label. */
  readonly detail?: string | undefined;
  /** Description in Markdown. */
  readonly documentation?: string | undefined;
  readonly kind: 'value' | 'reference' | 'rule' | 'setting';
  /** Whether the JSON schema of the file lists it, so that an editor may know it already. */
  readonly isInSchema?: boolean;
}

/** A scalar in a slot, in the same quotes as the text in it. */
export function scalarIn(slot: Slot, value: string, detail?: string, kind: Completion['kind'] = 'value'): Completion {
  const text = textFor(value, slot);
  return { at: slot, text, label: value, filter: slot.quote === '' ? value : text, detail, kind };
}
