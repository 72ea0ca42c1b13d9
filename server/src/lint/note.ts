import type { KubernetesVersion } from '../kubernetes/version.ts';
import { PatternTree } from './pattern.ts';
import type { CheckContext, Field, FieldPattern, PodView, Source } from './rule.ts';

/** Background knowledge about Windows without a rule: it is not a fault in a manifest. */
export interface Note {
  /** `category/name`. */
  readonly id: string;
  /** One line, without a period. */
  readonly title: string;
  /** The first release for which it is true. */
  readonly since?: KubernetesVersion;
  /** The last release for which it is true. */
  readonly until?: KubernetesVersion;
  /** The fields of a Windows pod whose hovers show it; a note without fields is only in the documentation. */
  readonly watches?: readonly FieldPattern[];
  /** The text in the hover of a pod's field, instead of `text`; undefined if the note does not apply to the field. */
  readonly says?: (field: Field, context: PodView) => string | undefined;
  /** The fields of other objects whose hovers show it. */
  readonly objects?: readonly ObjectNote[];
  /** Markdown: one to five sentences. Hovers show the first paragraph, pages all of it. */
  readonly text: string;
  /** Where the facts are from; hovers show the first link. */
  readonly sources: readonly [Source, ...Source[]];
}

/** The fields of other objects, or of a workload outside of its pod template, whose hovers show a note. */
export interface ObjectNote {
  readonly kind: string;
  readonly group: string;
  readonly watches: readonly FieldPattern[];
  /** Whether the object is related to Windows pods; by default, it has to create such pods itself. */
  readonly concerns?: (field: Field, context: Pick<CheckContext, 'object' | 'facts'>) => boolean;
}

/** The notes on one subject: a page of the documentation. */
export interface Topic {
  /** In kebab case: the name of the page and of the file under `notes`. */
  readonly id: string;
  readonly title: string;
  /** In the order of their IDs. */
  readonly notes: readonly Note[];
}

/** Notes by the fields whose hovers show them. */
export interface NoteSet {
  readonly pods: PatternTree<Note>;
  /** The patterns begin with `[group/kind]`. */
  readonly objects: PatternTree<{ readonly note: Note; readonly where: ObjectNote }>;
}

/** Indexes notes by the fields whose hovers show them. */
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
