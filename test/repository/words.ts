/** Phrases to avoid, with what to write instead. Texts of events and errors are quoted unchanged. */
const PHRASES: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/[«»„“”‘’]/, '"…" or backticks'],
  [/\w+n't\b|\b(?:it|that|there|what|who|here)'s\b|\b(?:you|we|they|I)'(?:re|ve|ll|m|d)\b/i, 'no contractions'],
  [/\b(?:shall|hence|thereby|thus|whilst|thereof|therein)\b/i, 'plain words'],
  [/\btaken for\b/i, 'detected as … because of …'],
  [/\bspeaks? (?:on|for|of|against)\b/i, 'applies to'],
  [/\b(?:what|nothing|that) becomes? of\b/i, 'Effect by Kubernetes version'],
  [/\bnothing is said\b|\bsays? nothing\b|\bnothing to say\b/i, 'not reported'],
  [/\bnothing keeps\b/i, 'has no node selector or affinity for Windows'],
  [/\bleads? to (?:Windows|pods|it|them|nothing|no)\b/i, 'selects'],
  [
    /\bstands? (?:in|on|at|for|here|there|beside|above|below|behind)\b|\blies? (?:in|on|at)\b/i,
    'is set in, is stored on',
  ],
  [/\bknows? (?:no|nothing|none)\b|\bha(?:s|ve) nothing to\b/i, 'does not support'],
  [/\bsees? to it\b/i, 'by node selector'],
  [/\bkept to\b|\bheed(?:s|ed)?\b/i, 'respected'],
  [/\bholes?\b/i, 'vulnerabilities'],
  [/\brefus(?:e|es|ed|al|als|ing)\b/i, 'rejected (API server), denied (admission), fails (kubelet)'],
  [/\b(?:a|no|any|own|the) say\b/i, 'by default'],
  [/\bfor ever\b|\blicence\b/i, 'forever, license'],
  [/\ba mistake in\b/i, 'a bug in'],
  [/(?<!there )\b(?:is|are|was|were) (?:no|none|nobody|nothing)\b(?! longer)/i, 'is not a'],
  [
    /\bto the letter\b|\bnow and then\b|\bin all depths\b|\bwithout a word\b/i,
    'case-sensitive, intermittently, recursively, silently',
  ],
  [/\b(?:is|are) to (?:be|lie|run|have|go|stay)\b/i, 'say what it does'],
  [/\bof no use\b|\bno use\b|\bmakes nobody\b|\bdecides nothing\b|\bpass(?:es|ed)? over\b/i, 'has no effect, ignores'],
  [/\bas it stands\b|\bwhat holds\b|\bwhat stands\b|\bwhat is told\b/i, 'name the thing'],
];

/** The violations of the style in a text. Code in backticks is ignored. */
export function faultsOf(text: string): string[] {
  const prose = text
    .replace(/```[\s\S]*?```/g, ' ')
    .replace(/(`+)[\s\S]*?\1/g, 'code')
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/<!--[\s\S]*?-->|<br>| \| /g, '\n\n');
  const phrases = PHRASES.flatMap(([pattern, instead]) => {
    const [found] = pattern.exec(prose) ?? [];
    return found === undefined ? [] : [`"${found}": ${instead}`];
  });
  const long = sentences(prose)
    // An enumeration may be longer.
    .filter((sentence) => sentence.split(/\s+/).length > 25 && sentence.split(',').length < 5)
    .map((sentence) => `over 25 words: ${sentence}`);
  return [...phrases, ...long];
}

/** The sentences of a text. List items and paragraphs also end a sentence. */
export function sentences(text: string): string[] {
  return text
    .split(/(?<=[.!?])\s+(?=[A-Z"([*]|code)|\n(?:\s|>)*\n|\n\s*(?:[-*|#>]|\d+\.)\s?/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}
