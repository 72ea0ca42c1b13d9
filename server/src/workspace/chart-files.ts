import { resolveUri } from './uri.ts';

/** Whether a file belongs to a chart by its name: it must then be read, even without an object in it. */
export function isChartFile(uri: string): boolean {
  if (isTemplate(uri) || uri.includes('/charts/')) return true;
  const name = uri.slice(uri.lastIndexOf('/') + 1);
  return METADATA.includes(name) || (name.includes('values') && /\.ya?ml$/.test(name));
}

const METADATA: readonly string[] = ['Chart.yaml', 'requirements.yaml', '.helmignore'];

/** Whether a file says which files are not in its chart. */
export function isHelmIgnore(uri: string): boolean {
  return uri.endsWith('/.helmignore');
}

/** Whether a file is a packed chart by its name, as `helm package` writes it. */
export function isChartArchive(uri: string): boolean {
  return /\.tgz$/i.test(uri);
}

/** The URI or path of the packed chart that a file is in by its name; undefined for any other file. */
export function archiveOf(uri: string): string | undefined {
  return /^.*?\.tgz(?=[/\\])/i.exec(uri)?.[0];
}

/** Whether a file is in a packed chart by its name. No editor opens such a file. */
export function isPacked(uri: string): boolean {
  return archiveOf(uri) !== undefined;
}

/** Whether a file is a template of a chart by its path. */
export function isTemplate(uri: string): boolean {
  return uri.includes('/templates/');
}

/** The URI of the template that is rendered under this URI; that of any other file itself. */
export function templateOf(uri: string): string {
  const end = uri.indexOf(RENDERED);
  return end === -1 ? uri : uri.slice(0, end);
}

/** The URI of the rendered text of a template; `id` says in which chart and with which values it is rendered. */
export function renderedUri(template: string, id: string): string {
  return `${template}${RENDERED}${encodeURIComponent(id)}`;
}

/** Whether a URI is that of a rendered template. */
export function isRendered(uri: string): boolean {
  return uri.includes(RENDERED);
}

/** A path has no `#` in a URI. */
const RENDERED = '#chart=';

/** The URI of a file of a chart by its path, or by its URI. */
export function uriIn(folder: string, path: string): string {
  return resolveUri(folder, path) ?? path;
}
