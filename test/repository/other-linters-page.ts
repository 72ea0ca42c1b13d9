import { applicableFixes } from '../../server/src/lint/fixes/applicable-fixes.ts';
import { ignoreInFiles } from '../../server/src/lint/other-linters/ignore-file.ts';
import {
  ASKED_FIELDS,
  type AskedField,
  OTHER_LINTERS,
  type OtherCheck,
  type OtherLinter,
} from '../../server/src/lint/other-linters/linters.ts';
import { skipChecks } from '../../server/src/lint/other-linters/skip-checks.ts';
import { RULES } from '../../server/src/rules/index.ts';
import { applyEdits } from '../../server/src/text/edit.ts';
import { reportOf } from '../lint-text.ts';

/** Facts from the repository of a linter besides its checks, with the files that they are from. */
interface Facts {
  readonly configuration: string;
  readonly skip: string;
  readonly others: string;
  readonly files: readonly string[];
}

export const FACTS: Readonly<Record<string, Facts>> = {
  Checkov: {
    configuration: 'Checkov reads `.checkov.yaml` or `.checkov.yml` in the scanned folder, or in the current one.',
    skip: 'Annotations of the object. The key contains `checkov.io/skip`, and the value is the check, or `check=reason` with a single `=`.',
    others: '`CKV_K8S_23`, `CKV_K8S_29` and `CKV_K8S_30` pass with `runAsNonRoot: true`, which Windows pods can set.',
    files: [
      'bridgecrewio/checkov: checkov/common/util/config_utils.py',
      'bridgecrewio/checkov: checkov/kubernetes/kubernetes_utils.py',
    ],
  },
  'kube-linter': {
    configuration: 'kube-linter reads `.kube-linter.yaml` or `.kube-linter.yml` in the current folder.',
    skip: 'Annotations of the object. The value is a reason, and any value counts.',
    others:
      '`run-as-non-root` passes with `runAsNonRoot: true`. `privilege-escalation-container` and `drop-net-raw-capability` report nothing while the field is not set.',
    files: ['stackrox/kube-linter: docs/configuring-kubelinter.md', 'stackrox/kube-linter: pkg/ignore/ignore.go'],
  },
  'kube-score': {
    configuration: 'kube-score 1.20 has options only. Kubewin recognizes it by a skip annotation on the object.',
    skip: 'An annotation of the object or of its pod template, with a list. Tried with kube-score 1.20.0.',
    others:
      '`container-security-context-user-group-id` asks for `runAsGroup`, too. `container-security-context-privileged` reports nothing while the field is not set.',
    files: ['zegl/kube-score: cmd/kube-score/main.go', 'zegl/kube-score: scorecard/enabled.go'],
  },
  Kubescape: {
    configuration:
      'Kubescape reads the file that `--exceptions` names. Kubewin recognizes it by a skip annotation on the object.',
    skip: 'Annotations of the object, with a list, since August 2026. Older releases need an exceptions file.',
    others: 'Of the framework `WorkloadScan`, these four ask for such a field.',
    files: [
      'kubescape/regolibrary: frameworks/workloadscan.json',
      'kubescape/kubescape: core/pkg/opaprocessor/processorhandlerutils.go',
    ],
  },
  Polaris: {
    configuration:
      'Polaris reads the file that `--config` names. Kubewin looks for the usual names `polaris.yaml` and `polaris.yml`, also with a dot in front.',
    skip: 'Annotations of the object, with the value `true` as a string.',
    others: '`runAsRootAllowed` passes with `runAsNonRoot: true`.',
    files: [
      'FairwindsOps/polaris: docs/customization/configuration.md',
      'FairwindsOps/polaris: pkg/validator/schema.go',
    ],
  },
  Trivy: {
    configuration: 'Trivy reads `trivy.yaml` and `.trivyignore` in the current folder.',
    skip: 'Nothing in an object: in Kubernetes manifests, Trivy does not read comments such as `#trivy:ignore`. Name the check and the path of the file in `.trivyignore.yaml`, and use `--ignorefile .trivyignore.yaml`. An entry without `paths` is for all files.',
    others:
      '`AVD-KSV-0012` passes with `runAsNonRoot: true`. `AVD-KSV-0017` and `AVD-KSV-0105` report nothing while the field is not set.',
    files: [
      'aquasecurity/trivy: docs/docs/configuration/filtering.md',
      'aquasecurity/trivy: pkg/fanal/walker/fs.go',
      'aquasecurity/trivy: pkg/iac/scanners/generic/scanner.go',
      'aquasecurity/trivy: pkg/iac/scanners/kubernetes/scanner.go',
      'aquasecurity/trivy: pkg/result/ignore.go',
      'aquasecurity/trivy-checks: checks/kubernetes/security (release 1.10.0)',
    ],
  },
};

const NAMES = OTHER_LINTERS.map(({ name }) => `\`${name.toLowerCase()}\``)
  .join(', ')
  .replace(/, (?=[^,]*$)/, ' and ');

/** `docs/other-linters.md`. */
export function otherLintersPage(): string {
  return `# Other linters

Some checks of other linters ask every pod for a field that only Linux has. From Kubernetes 1.24 on, the
API server rejects these fields for a pod with \`os.name: windows\`: "Forbidden: cannot be set for a windows pod". A pod that
passes the check is not created. Skip the check for this pod.

Kubewin does not run these linters and does not report their findings. Where one is in use, a refactoring writes its
annotations: *Skip the Checkov checks that Windows pods cannot pass*. A linter is in use if its configuration file is in the
folder of the manifest, or above it in the workspace. One of its annotations on the object counts as well.

The refactoring is offered for workloads with \`os.name: windows\`: at the kind, the name and the \`spec\` of the object, and in
its security contexts. It adds only what is missing.

## For all manifests

On the command line, \`kubewin other-linters\` writes the same for all of these workloads in files and folders. It names the files
that it has changed. \`--dry-run\` shows the changes as a diff instead. Comments and layout stay, and so does what is there
already: a second run changes nothing.

\`\`\`sh
kubewin other-linters --write checkov --write polaris deploy/
kubewin other-linters --write kube-linter --dry-run | git apply
\`\`\`

The names are ${NAMES}. For Trivy, the files are added to
\`.trivyignore.yaml\` in the current folder, or to the file that \`ignorefile\` in \`trivy.yaml\` names. Run both commands in the folder
that Trivy scans, because it compares paths from there:

\`\`\`sh
kubewin other-linters --write trivy .
trivy config --ignorefile .trivyignore.yaml .
\`\`\`

Some pods are left out, with a message and the exit code 2:

- **Trivy** skips checks for whole files. A file that also has other workloads is not added, because their faults would be
  hidden.
- **Templates** of charts that write the annotations themselves, or that write one object for Windows and for other nodes.

## Checks that Windows pods cannot pass

None of these checks looks at \`spec.os\` or at node selectors. Some of those for \`seccompProfile\` also accept an old seccomp
or AppArmor annotation, which has no effect on Windows.

| Linter | Check | Field that it asks for | Rule of Kubewin |
| --- | --- | --- | --- |
${OTHER_LINTERS.flatMap((linter) => linter.checks.map((check) => row(linter, check))).join('\n')}

${OTHER_LINTERS.map(section).join('\n\n')}

## Beside the YAML and the Kubernetes extension

- **YAML** (Red Hat): where it validates, Kubewin does not report syntax errors. yaml-language-server 1.18.0 was run on the
  examples of all rules. Two rules explain an error that it reports on the same line:
  [yaml/backslash-in-double-quotes](rules/yaml/backslash-in-double-quotes.md) and
  [yaml/bare-drive-letter](rules/yaml/bare-drive-letter.md), with the cause on Windows and a fix. Its other errors are about
  Helm templates.
- **Kubernetes** (Microsoft): its linter warns of missing resource limits in Pods and Deployments. Kubewin has a rule for
  Windows pods, which is off by default
  ([resources/missing-requests-or-limits](rules/resources/missing-requests-or-limits.md)). Source:
  \`vscode-kubernetes-tools/vscode-kubernetes-tools: src/components/lint/resourcelimits.ts\`.
- Kubewin does not format files. In \`.kubewin.yaml\`, it offers completion and hovers only where the YAML extension is not
  installed.
`;
}

function row({ name, repository }: OtherLinter, { id, asks, optional, file }: OtherCheck): string {
  const fields = asks.map((field) => `\`${field}\``).join(' or ');
  const check = `[\`${id}\`](https://github.com/${repository}/blob/HEAD/${file})${optional ? ' (optional)' : ''}`;
  const rules = asks.map((field) => `[${ruleOf(field)}](rules/${ruleOf(field)}.md)`).join(', ');
  return `| ${name} | ${check} | ${fields} | ${rules} |`;
}

function section(linter: OtherLinter): string {
  const { configuration, skip, others, files } = FACTS[linter.name] ?? { files: [] };
  const example = `\`\`\`yaml\n${linter.skip === undefined ? ignored(linter) : skipped(linter)}\`\`\``;
  return `## ${linter.name}

- **Configuration:** ${configuration}
- **Skip for one object:** ${skip}
- **Other checks:** ${others}

${example}

Sources: ${files.map((file) => `\`${file}\``).join(', ')}.`;
}

/** The text that the quick fix writes. */
function skipped(linter: OtherLinter): string {
  const text = `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  os: { name: windows }
  containers: [{ name: web, image: registry.example/web:1.0 }]
`;
  const [written] = reportOf(text).documents.flatMap(({ report: { document, workloads } }) => {
    const fixes = workloads.flatMap((workload) => skipChecks(workload, (candidate) => candidate === linter));
    return applicableFixes(document, { fixes }).applicable.map(({ edits }) => applyEdits(text, edits));
  });
  return written?.slice(written.indexOf('metadata:'), written.indexOf('spec:')) ?? '';
}

/** The first entry that the command writes into an ignore file. */
function ignored({ checks }: OtherLinter): string {
  const result = ignoreInFiles('', ['deploy/web.yaml'], checks.slice(0, 1));
  return 'edits' in result ? applyEdits('', result.edits) : '';
}

/** The rule on a field. */
function ruleOf(field: AskedField): string {
  const rule = RULES.find(
    ({ id, pod }) =>
      id.startsWith('security-context/') &&
      pod?.watches.some((watched) => watched === `spec.containers[*].securityContext.${field}`),
  );
  if (rule === undefined) throw new Error(`there is a rule on each of ${Object.keys(ASKED_FIELDS)}`);
  return rule.id;
}
