// CustomResourceDefinitions with large schemas, as controller-gen writes them. Some contain the template of a pod.
import { times } from './choices.mjs';
import { double, folded, literal, single, unquoted } from './yaml.mjs';

/** A definition with about this number of fields. */
export function definition(c, group, index, fields) {
  const kind = `${c.pick(ADJECTIVES)}${c.pick(NOUNS)}${index}`;
  const plural = `${kind.toLowerCase()}s`;
  const spec = { ...properties(c, fields, 0), ...(c.chance(0.4) ? { template: template(c) } : {}) };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: {
      name: `${plural}.${group}`,
      annotations: { 'controller-gen.kubebuilder.io/version': 'v0.18.0', 'helm.sh/resource-policy': 'keep' },
    },
    spec: {
      group,
      names: { kind, listKind: `${kind}List`, plural, singular: kind.toLowerCase() },
      scope: 'Namespaced',
      versions: [
        {
          additionalPrinterColumns: [
            { jsonPath: '.status.conditions[?(@.type=="Ready")].status', name: 'Ready', type: 'string' },
            { jsonPath: '.metadata.creationTimestamp', name: 'Age', type: 'date' },
          ],
          name: 'v1',
          schema: {
            openAPIV3Schema: {
              description: description(c, 10, 30),
              properties: {
                apiVersion: { description: VERSION, type: 'string' },
                kind: { description: description(c, 20, 40), type: 'string' },
                metadata: { type: 'object' },
                spec: { description: description(c, 4, 10), properties: spec, type: 'object' },
                status: { properties: properties(c, 8, 2), type: 'object' },
              },
              type: 'object',
            },
          },
          served: true,
          storage: true,
          subresources: { status: {} },
        },
      ],
    },
  };
}

function properties(c, count, depth) {
  return Object.fromEntries(
    times(count, (i) => [c.chance(0.03) ? c.pick(QUOTED) : `${c.pick(FIELDS)}${c.pick(NOUNS)}${i}`, field(c, depth)]),
  );
}

function field(c, depth) {
  const base = { description: description(c, 4, 30) };
  const kinds = [
    [5, () => ({ ...base, type: 'string', pattern: c.chance(0.1) ? '^([0-9]+(\\.[0-9]+)?(s|m|h))+$' : undefined })],
    [2, () => ({ ...base, format: 'int32', minimum: 0, type: 'integer' })],
    [1, () => ({ ...base, default: true, type: 'boolean' })],
    [1, () => ({ ...base, enum: ['Always', 'Never', 'IfNotPresent', ''].map(double), type: 'string' })],
    [1, () => ({ ...base, additionalProperties: { type: 'string' }, type: 'object' })],
    [
      1,
      () => ({
        ...base,
        anyOf: [{ type: 'integer' }, { type: 'string' }],
        'x-kubernetes-int-or-string': true,
      }),
    ],
  ];
  const nested = () => ({ ...base, properties: properties(c, c.int(2, 6), depth + 1), type: 'object' });
  const list = () => ({
    ...base,
    items: { properties: properties(c, c.int(2, 4), depth + 1), required: ['name'], type: 'object' },
    type: 'array',
    'x-kubernetes-list-type': 'atomic',
  });
  return c.weighted(depth < 3 ? [...kinds, [2, nested], [1, list]] : kinds)();
}

/** A description in one of the forms that generators write. */
function description(c, min, max) {
  const text = c.sentence(min, max);
  return c.weighted([
    [3, () => unquoted(text)],
    [3, () => literal([text, c.sentence(5, 12), `More info: https://example.com/docs#${c.pick(FIELDS)}`].join('\n'))],
    [1, () => single(`${c.pick(FIELDS)}: ${text} It's ignored if unset.`)],
    [1, () => folded([text, c.sentence(5, 12)], '>')],
  ])();
}

/** The fields of a pod that many operators let their users set. */
function template(c) {
  const text = (description) => ({ description: unquoted(description), type: 'string' });
  const number = (description) => ({ description: unquoted(description), format: 'int64', type: 'integer' });
  const object = (fields) => ({ description: description(c, 4, 20), properties: fields, type: 'object' });
  const windowsOptions = object({
    gmsaCredentialSpec: text('GMSACredentialSpec is where the GMSA admission webhook inlines the credential spec.'),
    gmsaCredentialSpecName: text('GMSACredentialSpecName is the name of the GMSA credential spec to use.'),
    hostProcess: { description: unquoted('Whether the container runs as a host process.'), type: 'boolean' },
    runAsUserName: text('The UserName in Windows to run the entrypoint of the container process.'),
  });
  return object({
    hostNetwork: { type: 'boolean' },
    hostPID: { type: 'boolean' },
    nodeSelector: { additionalProperties: { type: 'string' }, type: 'object' },
    securityContext: object({
      fsGroup: number('A special supplemental group. Note that this field cannot be set when spec.os.name is windows.'),
      runAsUser: number(
        'The UID to run the entrypoint. Note that this field cannot be set when spec.os.name is windows.',
      ),
      privileged: { description: unquoted('Run container in privileged mode. Defaults to false.'), type: 'boolean' },
      windowsOptions,
    }),
    tolerations: { items: object({ effect: text('Effect to match.'), key: text('Key to match.') }), type: 'array' },
  });
}

const VERSION = literal(
  'APIVersion defines the versioned schema of this representation of an object.\n' +
    'Servers should convert recognized schemas to the latest internal value, and\n' +
    'may reject unrecognized values.',
);
const ADJECTIVES = ['Managed', 'Scheduled', 'Shared', 'Remote', 'External', 'Cluster'];
const NOUNS = ['Database', 'Route', 'Policy', 'Backup', 'Certificate', 'Pipeline', 'Queue', 'Target', 'Provider'];
const FIELDS = ['default', 'retry', 'target', 'source', 'auth', 'storage', 'network', 'external', 'secret', 'max'];
const QUOTED = ['y', 'on', '$ref', '@type', '*', '2xx', 'null', 'no'];
