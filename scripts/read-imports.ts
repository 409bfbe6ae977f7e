/** What a source file imports, read from its syntax. Used by check-layers.ts. */
import { readFileSync } from 'node:fs';

import { parseSync } from 'oxc-parser';

export type SourceImport = {
  /** As written: `node:fs`, `@shop/domain/money`, `./order.ts`. */
  specifier: string;
  /** Whether the statement vanishes when types are stripped: `import type …`, `export type …`. */
  isType: boolean;
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

  const found = (specifier: string, start: number, isType: boolean) => ({
    specifier,
    isType,
    line: text.slice(0, start).split('\n').length,
  });
  const imports = module.staticImports.map((statement) =>
    found(
      statement.moduleRequest.value,
      statement.start,
      /^import\s+type\b/.test(text.slice(statement.start, statement.end)),
    ),
  );
  const reexports = module.staticExports.flatMap((statement) => {
    const request = statement.entries[0]?.moduleRequest;
    if (!request) return [];
    const isType = /^export\s+type\b/.test(text.slice(statement.start, statement.end));
    return [found(request.value, statement.start, isType)];
  });
  const dynamic = module.dynamicImports.flatMap(({ start, moduleRequest }) => {
    const literal = /^(['"`])([^$]*)\1$/s.exec(text.slice(moduleRequest.start, moduleRequest.end));
    return literal?.[2] === undefined ? [] : [found(literal[2], start, false)];
  });
  return [...imports, ...reexports, ...dynamic].toSorted((a, b) => a.line - b.line);
}
