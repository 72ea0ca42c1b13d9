import type { FieldPath } from '../read/path.ts';

/** A value to write into a document. */
export type Value = string | number | boolean | readonly Value[] | { readonly [key: string]: Value };

/**
 * A change to a document in terms of its fields, never of its text. Paths start at the root of the document.
 * `yaml/edit/edits` turns changes into the smallest text edits, or gives a reason why this is not possible.
 */
export type Change =
  | {
      /** Removes a key with its value, or a list item, and the parents in `EMPTIED_PARENTS` that become empty. */
      readonly kind: 'remove';
      readonly path: FieldPath;
    }
  | {
      /** Replaces a value, which may be null. */
      readonly kind: 'replace';
      readonly path: FieldPath;
      readonly value: Value;
    }
  | {
      /** Adds a new key. Mappings above it that are absent, null or empty are created. */
      readonly kind: 'insert';
      readonly path: FieldPath;
      readonly value: Value;
      /** The position in the innermost existing mapping; by default, or if that sibling does not exist, the end. */
      readonly place?: 'first' | { readonly before: string } | { readonly after: string };
    }
  | {
      /** Adds an item at the end of a list. A list that is absent, null or empty is created, with `place` as above. */
      readonly kind: 'append';
      readonly path: FieldPath;
      readonly value: Value;
      readonly place?: 'first' | { readonly before: string } | { readonly after: string };
    }
  | {
      /** Renames a key; its value and position stay. */
      readonly kind: 'rename';
      readonly path: FieldPath;
      readonly key: string;
    }
  | {
      /**
       * Moves a key with its value, its notation and its comments to another path, as its last or at `place`. Mappings above
       * it that are absent are created, and its parents in `EMPTIED_PARENTS` that become empty are removed.
       */
      readonly kind: 'move';
      readonly path: FieldPath;
      readonly to: FieldPath;
      readonly place?: 'first' | { readonly before: string } | { readonly after: string };
    }
  | {
      /** Adds a comment line directly above the first line of a field, with the same indentation. */
      readonly kind: 'comment';
      readonly path: FieldPath;
      /** An offset in the field. It is needed because a path may match keys in several branches of a template. */
      readonly at: number;
      /** Without the `#`. */
      readonly text: string;
    };

/** Mappings that are removed with their last key. Any other is left as `{}`, because its presence may have an effect. */
export const EMPTIED_PARENTS: readonly string[] = ['securityContext', 'windowsOptions', 'annotations', 'nodeSelector'];
