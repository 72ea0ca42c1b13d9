import { readFileSync } from 'node:fs';
import { KUBERNETES_VERSIONS } from '../../server/src/kubernetes/version.ts';
import { SETTINGS } from '../../server/src/lint/settings/settings.ts';
import { cell } from './markdown.ts';

/** `docs/settings.md` with the table of all settings and the supported releases. */
export function settingsPage(): string {
  const page = readFileSync(new URL('../../docs/settings.md', import.meta.url), 'utf8');
  const rows = Object.entries(SETTINGS).map(([key, { default: ofServer, inVsCode, description }]) => {
    // The list of built-in kinds is too long for a table; the settings editor has it.
    const [short = ''] = description.split(' Built in: ');
    const shown = (value: unknown) => `\`${cell(JSON.stringify(value))}\``;
    const standard =
      inVsCode === undefined ? shown(ofServer) : `${shown(inVsCode)} in VS Code, ${shown(ofServer)} in other editors`;
    return `| \`kubewin.${key}\` | ${standard} | ${cell(short)} |`;
  });
  const settings = `Kubernetes ${KUBERNETES_VERSIONS[0]} to ${KUBERNETES_VERSIONS.at(-1)} are supported.

| setting | default | description |
| --- | --- | --- |
${rows.join('\n')}
`;
  const part = /(<!-- generated: settings -->\n)[\s\S]*(<!-- end -->)/;
  return page.replace(part, (_, start: string, end: string) => start + settings + end);
}
