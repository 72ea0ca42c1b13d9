/** The major releases of Helm whose output differs: 4 has no null values of charts, and `.Chart` is a map. */
export type HelmRelease = 3 | 4;
