import type { Data } from '../yaml/data.ts';

interface Generated {
  readonly id: string;
  readonly object: Record<string, Data>;
}

export function pods(count: number, seed: number): Generated[];
export function affinities(count: number, seed: number): Generated[];
