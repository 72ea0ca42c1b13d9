import type { Settings } from '../../lint/settings/settings.ts';
import { DISK_DRIVERS, linuxOnlyDrivers, MIGRATED_VOLUMES } from '../../windows/csi-drivers.ts';
import { CONTAINERD_PIPE, DOCKER_PIPE } from '../../windows/host-paths.ts';
import { providerOf } from '../../windows/providers.ts';
import { matches, text } from '../cel.ts';
import type { Expressions } from '../expression.ts';
import { IS_PIPE } from '../host-paths.ts';

const LINUX_FILE_SYSTEMS = '["btrfs", "ext2", "ext3", "ext4", "xfs"]';
const IS_LINUX_NODE_PATH = `(${matches('value', /^\/c\/[^/]/i)} || ${matches(
  'value',
  /^\/(dev|etc|home|mnt|opt|proc|root|run|sys|usr|var\/lib\/docker|var\/log|var\/run)(\/|$)/,
)} && !${matches('value', /^\/var\/log\/*$/)} && !${matches('value', /^\/var\/log\/(containers|pods)(\/|$)/)})`;
const IS_PLUGIN_SOCKET = matches(
  'value',
  /^(.*[\\/]csi\.sock|([a-z]:)?[\\/]var[\\/]lib[\\/]kubelet[\\/](device-plugins|plugins|plugins_registry|pod-resources)([\\/].*)?)$/i,
);
const IS_RUNTIME_SOCKET = matches('value', /(^|[\\/])(docker|containerd|crio)\.sock$/);
const MUST_EXIST = 'volume.?hostPath.type.orValue("") != ""';

/** Whether the driver of a volume rejects its file system. All releases with policies migrate in-tree volumes to drivers. */
const IS_REJECTED = `(${DISK_DRIVERS.flatMap(({ name, fileSystems }) => {
  if (fileSystems === 'any') return [];
  const inTree = Object.values(MIGRATED_VOLUMES).filter(({ driver }) => driver === name);
  const isOther = (source: string) =>
    `!(volume.?${source}.fsType.orValue("").lowerAscii() in ${JSON.stringify(['', ...fileSystems])})`;
  return [
    `volume.?csi.driver.orValue("") == ${text(name)} && ${isOther('csi')}`,
    ...inTree.map(({ source }) => isOther(source)),
  ];
}).join(' || ')})`;
const IS_LINUX_WITH_UNKNOWN_DRIVER =
  `(volume.?csi.fsType.orValue("").lowerAscii() in ${LINUX_FILE_SYSTEMS} && ` +
  `!(volume.?csi.driver.orValue("") in ${JSON.stringify(DISK_DRIVERS.map(({ name }) => name))}))`;

/** AKS installs the CSI drivers of Azure on its Windows nodes. */
const INSTALLED_BY_AKS = (settings: Settings) => (providerOf(settings) === 'aks' ? { when: 'false' } : {});

export const VOLUMES: Expressions<'volumes'> = {
  'volumes/aws-elastic-block-store': {},
  'volumes/azure-disk': INSTALLED_BY_AKS,
  'volumes/azure-file': INSTALLED_BY_AKS,
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
  'volumes/fs-type': {
    instead: [{ of: 'volume', test: `${IS_REJECTED} || ${IS_LINUX_WITH_UNKNOWN_DRIVER}` }],
    cases: [
      ['the driver is known to reject the file system', IS_REJECTED],
      ['the driver is not known', 'true'],
    ],
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
    when:
      `${IS_LINUX_NODE_PATH} && !value.endsWith(".sock") && !volume.?hostPath.type.orValue("").endsWith("Device") && ` +
      `!(volume.?hostPath.type.orValue("") == "DirectoryOrCreate" && variables.allHostProcess && ${matches(
        'value',
        /^\/(opt|run|var\/run)\/+[^/]/,
      )})`,
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
