import { migratedVolumeSource } from '../../lint/volume-source-rule.ts';
import { MIGRATED_VOLUMES } from '../../windows/csi-drivers.ts';

export default migratedVolumeSource({
  id: 'volumes/aws-elastic-block-store',
  title: 'awsElasticBlockStore volume on Windows',
  volume: MIGRATED_VOLUMES.awsElasticBlockStore,
  name: 'an EBS disk',
  rewritten: (source) => ({
    // Up to the last slash an old identifier names the zone.
    volumeHandle: source.get('volumeID')?.string?.replace(/^.*\//, '') ?? '<volume handle>',
  }),
  why: `Kubernetes had its own code for EBS disks, for Windows too. Since 1.23 it hands them on to the CSI driver, and since 1.27 that
code is gone. The driver has a node plug-in for Windows, but it has to be installed on the Windows nodes. A PersistentVolume
that names the driver says what happens.`,
});
