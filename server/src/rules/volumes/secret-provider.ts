import { named } from '../../kubernetes/questions.ts';
import { volumeNameOf } from '../../kubernetes/volume.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { t } from '../../text/localize.ts';
import { LINUX_ONLY_SECRET_PROVIDERS } from '../../windows/csi-drivers.ts';

export default {
  id: 'volumes/secret-provider',
  code: 'KW1250',
  title: 'Secrets Store provider without a build for Windows',
  since: '0.2',
  gate: 'windows',
  pod: {
    watches: ['spec.volumes[*].csi.volumeAttributes.secretProviderClass'],
    check(field, { object, facts, report }) {
      const name = field.string;
      const csi = field.parent?.parent;
      if (name === undefined || csi?.get('driver')?.string !== 'secrets-store.csi.k8s.io') return;
      const providerClass = facts.ask(named('SecretProviderClass', name, object.namespace));
      const provider = providerClass?.provider ?? '';
      if (providerClass === undefined || !LINUX_ONLY_SECRET_PROVIDERS.includes(provider)) return;
      report({
        at: field.valueSpan,
        message: message(
          'Volume `{0}` {effect}: Secrets Store provider `{1}` has no known build for Windows.',
          volumeNameOf(field),
          provider,
        ),
        related: [{ at: providerClass.location, message: t`SecretProviderClass ${name} has the provider ${provider}` }],
      });
    },
  },
  outcomes: [
    {
      effect: 'fails',
      doubtful: true,
      phrase: 'may fail to mount',
      result: 'Without a provider on the node, the pod stays in ContainerCreating.',
    },
  ],
  why: `The Secrets Store CSI driver has a node plug-in for Windows, but it gets secrets from the provider of the
SecretProviderClass on the same node. Of the providers for AWS, Google Cloud and Vault, there are only builds for Linux. The
provider for Azure Key Vault supports Windows nodes.

An operator such as External Secrets Operator or Vault Secrets Operator can copy the secrets to a Secret instead. It runs on
Linux nodes.`,
  sources: [
    {
      title: 'HashiCorp: Install the Vault Secrets Store CSI provider (Linux nodes only)',
      url: 'https://developer.hashicorp.com/vault/docs/platform/k8s/csi/installation',
    },
    {
      title: 'hashicorp/vault-csi-provider issue 141: Support for Windows Nodes',
      url: 'https://github.com/hashicorp/vault-csi-provider/issues/141',
    },
    {
      title: 'aws/secrets-store-csi-driver-provider-aws issue 131: Windows nodes support or workaround?',
      url: 'https://github.com/aws/secrets-store-csi-driver-provider-aws/issues/131',
    },
    {
      title: 'aws/secrets-store-csi-driver-provider-aws issue 415: Windows Server',
      url: 'https://github.com/aws/secrets-store-csi-driver-provider-aws/issues/415',
    },
    {
      title: 'GoogleCloudPlatform/secrets-store-csi-driver-provider-gcp: manifest of the provider',
      url: 'https://github.com/GoogleCloudPlatform/secrets-store-csi-driver-provider-gcp/blob/main/deploy/provider-gcp-plugin.yaml',
    },
    {
      title: 'Azure Key Vault Provider for Secrets Store CSI Driver',
      url: 'https://azure.github.io/secrets-store-csi-driver-provider-azure/docs/',
    },
  ],
} satisfies Rule;
