import type { Position } from 'vscode-languageserver';
import type { WorkloadPage } from '../lint/pages/explain-workload.ts';
import type { ListedRule } from '../lint/rule-set/rule-list.ts';
import type { ConfigPath } from '../lint/settings/config-edit.ts';
import type { ClusterQuestion } from '../lint/settings/new-config.ts';
import type { ConfigChange } from './config-change.ts';
import type { Information } from './information.ts';
import { RequestType, RequestType0 } from './protocol.ts';

// What our own extension asks for besides the protocol.

/** The rules, with their severities for a file. */
export const RulesRequest = new RequestType<{ readonly uri: string }, readonly ListedRule[], void>('kubewin/rules');
/** What to ask before a configuration file is written. */
export const ClusterQuestionsRequest = new RequestType0<readonly ClusterQuestion[], void>('kubewin/clusterQuestions');
/** The text of a configuration file with the answers. */
export const NewConfigRequest = new RequestType<Readonly<Record<string, unknown>>, string, void>('kubewin/newConfig');
/** What a report of a problem needs. */
export const InformationRequest = new RequestType<Readonly<Record<string, never>>, Information, void>(
  'kubewin/information',
);

/** What is to be set for a file, which goes by the client's name. */
export interface ConfigChangeParams {
  readonly uri: string;
  readonly path: ConfigPath;
  readonly value: string;
}

/** Asks what sets a value in the configuration file of a file; null where it has none, so that the editor's settings count. */
export const ConfigChangeRequest = new RequestType<ConfigChangeParams, ConfigChange | null, void>(
  'kubewin/configChange',
);

export interface ExplainParams {
  readonly uri: string;
  readonly position: Position;
}

/** Asks for the page on the workload at a position; null where there is none. */
export const ExplainRequest = new RequestType<ExplainParams, WorkloadPage | null, void>('kubewin/explain');
