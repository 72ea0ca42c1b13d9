import type { Note, Topic } from '../lint/note.ts';
import { accounts } from './accounts.ts';
import { filesAndVolumes } from './files-and-volumes.ts';
import { hostProcess } from './host-process.ts';
import { imagesAndRuntimes } from './images-and-runtimes.ts';
import { nodeNetworks } from './node-networks.ts';
import { nodes } from './nodes.ts';
import { resources } from './resources.ts';
import { scheduling } from './scheduling.ts';
import { servicesAndNames } from './services-and-names.ts';
import { workloads } from './workloads.ts';

/** Every topic, in the order of the ids. */
export const TOPICS: readonly Topic[] = [
  accounts,
  filesAndVolumes,
  hostProcess,
  imagesAndRuntimes,
  nodeNetworks,
  nodes,
  resources,
  scheduling,
  servicesAndNames,
  workloads,
];

export const NOTES: readonly Note[] = TOPICS.flatMap((topic) => topic.notes);
