// Members of browsers that TypeScript 4.8 does not know.

interface Array<T> {
  toReversed(): T[];
  toSpliced(start: number, deleteCount?: number, ...items: T[]): T[];
  findLast<S>(this: S[], predicate: (value: S, index: number, all: S[]) => unknown): S | undefined;
}

interface Element {
  checkVisibility(options?: object): boolean;
}

declare namespace Intl {
  function supportedValuesOf(key: string): string[];
}

declare class BarcodeDetector {
  constructor(options: { formats: string[] });
  detect(image: CanvasImageSource | Blob): Promise<{ rawValue: string }[]>;
}
