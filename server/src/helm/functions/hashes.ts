/** SHA-256 in hexadecimal (FIPS 180-4). */
export function sha256(bytes: Uint8Array): string {
  const state = Uint32Array.from(SHA256_START);
  const words = new Uint32Array(64);
  const view = padded(bytes);
  for (let block = 0; block < view.byteLength; block += 64) {
    for (let i = 0; i < 16; i++) words[i] = view.getUint32(block + 4 * i);
    for (let i = 16; i < 64; i++) {
      const [a, b] = [at(words, i - 15), at(words, i - 2)];
      const first = rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3);
      const second = rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10);
      words[i] = at(words, i - 16) + first + at(words, i - 7) + second;
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
    for (let i = 0; i < 64; i++) {
      const sum = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
      const first = (h + sum + ((e & f) ^ (~e & g)) + (SHA256_ROUNDS[i] ?? 0) + at(words, i)) | 0;
      const other = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
      const second = (other + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    for (const [i, value] of [a, b, c, d, e, f, g, h].entries()) state[i] = at(state, i) + value;
  }
  return hexadecimal(state);
}

/** SHA-1 in hexadecimal (FIPS 180-4). */
export function sha1(bytes: Uint8Array): string {
  const state = Uint32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0);
  const words = new Uint32Array(80);
  const view = padded(bytes);
  for (let block = 0; block < view.byteLength; block += 64) {
    for (let i = 0; i < 16; i++) words[i] = view.getUint32(block + 4 * i);
    for (let i = 16; i < 80; i++) {
      words[i] = rotate(at(words, i - 3) ^ at(words, i - 8) ^ at(words, i - 14) ^ at(words, i - 16), 31);
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0] = state;
    for (let i = 0; i < 80; i++) {
      const round = Math.floor(i / 20);
      const mixed = round === 0 ? (b & c) | (~b & d) : round === 2 ? (b & c) | (b & d) | (c & d) : b ^ c ^ d;
      const next = (rotate(a, 27) + mixed + e + (SHA1_ROUNDS[round] ?? 0) + at(words, i)) | 0;
      [e, d, c, b, a] = [d, c, rotate(b, 2), a, next];
    }
    for (const [i, value] of [a, b, c, d, e].entries()) state[i] = at(state, i) + value;
  }
  return hexadecimal(state);
}

/** Adler-32 as a decimal number (RFC 1950). */
export function adler32(bytes: Uint8Array): string {
  let [a, b] = [1, 0];
  for (const byte of bytes) {
    a = (a + byte) % 65_521;
    b = (b + a) % 65_521;
  }
  return String(b * 65_536 + a);
}

const SHA1_ROUNDS = [0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6];

/** The fractional parts of the square roots of the first 8 primes, and of the cube roots of the first 64. */
const PRIMES = primes(64);
const SHA256_START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const SHA256_ROUNDS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));

function primes(count: number): number[] {
  const found: number[] = [];
  for (let next = 2; found.length < count; next++) {
    if (found.every((prime) => next % prime !== 0)) found.push(next);
  }
  return found;
}

function fraction(number: number): number {
  return Math.floor((number % 1) * 2 ** 32);
}

function padded(bytes: Uint8Array): DataView {
  const view = new DataView(new ArrayBuffer(Math.ceil((bytes.length + 9) / 64) * 64));
  for (const [i, byte] of bytes.entries()) view.setUint8(i, byte);
  view.setUint8(bytes.length, 0x80);
  view.setUint32(view.byteLength - 8, Math.floor((bytes.length * 8) / 2 ** 32));
  view.setUint32(view.byteLength - 4, bytes.length * 8);
  return view;
}

function at(words: Uint32Array, i: number): number {
  return words[i] ?? 0;
}

function rotate(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

function hexadecimal(words: Uint32Array): string {
  return [...words].map((word) => word.toString(16).padStart(8, '0')).join('');
}
