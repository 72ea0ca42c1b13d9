import { sharedText, sharedTree } from '../shared.ts';

/** The files of each chart of the corpus by their paths in the chart, by the folder of the chart; empty without the corpus. */
export function corpusCharts(): Map<string, Record<string, string>> {
  const files = sharedTree('corpus/helm');
  const folders = files.flatMap((path) => /^(.*)\/Chart\.yaml$/.exec(path)?.[1] ?? []);
  return new Map(
    folders.map((folder) => {
      const own = files.filter((path) => path.startsWith(`${folder}/`));
      return [folder, Object.fromEntries(own.map((path) => [path.slice(folder.length + 1), sharedText(path)]))];
    }),
  );
}
