// Other linters of Kubernetes manifests for comparison, built from the Go module in peers/.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const MODULE = join(import.meta.dirname, 'peers');
/** The generated kinds that have a schema, by the files of kube-openapi. Other kinds are skipped. */
const KINDS = {
  'v1.json': ['ConfigMap', 'Namespace', 'Node', 'PersistentVolumeClaim', 'Pod', 'Secret', 'Service', 'ServiceAccount'],
  'apps/v1.json': ['DaemonSet', 'Deployment', 'ReplicaSet', 'StatefulSet'],
  'apiextensions.k8s.io/v1.json': ['CustomResourceDefinition'],
  'batch/v1.json': ['CronJob', 'Job'],
};

/**
 * The name of each linter, and the command that checks a folder without network access.
 * @param {string} target the folder where the programs are built
 * @returns {{ name: string, commandOf: (files: string) => string[], unreadable?: string }[]} with the kind of repository that
 * the linter cannot read; empty, with a message, if Go or the modules are missing
 */
export function peers(target) {
  try {
    go(['build', '-o', `${resolve(target)}/`, './measure', 'tool']);
    const schemas = writeSchemas(join(resolve(target), 'schemas'));
    const location = join(schemas, '{{ .ResourceKind }}{{ .KindSuffix }}.json');
    const measured = (tool, ...args) => [join(target, 'measure'), join(target, tool), ...args];
    const conform = (files) => measured('kubeconform', '-schema-location', location, '-ignore-missing-schemas', files);
    return [
      {
        name: `kube-score ${versionOf('github.com/zegl/kube-score')}`,
        commandOf: (files) => measured('kube-score', 'score', ...manifestsIn(files)),
        // It mistakes KYAML for JSON, and stops.
        unreadable: 'gitops',
      },
      { name: `kubeconform ${versionOf('github.com/yannh/kubeconform')}`, commandOf: conform },
    ];
  } catch (error) {
    console.error(`Other linters are left out: ${error.message}`);
    return [];
  }
}

/** Converts the schemas that the API server publishes to those that kubeconform reads. */
function writeSchemas(folder) {
  mkdirSync(folder, { recursive: true });
  const published = join(folderOf('k8s.io/kube-openapi'), 'pkg/util/proto/testdata/openapi_v3_0_0');
  for (const [file, kinds] of Object.entries(KINDS)) {
    // `int-or-string` is a format in OpenAPI, and a list of types in JSON Schema.
    const text = readFileSync(join(published, file), 'utf8').replaceAll(
      /"type":\s*"string",\s*"format":\s*"int-or-string"/g,
      '"type": ["integer", "string"]',
    );
    const { components } = JSON.parse(text);
    // kubeconform looks for `deployment-apps-v1.json`, without the domain of the group.
    const suffix = file.replace(/\.json$/, '').replace(/(?:\.[^/]*)?\//, '-');
    for (const kind of kinds) {
      const name = Object.keys(components.schemas).find((schema) => schema.endsWith(`.v1.${kind}`));
      const schema = { $ref: `#/components/schemas/${name}`, components };
      writeFileSync(join(folder, `${kind.toLowerCase()}-${suffix}.json`), JSON.stringify(schema));
    }
  }
  return folder;
}

function manifestsIn(folder) {
  const names = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.yaml'));
  return names.map((name) => join(folder, name));
}

function versionOf(module) {
  return go(['list', '-m', '-f', '{{.Version}}', module]).slice(1);
}

function folderOf(module) {
  return go(['list', '-m', '-f', '{{.Dir}}', module]);
}

function go(args) {
  const { status, stdout, stderr, error } = spawnSync('go', args, { cwd: MODULE, encoding: 'utf8' });
  if (status !== 0) throw error ?? new Error(`\`go ${args[0]}\` failed: ${stderr.trim().split('\n').at(-1)}`);
  return stdout.trim();
}
