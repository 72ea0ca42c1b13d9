import { type CheckFormat, type CheckOptions, readCheckOptions } from './check.ts';
import type { GivenOptions } from './given-options.ts';
import { formatOption } from './manifests.ts';
import type { Option } from './option.ts';

/** The formats of `check` that do not depend on files. */
const CLUSTER_FORMATS = ['text', 'json', 'compact', 'junit', 'markdown'] as const satisfies CheckFormat[];

export const CLUSTER_FORMAT = formatOption('cluster', CLUSTER_FORMATS, 'With a file, the result is written to it.');

/** The options that choose the cluster and the user. They are those of kubectl, which gets them as they are. */
const ACCESS_OPTIONS: readonly Option[] = [
  { name: 'context', value: 'name', description: 'The context of the configuration of kubectl.' },
  { name: 'kubeconfig', value: 'file', description: 'The configuration file of kubectl.' },
  { name: 'as', value: 'name', description: 'The user to impersonate.' },
  { name: 'as-group', value: 'name', repeatable: true, description: 'The groups to impersonate.' },
  { name: 'request-timeout', value: 'duration', description: 'How long kubectl waits for an answer, such as `30s`.' },
].map((option): Option => ({ ...option, only: 'cluster' }));

export const CLUSTER_OPTIONS: readonly Option[] = [
  { name: 'all-namespaces', short: 'A', only: 'cluster', description: 'Check the objects of all namespaces.' },
  {
    name: 'namespace',
    short: 'n',
    value: 'name',
    only: 'cluster',
    description: 'Check the objects of this namespace (default: that of the context).',
  },
  {
    name: 'selector',
    short: 'l',
    value: 'labels',
    only: 'cluster',
    description:
      'Check only the workloads, Services and policies with these labels, such as `app=web`. What else the rules need is read, but not reported.',
  },
  {
    name: 'diff',
    value: 'path',
    repeatable: true,
    only: 'cluster',
    description:
      'Report only what is found in the cluster and not in the manifests of this file or folder; - is standard input.',
  },
  ...ACCESS_OPTIONS,
];

/** Reads the options of `cluster`: those of `check`, and what is asked of kubectl. */
export function readClusterOptions(words: readonly string[], given: GivenOptions): CheckOptions {
  given.noArguments('cluster', words);
  const options = readCheckOptions([], given, CLUSTER_FORMATS);
  for (const name of ['baseline', 'write-baseline', 'upgrade-to']) given.exclude('diff', name);
  // kubectl reads `-n=shop`, too.
  const valuesOf = (name: string) => given.all(name)?.map((value) => value.replace(/^=/, '')) ?? [];
  // In one argument, so that kubectl cannot take a value for another option.
  const argumentsFor = (name: string) => valuesOf(name).map((value) => `--${name}=${value}`);
  const cluster = {
    access: ACCESS_OPTIONS.flatMap(({ name }) => argumentsFor(name)),
    scope: given.has('all-namespaces') ? ['--all-namespaces'] : argumentsFor('namespace'),
    selector: argumentsFor('selector').at(-1),
    diff: given.all('diff') ?? [],
  };
  return { ...options, cache: false, cluster };
}
