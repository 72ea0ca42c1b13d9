import type { Position } from '../../text/line-index.ts';
import type { ConfigFile } from '../../workspace/config-files.ts';
import { shownPath } from './input.ts';

/** A message that is not a finding. */
export interface Message {
  /** Undefined if it is not about a file. */
  readonly path: string | undefined;
  readonly at: Position | undefined;
  readonly message: string;
  /** Whether the exit code is 2 because of it. */
  readonly isError: boolean;
}

/** Reported if there is nothing to check. */
export const NO_OBJECT: Message = {
  path: undefined,
  at: undefined,
  message: 'No Kubernetes object was found in the input.',
  isError: false,
};

/** A fault in a configuration file. */
export function configMessage(
  { uri }: Pick<ConfigFile, 'uri'>,
  { at, message }: ConfigFile['faults'][number],
): Omit<Message, 'isError'> {
  return { path: shownPath(uri), at: at?.start, message };
}

/** `path:line:column`, from 1, as terminals and editors make links of. */
export function locationText({ path, at }: { readonly path: string; readonly at: Position | undefined }): string {
  return at === undefined ? path : `${path}:${at.line + 1}:${at.character + 1}`;
}
