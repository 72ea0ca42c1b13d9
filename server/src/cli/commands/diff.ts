import { type CheckRequest, checkFile } from '../files/check-file.ts';
import { NO_OBJECT } from '../files/message.ts';
import type { MessageLog } from '../files/message-log.ts';
import { type Inputs, readManifests } from '../inputs/read-manifests.ts';
import type { CheckOptions } from '../options/check.ts';
import type { OutputFiles } from '../terminal/output-file.ts';
import type { Terminal } from '../terminal/terminal.ts';

type IsFound = NonNullable<CheckRequest['isInManifests']>;

/**
 * Checks the manifests with which a cluster is compared, as if they were applied to it. The function returns whether a finding of the
 * cluster is found in them, or is suppressed there. A manifest without a namespace is for any of them. Undefined without such
 * manifests; `unread` if they cannot be read.
 */
export async function manifestFindings(
  { cluster: request, ...options }: CheckOptions,
  { cluster }: Inputs,
  outputs: OutputFiles,
  terminal: Terminal,
  log: MessageLog,
): Promise<IsFound | undefined | 'unread'> {
  if (request === undefined || cluster === undefined || request.diff.length === 0) return undefined;
  const manifestOptions = { ...options, paths: request.diff, cluster: undefined };
  const read = await readManifests(manifestOptions, outputs, terminal, log, undefined, {
    ...cluster,
    others: cluster.lookedUp,
  });
  if (read === undefined) return 'unread';
  const found = new Set<string>();
  let objects = 0;
  for (const input of read.inputs) {
    const file = log.guard(input, () =>
      checkFile(input, read.manifests, { fixes: 'none', fixable: [], baseline: new Set() }),
    );
    if (file === undefined) continue;
    for (const message of file.broken) log.add(message);
    const all = [...file.findings, ...file.suppressed.map(({ finding }) => finding)];
    for (const { finding } of all) found.add(keyOf(finding));
    objects += file.objects;
  }
  if (objects === 0) log.note({ ...NO_OBJECT, message: 'No Kubernetes object was found in the manifests.' });
  return (finding) => found.has(keyOf(finding)) || found.has(keyOf(finding, null));
}

/** Identifies a finding of an object, wherever that is. */
function keyOf({ rule, object, namedField }: Parameters<IsFound>[0], namespace = object?.namespace): string {
  return JSON.stringify([rule, object?.kind, object?.name, namedField, namespace]);
}
