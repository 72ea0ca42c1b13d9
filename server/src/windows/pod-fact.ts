import { type Facts, type Place, type PodFact, storageClassOf } from '../kubernetes/facts.ts';
import type { Pod } from '../kubernetes/pod.ts';
import { nodeConstraint } from './node-constraint.ts';
import { linuxReasons } from './pod-security.ts';
import type { Verdict } from './verdict.ts';
import { windowsScheduling } from './windows-scheduling.ts';

/** What a pod tells objects that select it, or that its volumes name. */
export function podFact(pod: Pod, verdict: Verdict, facts: Facts, place: Place): PodFact {
  const { object, spec, metadata } = pod;
  const volumes = spec.get('volumes')?.items() ?? [];
  const ownClaims = [
    ...(object.field.at('spec', 'volumeClaimTemplates')?.items() ?? []),
    ...volumes.flatMap((volume) => volume.at('ephemeral', 'volumeClaimTemplate') ?? []),
  ];
  const ports = pod.containers.flatMap(({ field }) => field.get('ports')?.items() ?? []);
  return {
    kind: 'Pod',
    workload: object.kind,
    name: object.name ?? '',
    namespace: object.namespace,
    place,
    labels: metadata?.get('labels')?.stringMap() ?? {},
    os: verdict.os,
    certainty: verdict.certainty,
    hostBuilds: nodeConstraint(pod, facts).hostBuilds,
    windowsScheduling: windowsScheduling(pod),
    replicas: object.field.at('spec', 'replicas')?.number,
    linuxReasons: linuxReasons(pod),
    ports: ports.flatMap((port) => {
      const number = port.get('containerPort')?.number;
      if (number === undefined) return [];
      return [{ name: port.get('name')?.string, port: number, protocol: port.get('protocol')?.string ?? 'TCP' }];
    }),
    claims: volumes.flatMap((volume) => volume.at('persistentVolumeClaim', 'claimName')?.string ?? []),
    storageClasses: ownClaims.flatMap((claim) => storageClassOf(claim) ?? []),
  };
}
