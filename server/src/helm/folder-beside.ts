/** The folder of a chart at a `file://` repository; undefined for any other. */
export function folderBeside(folder: string, repository: string): string | undefined {
  const [, path] = /^file:\/\/(\.{1,2}\/.*)$/.exec(repository) ?? [];
  if (path === undefined) return undefined;
  const names = folder.split('/').filter((name) => name !== '');
  for (const name of path.split('/')) {
    if (name === '..' && names.length > 0 && names.at(-1) !== '..') names.pop();
    else if (name !== '' && name !== '.') names.push(name);
  }
  return `${names.join('/')}/`;
}
