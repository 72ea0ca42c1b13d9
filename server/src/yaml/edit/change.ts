import type { FieldPath } from '../read/path.ts';

/** A value to write into a document. */
export type Value = string | number | boolean | readonly Value[] | { readonly [key: string]: Value };

/**
 * What is to become of a document, said in terms of its fields and never of its text. Paths lead from the document's
 * root. `yaml/edit/edits` turns changes into the smallest text edits, or says why it cannot.
 */
export type Change =
  | {
      /** Removes a key with its value, or a list item, and parents from `EMPTIED_PARENTS` that are left empty by it. */
      readonly kind: 'remove';
      readonly path: FieldPath;
    }
  | {
      /** Puts another value in place of the one that is there, a null one included. */
      readonly kind: 'replace';
      readonly path: FieldPath;
      readonly value: Value;
    }
  | {
      /** Adds a key that is not there yet. Mappings on the way to it that are absent, null or empty are made. */
      readonly kind: 'insert';
      readonly path: FieldPath;
      readonly value: Value;
      /** Where it goes in the first mapping that was there before; at its end by default, or where none is found. */
      readonly place?: 'first' | { readonly before: string } | { readonly after: string };
    }
  | {
      /** Adds an item at the end of a list; one that is absent, null or empty is made, with `place` as above. */
      readonly kind: 'append';
      readonly path: FieldPath;
      readonly value: Value;
      readonly place?: 'first' | { readonly before: string } | { readonly after: string };
    }
  | {
      /** Gives a key another name; its value and its place stay. */
      readonly kind: 'rename';
      readonly path: FieldPath;
      readonly key: string;
    }
  | {
      /** Puts a comment line directly above the line on which a field begins, indented like it. */
      readonly kind: 'comment';
      readonly path: FieldPath;
      /** An offset in the field: of keys in several branches of a template, the path leads to all. */
      readonly at: number;
      /** Without the `#`. */
      readonly text: string;
    };

/** Mappings that go too when the last key is removed from them; any other is left as `{}`, for it may mean something. */
export const EMPTIED_PARENTS: readonly string[] = ['securityContext', 'windowsOptions', 'annotations', 'nodeSelector'];
