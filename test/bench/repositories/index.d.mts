export interface RepositoryFile {
  readonly path: string;
  readonly text: string;
}

export const REPOSITORIES: Readonly<Record<string, (count: number, next: () => number) => Iterable<RepositoryFile>>>;
export function writeRepository(target: string, files: Iterable<RepositoryFile>): void;
