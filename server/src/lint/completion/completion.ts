import type { Span } from '../../text/span.ts';
import { type Slot, textFor } from '../../yaml/edit/slot.ts';

/** Something that may be written at a place of a text. */
export interface Completion {
  /** What it replaces. */
  readonly at: Span;
  readonly text: string;
  readonly label: string;
  /** What is compared with what is written there. */
  readonly filter: string;
  /** A few words beside the label. */
  readonly detail?: string | undefined;
  /** Markdown on what it is. */
  readonly documentation?: string | undefined;
  readonly kind: 'value' | 'reference' | 'rule' | 'setting';
}

/** A scalar in a slot, quoted as what is there. */
export function scalarIn(slot: Slot, value: string, detail?: string, kind: Completion['kind'] = 'value'): Completion {
  const text = textFor(value, slot);
  return { at: slot, text, label: value, filter: slot.quote === '' ? value : text, detail, kind };
}
