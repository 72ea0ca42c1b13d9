import type { ConfigPath } from '../lint/config-edit.ts';
import type { ConfigChange } from './folder-configs.ts';
import { RequestType } from './protocol.ts';

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
