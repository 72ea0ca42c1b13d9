import { migratedVolumeSource } from '../../rule-kit/volume-rule.ts';
import { MIGRATED_VOLUMES } from '../../windows/csi-drivers.ts';

export default migratedVolumeSource({
  id: 'volumes/aws-elastic-block-store',
  code: 'KW1215',
  title: 'awsElasticBlockStore volume on Windows',
  volume: MIGRATED_VOLUMES.awsElasticBlockStore,
  rewritten: (source) => {
    // An in-tree ID may have the zone in front of the last slash.
    const volumeHandle = source.get('volumeID')?.string?.replace(/^.*\//, '');
    return volumeHandle === undefined ? undefined : { volumeHandle };
  },
  why: `The in-tree plug-in for EBS supported Windows. Since version 1.23, Kubernetes migrates these volumes to the
CSI driver \`ebs.csi.aws.com\`; version 1.27 removed the in-tree code. The driver has a node plug-in for Windows,
which you have to install on the Windows nodes.

In a PersistentVolume, use \`csi\` to name the driver explicitly.`,
});
