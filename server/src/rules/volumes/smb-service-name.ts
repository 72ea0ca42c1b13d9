import { code } from '../../rule-kit/sources.ts';
import { volumeRule } from '../../rule-kit/volume-rule.ts';
import { smbVolumeOf } from '../../windows/csi-drivers.ts';

export default volumeRule({
  id: 'volumes/smb-service-name',
  code: 'KW1252',
  title: 'SMB share on a Service name',
  since: '0.2',
  parts: ['csi.volumeAttributes.source'],
  classParts: ['parameters.source'],
  messageEnd: 'may fail to mount: Windows nodes do not resolve names of Services: `{0}`.',
  appliesTo: (field) => isOnService(field.string) && smbVolumeOf(field) !== undefined,
  outcomes: [
    {
      effect: 'fails',
      doubtful: true,
      result: 'The pod stays in ContainerCreating.',
      seen: 'The network path was not found',
    },
  ],
  why: `The Windows node itself connects to the share, and its DNS server does not know the names of Services. Use an IP
address, or a name that the nodes can resolve.

If the driver uses CSI proxy, it replaces a name that ends with \`svc.cluster.local\` and is written with slashes by its
address. As a HostProcess container, it does not.`,
  sources: [
    {
      title: 'kubernetes-csi/csi-driver-smb#294: Service names and New-SmbGlobalMapping on Windows nodes',
      url: 'https://github.com/kubernetes-csi/csi-driver-smb/issues/294',
    },
    {
      title: 'kubernetes-csi/csi-driver-smb#309: resolve name to ip before passing to csi-proxy',
      url: 'https://github.com/kubernetes-csi/csi-driver-smb/pull/309',
    },
    code('kubernetes-csi/csi-driver-smb b2d2d00 pkg/mounter/safe_mounter_windows.go SMBMount'),
    code('kubernetes-csi/csi-driver-smb dec96df pkg/mounter/safe_mounter_host_process_windows.go SMBMount'),
  ],
});

/** Whether the host of a share is the DNS name of a Service: `name.namespace.svc`, with or without the domain of the cluster. */
function isOnService(source: string | undefined): boolean {
  const host = /^[\\/]{2}([^\\/]+)/.exec(source ?? '')?.[1] ?? '';
  return host.split('.').indexOf('svc') >= 2;
}
