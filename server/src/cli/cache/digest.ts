import { createHash } from 'node:crypto';

/** A hash of a text or of bytes: others have another one. */
export function digestOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('base64url');
}
