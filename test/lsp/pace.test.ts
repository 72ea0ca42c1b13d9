import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { noteActivity, pacer } from '../../server/src/lsp/pace.ts';

/** Starts a pause after 2 ms. Returns a function that tells whether the pause is over. */
async function startPause(): Promise<() => boolean> {
  const pause = pacer();
  vi.advanceTimersByTime(2);
  let isOver = false;
  void pause().then(() => {
    isOver = true;
  });
  // Messages that have arrived are handled now.
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
  return () => isOver;
}

describe('a long loop', () => {
  let began = 0;
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
    // Each test starts long after the last activity of the test before.
    began += 10_000;
    vi.advanceTimersByTime(began);
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('continues at once if it has not run for long', async () => {
    noteActivity();
    await expect(pacer()()).resolves.toBeUndefined();
  });

  it('gives way to pending messages, and continues if there are none', async () => {
    const isOver = await startPause();
    expect(isOver()).toBe(true);
  });

  it('works without `setImmediate`, as in web workers', async () => {
    vi.stubGlobal('setImmediate', undefined);
    onTestFinished(() => {
      vi.unstubAllGlobals();
    });
    const pause = pacer();
    vi.advanceTimersByTime(2);
    await expect(pause()).resolves.toBeUndefined();
  });

  it('waits for messages that may follow the last one', async () => {
    noteActivity();
    const isOver = await startPause();
    await vi.advanceTimersByTimeAsync(2);
    noteActivity();
    await vi.advanceTimersByTimeAsync(4);
    expect(isOver()).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(isOver()).toBe(true);
  });

  it('continues after a while if messages do not end', async () => {
    noteActivity();
    const isOver = await startPause();
    for (let i = 0; i < 19; i++) {
      noteActivity();
      await vi.advanceTimersByTimeAsync(1);
    }
    expect(isOver()).toBe(false);
    noteActivity();
    await vi.advanceTimersByTimeAsync(1);
    expect(isOver()).toBe(true);
  });
});
