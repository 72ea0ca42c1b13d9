import { escapeControls } from '../terminal/style.ts';

/** An element of XML with its attributes, and with content that is XML already. */
export function element(name: string, attributes: Readonly<Record<string, string | number>>, content?: string): string {
  const list = Object.entries(attributes).map(([key, value]) => ` ${key}="${xmlText(String(value))}"`);
  return `<${name}${list.join('')}${content === undefined ? '/>' : `>${content}</${name}>`}`;
}

/** A text without the characters that XML 1.0 does not allow: https://www.w3.org/TR/xml/#charsets */
export function xmlText(text: string): string {
  return escapeControls(text)
    .replace(/[\uFFFE\uFFFF]/g, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
