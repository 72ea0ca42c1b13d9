import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { noteActivity, pacer } from '../../server/src/lsp/pace.ts';

/** Starts to wait after a turn of 2 ms; tells whether that is over. */
async function waiting(): Promise<() => boolean> {
  const pause = pacer();
  vi.advanceTimersByTime(2);
  let isOver = false;
  void pause().then(() => {
    isOver = true;
  });
  // Whatever has arrived by now is handled meanwhile.
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
  return () => isOver;
}

describe('a loop that takes long', () => {
  let began = 0;
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
    // Each begins long after what the one before it has heard.
    began += 10_000;
    vi.advanceTimersByTime(began);
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('goes on at once while its turn lasts', async () => {
    noteActivity();
    await expect(pacer()()).resolves.toBeUndefined();
  });

  it('lets what has arrived go first, and goes on where it was nothing', async () => {
    const isOver = await waiting();
    expect(isOver()).toBe(true);
  });

  it('needs no `setImmediate`, which web workers do not have', async () => {
    vi.stubGlobal('setImmediate', undefined);
    onTestFinished(() => {
      vi.unstubAllGlobals();
    });
    const pause = pacer();
    vi.advanceTimersByTime(2);
    await expect(pause()).resolves.toBeUndefined();
  });

  it('waits for what may follow the last request', async () => {
    noteActivity();
    const isOver = await waiting();
    await vi.advanceTimersByTimeAsync(2);
    noteActivity();
    await vi.advanceTimersByTimeAsync(4);
    expect(isOver()).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(isOver()).toBe(true);
  });

  it('goes on after a while if the requests do not end', async () => {
    noteActivity();
    const isOver = await waiting();
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
