/** The schema of `.kubewin-images.yaml`, in a draft that editors support. */
export function imageLockSchema(): object {
  const image = {
    type: 'object',
    required: ['digest', 'updated', 'platforms'],
    additionalProperties: false,
    properties: {
      digest: {
        description: 'The digest of the manifest or index that the name refers to.',
        type: 'string',
        pattern: '^(?:sha256:[a-f0-9]{64}|sha384:[a-f0-9]{96}|sha512:[a-f0-9]{128})$',
      },
      updated: {
        description: 'The day on which the registry was asked.',
        type: 'string',
        pattern: '^\\d{4}-\\d{2}-\\d{2}$',
      },
      platforms: {
        description:
          'Operating system, architecture and variant, and the version of the operating system after a blank.',
        type: 'array',
        items: { type: 'string', pattern: '^[^/ ]+/[^/ ]+(?:/[^/ ]+)?(?: [^/ ]+)?$' },
      },
    },
  };
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: '.kubewin-images.yaml',
    description: 'Platforms of the images in manifests, as their registries report them.',
    type: 'object',
    required: ['version'],
    additionalProperties: false,
    properties: {
      version: { description: 'The version of this format.', const: 1 },
      images: {
        description: 'The images by their whole name, with registry and tag or digest.',
        type: ['object', 'null'],
        propertyNames: { pattern: '^[^/ ]+/[^ ]+[:@][^/ ]+$' },
        additionalProperties: image,
      },
    },
  };
}
