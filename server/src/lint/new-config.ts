import { KUBERNETES_VERSIONS } from '../kubernetes/version.ts';
import { SETTINGS, type Settings, TAINT_CHOICES } from './settings.ts';

/** What the cluster is asked for before a configuration file is written, one setting after the other. */
export interface ClusterQuestion {
  readonly key: ClusterKey;
  readonly title: string;
  /** The default first. */
  readonly choices: readonly { readonly value: string; readonly description: string }[];
}

type ClusterKey = keyof Pick<Settings, 'kubernetesVersion' | 'containerRuntime' | 'taint'>;

/** The questions for a new configuration file. */
export function clusterQuestions(): readonly ClusterQuestion[] {
  const { enum: runtimes, markdownEnumDescriptions: texts } = SETTINGS.containerRuntime.schema as {
    enum: readonly string[];
    markdownEnumDescriptions: readonly string[];
  };
  return [
    {
      key: 'kubernetesVersion',
      title: 'Kubernetes release of the cluster',
      choices: KUBERNETES_VERSIONS.toReversed().map((value) => ({ value, description: '' })),
    },
    {
      key: 'containerRuntime',
      title: 'Container runtime of the Windows nodes',
      choices: runtimes.map((value, i) => ({ value, description: texts[i] ?? '' })),
    },
    {
      key: 'taint',
      title: 'Taint of the Windows nodes',
      choices: TAINT_CHOICES,
    },
  ];
}

/** The text of a new configuration file with answers to the questions; a value that is not legal is left out. */
export function newConfig(answers: Readonly<Record<string, unknown>>): string {
  const lines = clusterQuestions().flatMap(({ key, title }) => {
    const value = SETTINGS[key].read(answers[key], () => undefined);
    return value === undefined ? [] : [`# ${title}.`, `${key}: ${key === 'taint' ? JSON.stringify(value) : value}`, ''];
  });
  return [HEADER, ...lines, EXAMPLES].join('\n');
}

const HEADER = `# Kubewin, for the manifests in this folder and below: in editors, and on the command line.
`;

const EXAMPLES = `# Turn rules off, or change their severity.
# rules:
#   image/latest-tag: off

# Files and folders that are not checked.
# exclude: [vendor/]

# Other settings for some of the files.
# overrides:
#   - files: [legacy/]
#     kubernetesVersion: 1.24
`;
