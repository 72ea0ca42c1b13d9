import type { Command, Location, Position, WorkspaceEdit } from 'vscode-languageserver';
import type { WorkloadPage } from '../lint/pages/explain-workload.ts';
import type { ListedRule } from '../lint/rule-set/rule-list.ts';
import type { ClusterOffer, OfferedSetting } from '../lint/settings/cluster-offer.ts';
import type { ConfigValue } from '../lint/settings/config-edit.ts';
import type { ClusterQuestion } from '../lint/settings/new-config.ts';
import type { KubectlOutput } from '../workspace/kubectl-output.ts';
import type { ConfigChange } from './config-change.ts';
import type { Information } from './information.ts';
import { RequestType, RequestType0 } from './protocol.ts';
import type { RenderedDocument } from './rendered.ts';

// Requests of the Kubewin extension that are not part of the protocol.

/** The rules, with their severities for a file. */
export const RulesRequest = new RequestType<{ readonly uri: string }, readonly ListedRule[], void>('kubewin/rules');
/** The questions to ask before a configuration file is written. */
export const ClusterQuestionsRequest = new RequestType0<readonly ClusterQuestion[], void>('kubewin/clusterQuestions');
/** The text of a configuration file for the answers of the user. */
export const NewConfigRequest = new RequestType<Readonly<Record<string, unknown>>, string, void>('kubewin/newConfig');
/** Diagnostic information for bug reports. */
export const InformationRequest = new RequestType<Readonly<Record<string, never>>, Information, void>(
  'kubewin/information',
);

/** The values to set for a file, which is given by the client's URI. */
export interface ConfigChangeParams {
  readonly uri: string;
  readonly values: readonly ConfigValue[];
}

/** Requests the edits that set values in the configuration file of a file; null if the file has none. */
export const ConfigChangeRequest = new RequestType<ConfigChangeParams, ConfigChange | null, void>(
  'kubewin/configChange',
);

/** What kubectl printed of a cluster; without it, the Nodes of the workspace folder are the cluster. */
export interface ClusterParams {
  /** The client's URI of a file, whose configuration file counts. */
  readonly uri: string;
  readonly kubectl?: { readonly list: KubectlOutput; readonly version?: KubectlOutput };
}

/** What a cluster says of settings that the configuration file of a file does not have. */
export interface FileClusterOffer extends Omit<ClusterOffer, 'settings'> {
  /** `current` is the value in the configuration file. */
  readonly settings: readonly (OfferedSetting & { readonly current?: string })[];
  /** The client's URI of the configuration file; null if there is none. */
  readonly config: string | null;
}

/** Requests what a cluster says of settings. */
export const ClusterOfferRequest = new RequestType<ClusterParams, FileClusterOffer, void>('kubewin/clusterOffer');

export interface ExplainParams {
  readonly uri: string;
  readonly position: Position;
}

/** Requests the page on the workload at a position; null if there is no workload. */
export const ExplainRequest = new RequestType<ExplainParams, WorkloadPage | null, void>('kubewin/explain');

/** Whether the workload is checked as a Windows pod from now on. It is anyway if it is known to run on Windows. */
export type CheckAsWindowsResult = 'checked' | 'stopped' | 'known';

/**
 * Checks the workload at a position as a Windows pod until the file is closed, or stops doing so. Null if there is no
 * workload.
 */
export const CheckAsWindowsRequest = new RequestType<ExplainParams, CheckAsWindowsResult | null, void>(
  'kubewin/checkAsWindows',
);

/** Requests what Helm makes of a template, given by the client's URI; null for a file that is not rendered by itself. */
export const RenderedTemplateRequest = new RequestType<{ readonly uri: string }, RenderedDocument | null, void>(
  'kubewin/renderedTemplate',
);

/** Requests where the text at a position of what Helm makes of a template is from; null if this is in no file. */
export const RenderedSourceRequest = new RequestType<ExplainParams, Location | null, void>('kubewin/renderedSource');

/** A change among which the user chooses. The command runs after the edit. */
export interface Choice {
  readonly title: string;
  /** The title of the preview. */
  readonly previewTitle?: string;
  readonly description?: string;
  readonly detail?: string;
  readonly edit?: WorkspaceEdit;
  readonly command?: Command;
}

/** Requests the ways to make the workload ready for Windows that the arguments of a `makeReadyCommand` name. */
export const WaysToWindowsRequest = new RequestType<ExplainParams, readonly Choice[], void>('kubewin/waysToWindows');

/** A call of a tool by a language model. */
export interface AgentToolParams {
  readonly tool: string;
  /** As the model wrote it. */
  readonly input: unknown;
  /** The client's URI of the input `path`; undefined without one, and for a path outside of the workspace. */
  readonly uri?: string;
}

/** A text for the model, with the edit that the client applies first; a page of the documentation; or what is wrong. */
export type AgentToolResult =
  | { readonly text: string; readonly edit?: WorkspaceEdit }
  | { readonly page: string }
  | { readonly fault: string };

/** Calls a tool. Inputs are validated, and texts are bounded. */
export const AgentToolRequest = new RequestType<AgentToolParams, AgentToolResult, void>('kubewin/agentTool');
