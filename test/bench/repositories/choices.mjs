// Choices by a seed, and the names that the generated repositories have in common.

/** The choices that one source of random numbers makes. */
export function choices(next) {
  const int = (min, max) => min + Math.floor(next() * (max - min + 1));
  const pick = (list) => list[Math.floor(next() * list.length)];
  return {
    next,
    int,
    pick,
    chance: (probability) => next() < probability,
    /** The value of one of the functions, by their weights. */
    weighted: (options) => {
      let rest = next() * options.reduce((sum, [weight]) => sum + weight, 0);
      for (const [weight, value] of options) {
        rest -= weight;
        if (rest < 0) return value;
      }
      return options.at(-1)[1];
    },
    hex: (length) => Array.from({ length }, () => pick(HEX)).join(''),
    /** A suffix as Kubernetes generates them for the names of pods. */
    suffix: (length) => Array.from({ length }, () => pick(SUFFIX)).join(''),
    base64: (length) => Array.from({ length }, () => pick(BASE64)).join(''),
    uid: () => [8, 4, 4, 4, 12].map((length) => Array.from({ length }, () => pick(HEX)).join('')).join('-'),
    words: (count) => Array.from({ length: count }, () => pick(WORDS)).join(' '),
    sentence: (min, max) => {
      const text = Array.from({ length: int(min, max) }, () => pick(WORDS)).join(' ');
      return `${text[0].toUpperCase()}${text.slice(1)}.`;
    },
  };
}

/** @typedef {ReturnType<typeof choices>} Choices */

/** A list of results. */
export function times(count, make) {
  return Array.from({ length: count }, (_, i) => make(i));
}

const HEX = [...'0123456789abcdef'];
const BASE64 = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'];
const SUFFIX = [...'bcdfghjklmnpqrstvwxz2456789'];

export const TEAMS = ['shop', 'search', 'billing', 'identity', 'media', 'reports', 'edge', 'platform'];
export const STAGES = ['dev', 'test', 'staging', 'production', 'recovery'];
export const PARTS = [
  ...['api', 'web', 'worker', 'gateway', 'proxy', 'sync', 'indexer', 'mailer', 'importer', 'exporter', 'scheduler'],
  ...['catalog', 'orders', 'payments', 'sessions', 'uploads', 'thumbnails', 'invoices', 'ledger', 'audit', 'tokens'],
];

const WORDS = (
  'the a of and to for in on with by from when each this value request response service client server cache queue ' +
  'message batch worker timeout retry limit window interval seconds default maximum minimum number name path file ' +
  'folder key token certificate connection pool size rate backend frontend region zone cluster namespace node disk ' +
  'volume memory processor thread log level format output input filter pattern rule policy header cookie session ' +
  'user account role group tenant order invoice payment index document query result page record field column table ' +
  'is are was must may can reads writes sends receives starts stops keeps drops waits fails'
).split(' ');
