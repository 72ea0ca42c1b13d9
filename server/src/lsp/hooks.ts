import type { OwnRuleTools } from '../lint/rule-set/own-rules.ts';
import type { CachedSession, WorkspaceCache } from './workspace-cache.ts';

/** Hooks with which a process adjusts its memory, and loads what few sessions need. */
export interface Hooks {
  /** Called when a configuration file defines a rule. Without it, such rules are not evaluated. */
  readonly loadOwnRules?: () => Promise<OwnRuleTools>;
  /** Called before the folders of a workspace are read. */
  readonly onScan?: () => Promise<void>;
  /** Called for each change of an open document. */
  readonly onTyping?: () => Promise<void>;
  /** Opens the folder in which the server keeps what it has found; undefined if it keeps nothing. */
  readonly openCache?: (folder: string, session: CachedSession) => Promise<WorkspaceCache>;
}
