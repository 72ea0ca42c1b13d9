import { resolve } from 'node:path';
import { setValues } from '../../helm/set-values.ts';
import { dict } from '../../helm/value.ts';
import { KUBERNETES_VERSIONS, type KubernetesVersion, parseVersion } from '../../kubernetes/version.ts';
import { CONFIG_NAME, type RawSettings } from '../../lint/settings/config.ts';
import type { RuleSelection } from '../../lint/settings/rule-names.ts';
import { legalValues, list } from '../../lint/settings/setting-faults.ts';
import { didYouMean } from '../../text/nearest.ts';
import type { Reader } from './commands.ts';
import type { GivenOptions } from './given-options.ts';
import type { Option } from './option.ts';
import { type ConfigChoice, readConfigChoice, readSelection, readSettingOptions } from './settings.ts';

/** The path that stands for standard input. */
export const STDIN_PATH = '-';

/** A format, and the file that it is written to; undefined for standard output. */
export interface Destination<F extends string = string> {
  readonly format: F;
  readonly file: string | undefined;
}

/** The options that all commands have which read manifests. */
export interface ManifestOptions<F extends string = string> {
  readonly command: Reader;
  /** As they are given; `-` is standard input. */
  readonly paths: readonly string[];
  readonly stdinFilename: string | undefined;
  /** The file with more paths; `-` is standard input. */
  readonly filesFrom: string | undefined;
  readonly failIfEmpty: boolean;
  /** At most one of them is standard output. */
  readonly outputs: readonly Destination<F>[];
  /** Undefined where the terminal decides. */
  readonly color: boolean | undefined;
  readonly config: ConfigChoice;
  /** Settings, which win over those of configuration files. */
  readonly settings: RawSettings;
  readonly selection: RuleSelection;
  /** The paths of values files for all charts, and assignments, as Helm reads them. */
  readonly values: readonly string[];
  readonly assignments: readonly string[];
  /** The release after an upgrade: only what it changes is reported. Undefined if only one release is checked. */
  readonly upgradeTo: KubernetesVersion | undefined;
}

export const FILES_FROM: Option = {
  name: 'files-from',
  value: 'file',
  except: ['cluster'],
  description:
    'Read more paths from this file, or from standard input with -. There is one in each line, or a NUL character between them.',
};

export const INPUT_OPTIONS: readonly Option[] = [
  { name: 'fail-if-empty', description: 'Exit with code 2 if no Kubernetes object is found in the input.' },
  {
    name: 'stdin-filename',
    except: ['other-linters', 'cluster'],
    value: 'path',
    description: 'The path of the file whose text is on standard input, for the results and for Kustomize and Helm.',
  },
];

export const UPGRADE_OPTION: Option = {
  name: 'upgrade-to',
  except: ['images', 'other-linters'],
  value: 'version',
  values: KUBERNETES_VERSIONS,
  description:
    'Report only what changes if the cluster is upgraded to this Kubernetes release. The release of today is that of --kubernetes-version, of the configuration file or of the Nodes in the input.',
};

/** The options for the values of charts, as Helm has them. */
export const VALUES_OPTIONS: readonly Option[] = [
  {
    name: 'values',
    value: 'file',
    except: ['cluster'],
    repeatable: true,
    setting: 'helm.values',
    description: `Check each Helm chart with the values in this file, which override those of the chart, as \`helm install\` does. What \`${CONFIG_NAME}\` names for charts does not apply then.`,
  },
  {
    name: 'set',
    value: 'key=value',
    except: ['cluster'],
    repeatable: true,
    description:
      'Check each Helm chart with these values, which override those of files, in the syntax of Helm: `image.tag=1.2,args={a,b}`.',
  },
];

/** Reads `--values` and `--set`. */
export function readValuesOptions(given: GivenOptions): Pick<ManifestOptions, 'values' | 'assignments'> {
  const values = given.all('values') ?? [];
  if (values.includes('')) given.invalid('values', '', 'It must be a path.');
  const assignments = given.all('set') ?? [];
  for (const assignment of assignments) {
    const fault = setValues(dict([]), assignment);
    if (fault !== undefined) given.fault(`Invalid value for \`--set\`: \`${assignment}\`: ${fault}.`);
  }
  return { values, assignments };
}

/** Reads `--upgrade-to`. */
export function readUpgradeTo(given: GivenOptions): KubernetesVersion | undefined {
  const text = given.last('upgrade-to');
  const release = text === undefined ? undefined : parseVersion(text);
  if (text !== undefined && release === undefined) {
    given.invalid('upgrade-to', text, legalValues('kubernetesVersion'));
  }
  return release;
}

/** The option `--format` of a command; `files` says what a file means for it. */
export function formatOption(command: Reader, formats: readonly string[], files: string): Option {
  return {
    name: 'format',
    value: 'name[=file]',
    values: formats,
    repeatable: true,
    only: command,
    description: `Output format: ${list(formats)} (default: text). ${files}`,
  };
}

/** Reads the options of a command that has no others. */
export function readManifestOptions<C extends Reader, F extends string>(
  command: C,
  paths: readonly string[],
  formats: readonly F[],
  given: GivenOptions,
): ManifestOptions<F> & { readonly command: C } {
  const outputs = readDestinations(formats, given);
  const settings = readSettingOptions(given);
  const config = readConfigChoice(given);
  const stdinFilename = readStdinFilename(paths, given);
  const filesFrom = readFilesFrom(paths, given);
  return {
    command,
    paths,
    stdinFilename,
    filesFrom,
    failIfEmpty: given.has('fail-if-empty'),
    outputs,
    color: given.color(),
    config,
    settings,
    selection: readSelection(given),
    ...readValuesOptions(given),
    upgradeTo: readUpgradeTo(given),
  };
}

export function readStdinFilename(paths: readonly string[], given: GivenOptions): string | undefined {
  const path = given.path('stdin-filename');
  if (path !== undefined && !paths.includes(STDIN_PATH)) {
    given.fault(`\`--stdin-filename\` needs the path \`${STDIN_PATH}\`.`);
  }
  return path;
}

export function readFilesFrom(paths: readonly string[], given: GivenOptions): string | undefined {
  const path = given.path('files-from');
  if (path === STDIN_PATH && paths.includes(STDIN_PATH)) {
    given.fault('Standard input is either a manifest or the list of `--files-from`, not both.');
  }
  return path;
}

/** Reads `--format` with all its values. */
export function readDestinations<F extends string>(formats: readonly F[], given: GivenOptions): Destination<F>[] {
  const outputs = (given.all('format') ?? ['text']).flatMap((value) => {
    const [, name = '', file] = /^([^=]*)(?:=(.*))?$/s.exec(value) ?? [];
    const format = formats.find((known) => known === name);
    if (format === undefined) {
      given.invalid('format', name, `It must be ${list(formats)}.${didYouMean(name, formats)}`);
      return [];
    }
    if (file === '') given.fault(`\`--format ${value}\`: the path of the file is missing.`);
    return [{ format, file }];
  });
  const onStdout = outputs.filter(({ file }) => file === undefined).map(({ format }) => format);
  if (onStdout.length > 1) {
    given.fault(
      `Only one format can go to standard output, not ${onStdout.map((format) => `\`${format}\``).join(' and ')}. Write others to files: \`--format ${onStdout[1]}=file\`.`,
    );
  }
  const files = outputs.flatMap(({ file }) => (file ? [file] : []));
  for (const file of files.filter(
    (path, i) => files.findIndex((candidate) => resolve(candidate) === resolve(path)) < i,
  )) {
    given.fault(`Two formats cannot be written to the same file: \`${file}\`.`);
  }
  return outputs;
}
