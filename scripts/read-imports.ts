/** What a source file imports, read from its syntax. Used by check-layers.ts. */
import { readFileSync } from 'node:fs';

import { parseSync } from 'oxc-parser';

export type SourceImport = {
  /** As written: `node:fs`, `@shop/domain/money`, `./order.ts`. */
  specifier: string;
  /** Whether the statement vanishes when types are stripped: `import type …`, `export type …`. */
  isType: boolean;
  /** Whether it is loaded only when its line runs: `import('…')`. */
  isDynamic: boolean;
  line: number;
};

/**
 * Every import, re-export and dynamic import of a file, in order. `import { type A }` counts as a
 * value: Node keeps the empty import and loads the module.
 */
export function readImports(file: string): SourceImport[] {
  const text = readFileSync(file, 'utf8');
  const { module, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} does not parse: ${errors[0]?.message}`);

  const lineAt = (start: number) => text.slice(0, start).split('\n').length;
  const isType = (start: number, end: number) =>
    /^(?:import|export)\s+type\b/.test(text.slice(start, end));
  const imports = module.staticImports.map(({ moduleRequest, start, end }) => ({
    specifier: moduleRequest.value,
    isType: isType(start, end),
    isDynamic: false,
    line: lineAt(start),
  }));
  const reexports = module.staticExports.flatMap(({ entries, start, end }) => {
    const specifier = entries[0]?.moduleRequest?.value;
    if (specifier === undefined) return [];
    return [{ specifier, isType: isType(start, end), isDynamic: false, line: lineAt(start) }];
  });
  const dynamic = module.dynamicImports.flatMap(({ start, moduleRequest }) => {
    const request = text.slice(moduleRequest.start, moduleRequest.end);
    const specifier = /^(['"`])([^$]*)\1$/s.exec(request)?.[2];
    if (specifier === undefined) return [];
    return [{ specifier, isType: false, isDynamic: true, line: lineAt(start) }];
  });
  return [...imports, ...reexports, ...dynamic].toSorted((a, b) => a.line - b.line);
}
