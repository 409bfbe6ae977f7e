import type { Indexes, PlanNode } from '@agres/db/testing/statement-plans';

export type WholeRead = { name: string; how: string };

export type Judging = {
  indexes: Indexes;
  /** Whether a table or a partial index stays small however much the shop sells. */
  isSmall: (name: string) => boolean;
};

const SCANS = new Set(['Index Scan', 'Index Only Scan', 'Bitmap Index Scan']);
/** Plan nodes that stream rows, so that a limit above them stops the read below. */
const STREAMS = new Set(['Limit', 'LockRows', 'Subquery Scan', 'Result', 'Unique', 'Append']);

/**
 * Finds what a plan reads whole: a table row by row, or an index without a condition on its first column. A
 * read below a limit does not count, unless it filters rows, because it may then read everything.
 */
export function findWholeReads(plan: PlanNode, judging: Judging): WholeRead[] {
  return readsOf(plan, judging, { isLimited: false, table: undefined });
}

type Above = { isLimited: boolean; table: string | undefined };

function readsOf(node: PlanNode, judging: Judging, above: Above): WholeRead[] {
  const type = node['Node Type'];
  const table = node['Relation Name'] ?? above.table;
  const own = isWhole(node, judging.indexes) && !(above.isLimited && node.Filter === undefined);
  const name = node['Index Name'] ?? table ?? type;
  // Ignores PostgreSQL's system catalogues.
  const isOurs = table === undefined || !table.startsWith('pg_');
  const isCounted = own && isOurs && !judging.isSmall(name) && !judging.isSmall(table ?? name);
  const reads = (node.Plans ?? []).flatMap((child) => {
    const streams =
      STREAMS.has(type) || (type === 'Nested Loop' && child['Parent Relationship'] === 'Outer');
    const isLimited = type === 'Limit' || (above.isLimited && streams);
    return readsOf(child, judging, { isLimited, table });
  });
  return isCounted ? [{ name, how: describe(node) }, ...reads] : reads;
}

function isWhole(node: PlanNode, indexes: Indexes): boolean {
  if (node['Node Type'] === 'Seq Scan') return true;
  if (!SCANS.has(node['Node Type'])) return false;
  const first = indexes.get(node['Index Name'] ?? '')?.firstColumn ?? '';
  const conditions = (node['Index Cond'] ?? '').split(' AND ');
  return !conditions.some(
    (condition) => condition.includes(first) && !condition.includes('IS NOT NULL'),
  );
}

function describe(node: PlanNode): string {
  const { 'Node Type': type, 'Index Cond': condition, Filter: filter } = node;
  return [type, condition && `by ${condition}`, filter && `keeping ${filter}`]
    .filter((word) => word !== undefined)
    .join(' ');
}
