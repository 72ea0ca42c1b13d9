import { isRecord } from '../lint/settings/settings.ts';

/** The object in a JSON text; undefined for any other text. */
export function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
