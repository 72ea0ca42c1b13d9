// The page of the documentation with the figures of a run.

/** The text of docs/performance.md. */
export function performancePage({ cpu, cores, node }, all) {
  const rows = all.map((line) => {
    const figure = Number.isInteger(line.ratio) ? String(line.ratio) : line.ratio.toFixed(2);
    return `| ${line.what} | ${figure} | ${line.goal ?? 'none'} | ${line.note ?? ''} |`;
  });
  return `# Performance

\`npm run bench -- --write\` measured these figures and wrote this page. Sizes and memory
aside, every figure is a ratio: the time of Kubewin to that of a program that does only what is needed. These programs are in
\`test/bench\`.

- **to yaml**: reading all files and parsing every document with the package \`yaml\`. In processor time, or with several
  threads in the time until the end.
- **to a bare parse**: a language server that parses only the changed document, or the whole \`List\`, and reports nothing.
- **to its parse by \`yaml\`**: the pods of these files, one by one in a process that has done nothing else.
- **to parsing the result**: a chart of 60 templates, and the documents that are rendered.
- **start with known files**: the server has scanned the workspace before, and kept what it has found.
- **to one that only parses**: the start of such a server.
- **to afterwards**: the same keystrokes when nothing else runs.
- **to without**: the same files without \`.kubewin-images.yaml\`.

The files are generated and the same on every machine. There are four kinds of repositories, each with rows of its own. The
worst figure counts: the goal is for all of them.

- **services of one team**: pods, Services, ConfigMaps, custom resources and their definitions, in a file for each service.
- **a monorepo**: Kustomize bases and overlays, files for each stage, databases, and agents for all nodes. 40 namespaces define
  ConfigMaps and Secrets of the same names, and many pods name them.
- **rendered charts**: the output of \`helm template\`, with scripts, dashboards and large definitions of custom resources.
- **a dump of a cluster**: objects with status and managed fields, alone or in a \`List\`, and Nodes. Some files are in JSON or in
  flow style.

In each kind, about a fifth of the workloads are for Windows. In the row "nearly all for Linux", one percent of the files of
such services have a Windows pod. The real manifests are 1,300 files of public repositories. Nearly half of them are for Windows, so
that more has to be parsed. The scan is over before V8 has compiled what it needs.

Rows with the goal "none" are other linters, compiled from Go, that check the same files. They look for other things than
Kubewin: kube-score judges how a workload is written, and kubeconform compares each object with the schema of its kind. Both
skip custom resources, and kubeconform some other kinds, for which there is no schema. The linter
kube-score cannot read the dump of a cluster: it stops at the first file in KYAML.

| What | Figure | Goal | Times |
| --- | --- | --- | --- |
${rows.join('\n')}

The machine had ${cores} cores (${cpu}) and Node.js ${node.slice(1)}.

## What the time is spent on

A document is parsed only if its text has evidence of Windows, or a field that a rule watches in every pod. In the services
of one team, this is an eighth of the text. With text output and one thread, this is how the time is spent there: 30 % on the
rules, 11 % on the facts that objects tell others, 9 % on collecting garbage, 8 % on parsing these documents, 7 % on looking for
evidence of Windows, 6 % on deciding which pods are for Windows, and 5 % on trying the fixes that the output names. The rest is
spread over reading files and the output. In threads of its own, the compiler of V8 takes a sixth of the processor time. With
\`--format=json\`, each fix is tried by itself. Each thread compiles the code for itself, and looks at all files for what they
tell others. On two processors, a second thread therefore saves no time. By default, there is one thread for every two processors.

While you type, the changed document is read again, or in a \`List\` only the changed item, and then checked. A pod is checked as a
whole, because rules on one container read the others, and so is a \`List\` in JSON. The protocol requires a report of the whole file
each time. In a file with hundreds of findings, writing this report takes as long as the check.

At its start, the server loads what the first document needs. Hovers, actions and completion are loaded with the first request
for one of them, and the texts of hovers with the first hover.
`;
}
