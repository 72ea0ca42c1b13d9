import type { Settings } from '../../lint/settings/settings.ts';
import type { Command } from './commands.ts';

/** An option of the command line, as parsing, help and completion need it. */
export interface Option {
  /** Without the dashes. */
  readonly name: string;
  readonly short?: string;
  /** The placeholder of its value in the help; undefined for an option without a value. */
  readonly value?: string;
  /** Values to choose from, where the placeholder does not list them. */
  readonly values?: readonly string[];
  readonly repeatable?: boolean;
  readonly description: string;
  /**
   * The only command that has it. It replaces an option of the same name that several commands have. Without it, all
   * commands that read manifests have the option.
   */
  readonly only?: Command;
  /** Other commands that have it too. */
  readonly also?: readonly Command[];
  /** Commands that read manifests and do not have it. */
  readonly except?: readonly Command[];
  /** The setting that it sets. */
  readonly setting?: keyof Settings;
}

/** The values that an option or argument can have; empty where the help cannot list them. */
export function choicesOf({ value = '', values }: Pick<Option, 'value' | 'values'>): readonly string[] {
  return values ?? (value.includes('|') ? value.split('|') : []);
}
