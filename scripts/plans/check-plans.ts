/** Checks the query plans of the product's statements. Used by test.ts. */
import type { NotedStatement } from '@agres/db/testing/noted-statements';
import { openPlanAsker } from '@agres/db/testing/statement-plans';

import { EXCEPTIONS, SMALL, UNCHECKED_FOLDER } from './exceptions.ts';
import { findWholeReads } from './whole-reads.ts';

export type PlanReport = {
  asked: number;
  /** Statements that read a table whole or have no plan, one line each. */
  faults: string[];
  /** The exceptions that no statement needed. */
  unused: string[];
};

/** Statements that change no row and have no plan. */
const WITHOUT_PLAN = /^\s*(?:BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|SET|SHOW|LOCK)\b/i;
const SHOWN_CHARACTERS = 300;

/** Checks the plan of each statement on a migrated database (decision 059). */
export async function checkPlans(
  url: string,
  statements: readonly NotedStatement[],
): Promise<PlanReport> {
  const asker = await openPlanAsker(url);
  const judging = { indexes: asker.indexes, isSmall: (name: string) => name in SMALL };
  const faults: string[] = [];
  const used = new Set<string>();
  let asked = 0;
  try {
    for (const { sql, place } of statements) {
      if (WITHOUT_PLAN.test(sql) || place?.startsWith(UNCHECKED_FOLDER) === true) continue;
      asked += 1;
      const text = sql
        .replaceAll(/\s+/g, ' ')
        .replaceAll(/SELECT ("public"\."\w+"\."\w+"(?:, )?)+/g, 'SELECT …')
        .trim();
      const answer = await asker.ask(sql);
      const found =
        'fault' in answer
          ? [`has no plan: ${answer.fault}`]
          : findWholeReads(answer.plan, judging).map(
              ({ name, how }) => `reads ${name} whole (${how})`,
            );
      if (found.length === 0) continue;
      const exceptions = EXCEPTIONS.filter(({ statement }) => text.includes(statement));
      for (const { statement } of exceptions) used.add(statement);
      if (exceptions.length > 0) continue;
      faults.push(
        `${place ?? 'a place unknown'} ${found.join(', ')}: ${text.slice(0, SHOWN_CHARACTERS)}`,
      );
    }
  } finally {
    await asker.close();
  }
  const unused = EXCEPTIONS.filter(({ since = 0 }) => since <= asker.majorVersion)
    .map(({ statement }) => statement)
    .filter((statement) => !used.has(statement));
  return { asked, faults, unused };
}
