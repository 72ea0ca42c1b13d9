import type { ClusterQuestion } from '../lint/new-config.ts';
import type { ListedRule } from '../lint/rule-list.ts';
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
