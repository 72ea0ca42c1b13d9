/** What CHANGELOG.md says of a version. */
export function notesOf(changelog: string, name: string): string;

/** The bill of materials: of what npm knows, the packages that are in the bundles. */
export function billOfMaterials(cyclonedx: object, notices: string): Bill;

export interface Bill {
  readonly bomFormat: string;
  readonly metadata: { readonly component: { readonly name: string; readonly version: string } };
  readonly components: readonly { readonly name: string; readonly version: string; readonly purl: string }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

/** Checksums as `sha256sum --check` reads them. */
export function sumsOf(folder: string): string;
