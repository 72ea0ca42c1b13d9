import { KUBERNETES_VERSIONS } from '../../kubernetes/version.ts';
import { SETTINGS, type Settings, TAINT_CHOICES } from './settings.ts';

/** A question about the cluster that users answer before a configuration file is written. */
export interface ClusterQuestion {
  readonly key: AskedKey;
  readonly title: string;
  /** The default first. */
  readonly choices: readonly { readonly value: string; readonly description: string }[];
}

type AskedKey = keyof Pick<Settings, 'provider' | 'kubernetesVersion' | 'taint'>;

/** The questions for a new configuration file. */
export function clusterQuestions(): readonly ClusterQuestion[] {
  return [
    { key: 'provider', title: 'Provider of the cluster', choices: choicesOf('provider') },
    {
      key: 'kubernetesVersion',
      title: 'Kubernetes release of the cluster',
      choices: KUBERNETES_VERSIONS.toReversed().map((value) => ({ value, description: '' })),
    },
    {
      key: 'taint',
      title: 'Taint of the Windows nodes',
      choices: TAINT_CHOICES,
    },
  ];
}

function choicesOf(key: AskedKey): ClusterQuestion['choices'] {
  const { enum: values, markdownEnumDescriptions: texts } = SETTINGS[key].schema as {
    enum: readonly string[];
    markdownEnumDescriptions: readonly string[];
  };
  return values.map((value, i) => ({ value, description: texts[i] ?? '' }));
}

/**
 * The text of a new configuration file with the answers and with other settings, if there are any. Invalid values are left
 * out. A question without an answer becomes a comment with the default.
 */
export function newConfig(answers: Readonly<Record<string, unknown>>): string {
  const questions = clusterQuestions();
  const cluster = questions.flatMap(({ key, title, choices }) => {
    const value = validValue(key, answers);
    const line = `${key}:${value === undefined ? ` ${choices[0]?.value}` : textOf(key, value)}`;
    return [`# ${title}.`, value === undefined ? `# ${line}` : line, ''];
  });
  const asked: readonly string[] = questions.map(({ key }) => key);
  const others = (Object.keys(SETTINGS) as (keyof Settings)[]).flatMap((key) => {
    const value = asked.includes(key) ? undefined : validValue(key, answers);
    // The first sentence describes the setting.
    const [summary = ''] = SETTINGS[key].description.split(/(?<=[.]) /);
    return value === undefined ? [] : [`# ${summary.replace(/#?`#?/g, '')}`, `${key}:${textOf(key, value)}`, ''];
  });
  // Uncommenting an example must not create a second key with the same name.
  const examples = EXAMPLES.filter(({ key }) => answers[key] === undefined).map(({ text }) => text);
  return [HEADER, ...cluster, ...others, examples.join('\n')].join('\n');
}

function validValue(key: keyof Settings, answers: Readonly<Record<string, unknown>>): unknown {
  return SETTINGS[key].read(answers[key], () => undefined);
}

/** A value as YAML, from the space or line break after the colon on. */
function textOf(key: keyof Settings, value: unknown): string {
  if (key === 'rules') {
    return Object.entries(value as Settings['rules'])
      .map(([id, severity]) => `\n  ${id}: ${severity}`)
      .join('');
  }
  // Releases, words and booleans do not need quotes.
  const isPlain = /^[a-z0-9]+(?:[.-][a-z0-9]+)*$/.test(String(value)) && key !== 'taint';
  return ` ${isPlain ? value : JSON.stringify(value)}`;
}

const HEADER = `# Kubewin, for the manifests in this folder and below: in editors, and on the command line.
`;

const EXAMPLES = [
  {
    key: 'rules',
    text: `# Turn rules off, or change their severity.
# rules:
#   image/latest-tag: off
`,
  },
  {
    key: 'exclude',
    text: `# Files and folders that are not checked.
# exclude: [vendor/]
`,
  },
  {
    key: 'overrides',
    text: `# Other settings for some of the files.
# overrides:
#   - files: [legacy/]
#     kubernetesVersion: 1.24
`,
  },
];
