export function performancePage(
  machine: { readonly cpu: string | undefined; readonly cores: number; readonly node: string },
  lines: readonly {
    readonly what: string;
    readonly ratio: number;
    readonly goal?: number | undefined;
    readonly note?: string | undefined;
  }[],
): string;
