/** The section of CHANGELOG.md on a version. */
export function notesOf(changelog: string, name: string): string;

/** The bill of materials: the packages that are part of the bundles. */
export function billOfMaterials(cyclonedx: object, notices: string): Bill;

export interface Bill {
  readonly bomFormat: string;
  readonly metadata: { readonly component: { readonly name: string; readonly version: string } };
  readonly components: readonly { readonly name: string; readonly version: string; readonly purl: string }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

/** Checksums in the format of `sha256sum --check`. */
export function sumsOf(folder: string): string;

/** The plug-in of kubectl: a script that runs the program beside it. */
export function pluginScript(program: string): string;

/** Writes an archive with files of the same date. Only the programs are executable. */
export function writeArchive(
  file: string,
  programs: readonly string[],
  others: readonly string[],
  date: Date,
): Promise<void>;
