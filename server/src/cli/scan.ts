import { type CheckContext, type CheckedFile, check } from './check.ts';
import type { Input } from './inputs.ts';
import { recognize } from './places.ts';

/** How a scan is done, and what becomes of what is found in a file. */
interface Scan<T> {
  readonly withFixes: boolean;
  /** Called before each file, with how many are done. */
  readonly onFile: (done: number) => void;
  /** Does something with a file; undefined where that fails. */
  readonly guard: (input: Input, act: () => CheckedFile | undefined) => CheckedFile | undefined;
  /** What is kept of what is found. */
  readonly keep: (checked: CheckedFile) => T;
}

/**
 * Checks files, each of them parsed once, and gives what is kept of them in their order: each as soon as nothing that
 * another file holds can change it. Files in which nothing can be found are forgotten first.
 */
export function* scan<T>(
  files: readonly Input[],
  context: CheckContext,
  { withFixes, onFile, guard, keep }: Scan<T>,
): Generator<T> {
  const { workspace, thorough } = context;
  const kept = (input: Input): T[] => {
    const checked = guard(input, () => check(input, context, withFixes));
    workspace.forgetFindings(input.uri);
    return checked === undefined ? [] : [keep(checked)];
  };
  const idle = new Map<Input, T>();
  for (const input of thorough ? [] : files) {
    if (input.isNamed) continue;
    const recognized = recognize(input, workspace, false);
    if (!workspace.forgetIdle(input.uri)) continue;
    idle.set(input, keep({ path: input.path, text: '', findings: [], ...recognized, safeFixes: 0 }));
  }
  workspace.startScan();
  const waiting: { readonly input: Input; readonly isFinal: boolean; readonly result: readonly T[] }[] = [];
  let next = 0;
  for (const [done, input] of files.entries()) {
    onFile(done);
    const known = idle.get(input);
    const result = known === undefined ? kept(input) : [known];
    // What failed has been told.
    const isFinal = known !== undefined || result.length === 0 || workspace.isFinal(input.uri);
    waiting.push({ input, result, isFinal });
    for (let first = waiting[next]; first?.isFinal; first = waiting[++next]) yield* first.result;
  }
  workspace.endScan();
  for (const { input, isFinal, result } of waiting.slice(next)) {
    yield* isFinal || workspace.isCurrent(input.uri) ? result : kept(input);
  }
}
