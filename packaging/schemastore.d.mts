/** The entry of the catalog. */
export const CATALOG_ENTRY: {
  readonly name: string;
  readonly description: string;
  readonly fileMatch: readonly string[];
  readonly url: string;
};

/** The files by their paths in the clone, without the catalog. */
export function schemaStoreFiles(): Record<string, string>;

/** The text of the catalog with the entry. */
export function withEntry(catalog: string): string;
