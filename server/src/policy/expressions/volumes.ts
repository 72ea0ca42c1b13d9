import { linuxOnlyDrivers } from '../../windows/csi-drivers.ts';
import { CONTAINERD_PIPE, DOCKER_PIPE } from '../../windows/host-paths.ts';
import { matches, text } from '../cel.ts';
import type { Expressions } from '../expression.ts';
import { IS_PIPE } from '../host-paths.ts';

const LINUX_FILE_SYSTEMS = '["btrfs", "ext2", "ext3", "ext4", "xfs"]';
const IS_LINUX_NODE_PATH = `(${matches(
  'value',
  /^\/(dev|etc|home|mnt|opt|proc|root|run|sys|usr|var\/lib\/docker|var\/log|var\/run)(\/|$)/,
)} && !${matches('value', /^\/var\/log\/*$/)} && !${matches('value', /^\/var\/log\/(containers|pods)(\/|$)/)})`;
const IS_PLUGIN_SOCKET = matches(
  'value',
  /^(.*[\\/]csi\.sock|([a-z]:)?[\\/]var[\\/]lib[\\/]kubelet[\\/](device-plugins|plugins|plugins_registry|pod-resources)([\\/].*)?)$/i,
);
const IS_RUNTIME_SOCKET = matches('value', /(^|[\\/])(docker|containerd|crio)\.sock$/);
const MUST_EXIST = 'volume.?hostPath.type.orValue("") != ""';

export const VOLUMES: Expressions<'volumes'> = {
  'volumes/aws-elastic-block-store': {},
  'volumes/azure-disk': {},
  'volumes/azure-file': {},
  'volumes/cephfs': {},
  'volumes/cinder': {},
  'volumes/empty-dir-mode': {},
  'volumes/fc': {},
  'volumes/flex-volume': {},
  'volumes/flocker': {},
  'volumes/gce-persistent-disk': {},
  'volumes/git-repo': {},
  'volumes/glusterfs': {},
  'volumes/image': {},
  'volumes/iscsi': {},
  'volumes/items-mode': {},
  'volumes/nfs': {},
  'volumes/photon-persistent-disk': {},
  'volumes/portworx': {},
  'volumes/quobyte': {},
  'volumes/rbd': {},
  'volumes/scale-io': {},
  'volumes/storage-os': {},
  'volumes/user-fields': {},
  'volumes/vsphere-volume': {},
  'volumes/csi-linux-only-driver': ({ linuxOnlyCsiDrivers }) => ({
    when: linuxOnlyDrivers(linuxOnlyCsiDrivers)
      .map((driver) =>
        driver.startsWith('*') ? `value.endsWith(${text(driver.slice(1))})` : `value == ${text(driver)}`,
      )
      .join(' || '),
  }),
  'volumes/default-mode': { when: 'value != 420' },
  'volumes/empty-dir-huge-pages': { when: 'value.startsWith("HugePages")' },
  'volumes/empty-dir-memory': { when: 'value == "Memory"' },
  'volumes/ephemeral-block': { when: 'value == "Block"' },
  // The API server sets `ext4` in every `azureDisk`.
  'volumes/fs-type': {
    when: `value.lowerAscii() in ${LINUX_FILE_SYSTEMS} && !(value == "ext4" && has(volume.azureDisk))`,
  },
  'volumes/host-path-device-type': { when: 'value in ["BlockDevice", "CharDevice"]' },
  'volumes/host-path-docker-pipe': ({ containerRuntime }) =>
    containerRuntime === 'docker'
      ? undefined
      : {
          when:
            `value.lowerAscii().replace("/", "\\\\") == ${text(DOCKER_PIPE)} && !variables.allHostProcess && ` +
            `!variables.volumes.exists(one, one.?hostPath.path.orValue("").lowerAscii().replace("/", "\\\\") == ${text(CONTAINERD_PIPE)})`,
        },
  'volumes/host-path-linux-path': {
    when: `${IS_LINUX_NODE_PATH} && !value.endsWith(".sock") && !volume.?hostPath.type.orValue("").endsWith("Device")`,
    cases: [
      ['the `type` is empty', 'volume.?hostPath.type.orValue("") == ""'],
      [
        'the `type` requires an existing path, such as `Directory`',
        '!volume.?hostPath.type.orValue("").endsWith("OrCreate")',
      ],
    ],
  },
  'volumes/host-path-named-pipe-type': {
    when: `value in ["Directory", "DirectoryOrCreate", "File", "FileOrCreate", "Socket"] && ${IS_PIPE}`,
  },
  'volumes/host-path-unix-socket': {
    when: `value.endsWith(".sock") && !${IS_PLUGIN_SOCKET} && !variables.allHostProcess`,
    cases: [
      ['it is a runtime socket and `type` is set', `${IS_RUNTIME_SOCKET} && ${MUST_EXIST}`],
      ['it is a runtime socket and `type` is empty', IS_RUNTIME_SOCKET],
    ],
  },
  'volumes/secret-on-disk': {
    instead: [
      {
        of: 'volume',
        test: 'has(volume.secret) || volume.?projected.sources.orValue([]).exists(source, has(source.secret)) || volume.?csi.driver.orValue("") == "secrets-store.csi.k8s.io"',
      },
    ],
  },
};
