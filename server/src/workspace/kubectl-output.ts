import { objects } from '../kubernetes/object.ts';
import { factOf } from '../kubernetes/object-fact.ts';
import { type Facts, NO_FACTS } from '../kubernetes/questions.ts';
import { type ClusterOffer, clusterOffer } from '../lint/settings/cluster-offer.ts';
import { isRecord } from '../lint/settings/settings.ts';
import { t } from '../text/localize.ts';
import { parse } from '../yaml/read/document.ts';
import { pieces } from '../yaml/read/list-items.ts';
import { FactIndex } from './fact-index.ts';

/** What kubectl printed, and its exit code, which is null if it was ended. */
export interface KubectlOutput {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * What a cluster says of the settings: by `kubectl get nodes,runtimeclasses -o yaml`, and by `kubectl version -o json` unless
 * this was not run. The notes begin with the errors of kubectl. Kinds that it could not list are missing; half a list is not used.
 */
export function readCluster(list: KubectlOutput, version: KubectlOutput | undefined): ClusterOffer {
  const facts = factsIn(list.stdout);
  const server = version && serverVersion(version.stdout);
  const { settings, nodes, notes } = clusterOffer(facts ?? NO_FACTS, server);
  const ofVersion =
    version === undefined || server !== undefined
      ? []
      : [[t('The release of the API server is unknown.'), ...errorsOf(version)].join(' ')];
  return { settings, nodes, notes: [...listFaults(list, facts !== undefined), ...ofVersion, ...notes] };
}

/** The objects of a list as YAML; undefined if the list is not complete. */
function factsIn(list: string): Facts | undefined {
  if (!isWholeList(list)) return undefined;
  const facts = pieces(list).flatMap(({ start, end, isItem }, document) =>
    objects(parse(list.slice(start, end), isItem)).flatMap(
      (object) => factOf(object, { uri: '', document, span: { start: 0, end: 0 } }) ?? [],
    ),
  );
  return new FactIndex((kind) => facts.filter((fact) => fact.kind === kind));
}

/** Whether the end of a list in YAML is there. kubectl sorts the keys, so that this one is below the items. */
export function isWholeList(end: string): boolean {
  return /^kind: List\r?$/m.test(end);
}

/** The version of the API server, such as `v1.35.2`, by `kubectl version -o json`; undefined without an answer of it. */
export function serverVersion(json: string): string | undefined {
  try {
    const version: unknown = JSON.parse(json);
    const server = isRecord(version) ? version['serverVersion'] : undefined;
    const release = isRecord(server) ? server['gitVersion'] : undefined;
    return typeof release === 'string' ? release : undefined;
  } catch {
    return undefined;
  }
}

function listFaults(list: KubectlOutput, isComplete: boolean): readonly string[] {
  const errors = errorsOf(list).map((error) => {
    const kind = forbiddenKind(error);
    return kind === undefined ? error : t`You are not allowed to list \`${kind}\`, so nothing follows from them.`;
  });
  const isHalf = !isComplete && (list.stdout.trim() !== '' || errors.length === 0);
  return isHalf ? [t('The list of kubectl is incomplete, so it is not used.'), ...errors] : errors;
}

/** The kind, such as `nodes`, that a user is not allowed to list; undefined for another error. */
export function forbiddenKind(error: string): string | undefined {
  return /^Error from server \(Forbidden\): ([\w-]+)(?:\.[\w.-]*)? is forbidden\b/.exec(error)?.[1];
}

/** What kubectl says of a failure, as sentences. A successful run may print warnings, such as one on its own release. */
export function errorsOf(
  { code, stderr }: Pick<KubectlOutput, 'code' | 'stderr'>,
  max = MAX_ERRORS,
): readonly string[] {
  if (code === 0) return [];
  const lines = stderr.split('\n').map((line) => line.replace(/\p{Cc}/gu, ' ').trim());
  // Its log has a letter and a date.
  const said = lines.filter((line) => line !== '' && !/^[EFIW]\d{4} |^warning: /i.test(line));
  const errors = said.filter((line) => /^(?:error\b|Unable to connect |The connection to )/i.test(line));
  const [first = code === null ? t('kubectl was ended') : t`kubectl ended with exit code ${code}`] = said;
  return (errors.length > 0 ? errors : [first]).slice(0, max).map((error) => {
    const sentence = error.slice(0, MAX_LENGTH).trimEnd();
    return /[.?!]$/.test(sentence) ? sentence : `${sentence}.`;
  });
}

/** Messages show no more errors of kubectl. */
const MAX_ERRORS = 3;
/** Messages show no more characters of an error. */
const MAX_LENGTH = 300;
