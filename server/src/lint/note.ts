import type { KubernetesVersion } from '../kubernetes/version.ts';
import { PatternTree } from './pattern.ts';
import type { CheckContext, Field, FieldPattern, PodView, Source } from './rule.ts';

/** Something worth knowing of Windows that is no fault in a manifest, so that no rule carries it. */
export interface Note {
  /** `category/name`, the catalogue's id. */
  readonly id: string;
  /** One line, without a period. */
  readonly title: string;
  /** First release in which it holds. */
  readonly since?: KubernetesVersion;
  /** Last release in which it holds. */
  readonly until?: KubernetesVersion;
  /** The fields of a Windows pod whose hovers show it; a note without fields is in the documentation alone. */
  readonly watches?: readonly FieldPattern[];
  /** What the hover of a pod's field says in place of `text`; undefined where the note does not concern the field. */
  readonly says?: (field: Field, context: PodView) => string | undefined;
  /** The same in objects of other kinds. */
  readonly objects?: readonly ObjectNote[];
  /** Markdown: one to five sentences. Hovers show the first paragraph, pages all of it. */
  readonly text: string;
  /** Where the facts are from; the first link is the one that hovers show. */
  readonly sources: readonly [Source, ...Source[]];
}

/** Where an object that is no pod, or the part of a workload outside of its pod template, shows a note. */
export interface ObjectNote {
  readonly kind: string;
  readonly group: string;
  readonly watches: readonly FieldPattern[];
  /** Whether the object has to do with Windows pods; without it, the object has to make such pods itself. */
  readonly concerns?: (field: Field, context: Pick<CheckContext, 'object' | 'facts'>) => boolean;
}

/** Notes that belong together: a page of the documentation. */
export interface Topic {
  /** In kebab case: the name of the page and of the file under `notes`. */
  readonly id: string;
  readonly title: string;
  /** In the order of their ids. */
  readonly notes: readonly Note[];
}

/** A set of notes, ready to be asked by path. */
export interface NoteSet {
  readonly pods: PatternTree<Note>;
  /** The paths begin with `group/kind`. */
  readonly objects: PatternTree<{ readonly note: Note; readonly where: ObjectNote }>;
}

/** Sorts notes by the fields that show them. */
export function noteSet(notes: readonly Note[]): NoteSet {
  const pods: NoteSet['pods'] = new PatternTree();
  const objects: NoteSet['objects'] = new PatternTree();
  for (const note of notes) {
    for (const pattern of note.watches ?? []) pods.add(pattern, note);
    for (const where of note.objects ?? []) {
      for (const pattern of where.watches) objects.add(`[${where.group}/${where.kind}].${pattern}`, { note, where });
    }
  }
  return { pods, objects };
}
