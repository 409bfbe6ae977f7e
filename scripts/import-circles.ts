/** Finds circles of imports, type imports included. Used by check-layers.ts. */

/** Which files a file imports. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/**
 * Every circle that a walk from file to file runs into, as the files on its way: none if and only if
 * the imports have one direction.
 */
export function findImportCircles(graph: ImportGraph): string[][] {
  const done = new Set<string>();
  const circles: string[][] = [];
  const walk = (file: string, way: readonly string[]): void => {
    const seenAt = way.indexOf(file);
    if (seenAt >= 0) circles.push(way.slice(seenAt));
    if (seenAt >= 0 || done.has(file)) return;
    for (const next of graph.get(file) ?? []) walk(next, [...way, file]);
    done.add(file);
  };
  for (const file of graph.keys()) walk(file, []);
  return circles;
}
