import { originOf } from '../kubernetes/controller.ts';
import type { ClaimTemplateFact, Location, PodFact } from '../kubernetes/facts.ts';
import type { KubeObject } from '../kubernetes/object.ts';
import { storageClassOf, tolerationOf } from '../kubernetes/object-fact.ts';
import { isPlaceholder } from '../kubernetes/placeholder.ts';
import type { Pod } from '../kubernetes/pod.ts';
import type { Facts } from '../kubernetes/questions.ts';
import type { Field } from '../yaml/read/field.ts';
import { nodeConstraint } from './node-constraint.ts';
import { isWindowsToleration } from './pod-evidence.ts';
import { linuxReasons } from './pod-security.ts';
import type { Verdict } from './verdict.ts';
import { windowsScheduling } from './windows-scheduling.ts';

/** The fact about a pod, for objects that select it or that its volumes use. Values that a template determines are left out. */
export function podFact(pod: Pod, verdict: Verdict, facts: Facts, location: Location): PodFact {
  const { object, spec, metadata } = pod;
  const volumes = spec.get('volumes')?.items() ?? [];
  const labels = () => metadata?.get('labels')?.stringMap() ?? {};
  const ports = pod.containers.flatMap(({ field }) => field.get('ports')?.items() ?? []);
  return {
    kind: 'Pod',
    workload: object.kind,
    origin: originOf(object),
    name: object.name ?? '',
    namespace: object.namespace,
    location,
    labels: labels(),
    hasUnknownLabels: spec.known(labels) === undefined,
    os: verdict.os,
    certainty: verdict.certainty,
    hostBuilds: nodeConstraint(pod, facts).hostBuilds,
    windowsTolerations: (spec.get('tolerations')?.items() ?? []).filter(isWindowsToleration).map(tolerationOf),
    runtimeClass: spec.known(() => spec.get('runtimeClassName')?.string),
    windowsScheduling: spec.known(() => windowsScheduling(pod)),
    replicas: replicas(object),
    linuxReasons: linuxReasons(pod),
    ports: ports.flatMap((port) => spec.known(() => portOf(port)) ?? []),
    claims: volumes.flatMap((volume) => volume.at('persistentVolumeClaim', 'claimName')?.string ?? []),
    claimTemplates: claimTemplates(object, volumes).flatMap((read) => spec.known(read) ?? []),
  };
}

/** The claim templates of a StatefulSet and of ephemeral volumes, as functions so that each can be unknown by itself. */
function claimTemplates(object: KubeObject, volumes: readonly Field[]): (() => ClaimTemplateFact)[] {
  const pods = podNames(object);
  const templates =
    object.kind === 'StatefulSet' ? object.field.at('spec', 'volumeClaimTemplates')?.items() : undefined;
  return [
    ...(templates ?? []).map((template) => () => {
      const name = template.at('metadata', 'name')?.string;
      return ownClaim(template, name && pods && `${name}-${pods}`);
    }),
    ...volumes.flatMap((volume) => {
      const template = volume.at('ephemeral', 'volumeClaimTemplate');
      if (template === undefined) return [];
      return () => {
        const name = volume.get('name')?.string;
        return ownClaim(template, name && pods && `${pods}-${name}`);
      };
    }),
  ];
}

function ownClaim(template: Field, name: string | undefined): ClaimTemplateFact {
  return { name, storageClass: storageClassOf(template), volume: template.at('spec', 'volumeName')?.string };
}

/** The name of an object's pods, with `*` for the ordinal; undefined if a part of it is random. */
function podNames({ kind, name }: KubeObject): string | undefined {
  if (name === null || isPlaceholder(name)) return undefined;
  return kind === 'Pod' ? name : kind === 'StatefulSet' ? `${name}-*` : undefined;
}

function replicas({ field }: KubeObject): number | undefined {
  // A template may set it to 0.
  const known = field.known(() => [field.at('spec', 'replicas')?.number] as const);
  return known === undefined ? 0 : known[0];
}

function portOf(port: Field): PodFact['ports'][number] | undefined {
  const number = port.get('containerPort')?.number;
  if (number === undefined) return undefined;
  return { name: port.get('name')?.string, port: number, protocol: port.get('protocol')?.string ?? 'TCP' };
}
