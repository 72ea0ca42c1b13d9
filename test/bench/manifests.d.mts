export function random(seed: number): () => number;
export function fileText(index: number, next: () => number, windows: number): string;
export function listText(count: number, next: () => number, windows: number): string;
