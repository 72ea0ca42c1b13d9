import { defined, type FunctionTable, madeText, unknownResult } from '../function.ts';
import { utf8Bytes, utf8Text } from '../utf8.ts';
import { plain } from './arguments.ts';
import { adler32, sha1, sha256 } from './hashes.ts';

/** Encodings and hashes of `sprig/strings.go` and `sprig/crypto.go`. */
export const ENCODING_FUNCTIONS: FunctionTable = {
  b64enc: defined('text > text', (call, [value]) => madeText(call, base64(utf8Bytes(plain(value))))),
  b64dec: defined('text > text', (call, [value]) => {
    const bytes = fromBase64(plain(value));
    const decoded = bytes && utf8Text(bytes);
    return decoded === undefined ? unknownResult(call, true) : madeText(call, decoded);
  }),
  sha1sum: defined('text > text', (call, [value]) => madeText(call, sha1(utf8Bytes(plain(value))))),
  sha256sum: defined('text > text', (call, [value]) => madeText(call, sha256(utf8Bytes(plain(value))))),
  adler32sum: defined('text > text', (call, [value]) => madeText(call, adler32(utf8Bytes(plain(value))))),
};

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function base64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 3) {
    const [a = 0, b = 0, c = 0] = bytes.subarray(at, at + 3);
    const bits = (a << 16) | (b << 8) | c;
    const count = Math.min(bytes.length - at, 3) + 1;
    for (let i = 0; i < 4; i++) parts.push(i < count ? (ALPHABET[(bits >> (18 - 6 * i)) & 63] ?? '') : '=');
  }
  return parts.join('');
}

/** The bytes of a text in Base64; undefined if it is not valid. */
function fromBase64(text: string): Uint8Array | undefined {
  const digits = text.replace(/[\r\n]/g, '');
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(digits)) return undefined;
  const values = [...digits].filter((digit) => digit !== '=').map((digit) => ALPHABET.indexOf(digit));
  const bytes = new Uint8Array(Math.floor((values.length * 3) / 4));
  for (let i = 0; i < bytes.length; i++) {
    const first = Math.floor((i * 8) / 6);
    const pair = ((values[first] ?? 0) << 6) | (values[first + 1] ?? 0);
    bytes[i] = (pair >> (4 - ((i * 8) % 6))) & 0xff;
  }
  return bytes;
}
