/**
 * Checks the SQL of migrations: rejects statements that would break processes of the previous release or lock a
 * table for long (decision 086). Run by `pnpm check`; prints one line per violation. A statement that must do
 * so anyway names the decision that allows it, in a comment above it: `-- decision 042: why`.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { CONCURRENT_FILE, readConcurrentIndex, statementsOf } from '@agres/db/migration-statements';

const ROOT = dirname(import.meta.dirname);
const MIGRATIONS = join(ROOT, 'prisma/migrations');
const DECISIONS = join(ROOT, 'docs/decisions');

/** The first migration creates everything; the rules apply to later changes. */
const FIRST_CHECKED = '0002';

/** The rules, each with the allowed alternative. */
const RULES = {
  drop: 'what the release before still uses is dropped: leave it, and drop it in the next release',
  rename: 'the release before knows it by its old name: add the new one beside it',
  type: 'a change of type rewrites the table under a lock: add a column beside it',
  not_null:
    'the release before writes no value, and old rows have none: give it a constant default',
  volatile_default:
    'a default that is another one for each row rewrites the table under a lock: add it without, then set it',
  check:
    'a CHECK reads the whole table under a lock: NOT VALID, and validate it in the next release',
  foreign_key:
    'a FOREIGN KEY reads the whole table under a lock: NOT VALID, and validate it in the next release',
  validate:
    'a constraint is validated under the lock of its making: validate it in the next release',
  index: `an index on an existing table blocks all writes: create it in ${CONCURRENT_FILE}`,
  fill: 'backfills existing rows in one transaction; use a batched job',
  lock: 'it locks a whole table for long',
  hidden: 'a DO block cannot be checked; write plain statements',
  concurrently: `${CONCURRENT_FILE} holds CREATE INDEX CONCURRENTLY alone, with a name, each on a table that the migrations make`,
} as const;
type Rule = keyof typeof RULES;

export type Violation = { rule: Rule; statement: string };

/**
 * Finds the violations in a migration. `knownDecisions` are the numbers of existing decisions: a statement
 * below a comment that names one of them is allowed.
 */
export function findViolations(sql: string, knownDecisions: ReadonlySet<string>): Violation[] {
  const statements = statementsOf(sql);
  const made = new Set(
    statements.flatMap(({ code }) => {
      const [, name] =
        new RegExp(`^create (?:unlogged )?table (?:if not exists )?(${NAME})`).exec(code) ?? [];
      return name === undefined ? [] : [plain(name)];
    }),
  );
  return statements.flatMap(({ code, comments }) => {
    const decision = /decision (\d{3}): \S/.exec(comments)?.[1];
    if (decision !== undefined && knownDecisions.has(decision)) return [];
    return rulesBrokenBy(code, made).map((rule) => ({ rule, statement: code.slice(0, 90) }));
  });
}

/** Finds the violations in a migration's second file, which creates indexes concurrently. */
export function findConcurrentViolations(sql: string): Violation[] {
  return statementsOf(sql)
    .filter(({ code }) => readConcurrentIndex(code) === null)
    .map(({ code }) => ({ rule: 'concurrently', statement: code.slice(0, 90) }));
}

const NAME = String.raw`(?:(?:"[^"]+"|\w+)\.)?(?:"[^"]+"|\w+)`;
const plain = (name: string) => name.replace(/^.*\./, '').replaceAll('"', '');

function rulesBrokenBy(code: string, made: ReadonlySet<string>): Rule[] {
  const isMade = (name: string | undefined) => name !== undefined && made.has(plain(name));
  const named = (pattern: string) => new RegExp(`^${pattern}(${NAME})`).exec(code)?.[1];

  const altered = named('alter table (?:if exists )?(?:only )?');
  if (altered !== undefined) {
    if (isMade(altered)) return [];
    const actions = splitAtCommas(code.slice(code.indexOf(altered) + altered.length));
    return [...new Set(actions.flatMap(rulesBrokenByAction))];
  }
  if (/^alter (?:type|sequence|index|view|function|schema|domain|trigger)\b/.test(code)) {
    if (/\brename\b/.test(code)) return ['rename'];
    return /\bdrop\b/.test(code) ? ['drop'] : [];
  }
  if (/^drop\b/.test(code)) return ['drop'];
  const indexed = /^create (?:unique )?index\b/.test(code)
    ? new RegExp(`\\bon (?:only )?(${NAME})`).exec(code)?.[1]
    : undefined;
  if (indexed !== undefined) return isMade(indexed) ? [] : ['index'];
  if (/^(?:update|delete)\b/.test(code)) {
    return isMade(named('(?:update|delete from) (?:only )?')) ? [] : ['fill'];
  }
  if (/^with\b.*\b(?:update|delete from)\b/.test(code)) return ['fill'];
  if (/^(?:truncate|lock|cluster|vacuum|reindex|refresh materialized)\b/.test(code))
    return ['lock'];
  return /^do\b/.test(code) ? ['hidden'] : [];
}

const VOLATILE =
  /\bdefault\b[^,]*\b(?:random|gen_random_uuid|uuid_generate_v\d\w*|clock_timestamp|timeofday|nextval|statement_timestamp)\s*\(/;

/** Returns the rules broken by one action of an ALTER TABLE on an existing table. */
function rulesBrokenByAction(action: string): Rule[] {
  const broken: Rule[] = [];
  if (/^rename\b/.test(action)) return ['rename'];
  if (/^drop\b/.test(action)) return ['drop'];
  if (/^validate\b/.test(action)) return ['validate'];
  const column = new RegExp(`^alter (?:column )?(?:${NAME}) (.*)$`).exec(action)?.[1];
  if (column !== undefined) {
    if (/^(?:set data )?type\b/.test(column)) broken.push('type');
    if (/^set not null\b/.test(column)) broken.push('not_null');
    if (/^drop\b/.test(column)) broken.push('drop');
    return broken;
  }
  if (/^add (?:constraint|check|foreign key|unique|primary key|exclude)\b/.test(action)) {
    const isNotValid = /\bnot valid\b/.test(action);
    if (/\bforeign key\b/.test(action) && !isNotValid) broken.push('foreign_key');
    else if (/\bcheck\b/.test(action) && !isNotValid) broken.push('check');
    // USING INDEX only names an existing index.
    if (/\b(?:unique|primary key|exclude)\b(?!.*\busing index\b)/.test(action))
      broken.push('index');
    return broken;
  }
  if (/^add\b/.test(action)) {
    if (/\bnot null\b/.test(action) && !/\bdefault\b/.test(action)) broken.push('not_null');
    if (VOLATILE.test(action) || /\b(?:small|big)?serial\b|\bgenerated\b/.test(action)) {
      broken.push('volatile_default');
    }
    if (/\bcheck\s*\(/.test(action)) broken.push('check');
    if (/\breferences\b/.test(action)) broken.push('foreign_key');
    if (/\b(?:unique|primary key)\b/.test(action)) broken.push('index');
  }
  if (/^(?:set (?:un)?logged|set tablespace|set access method)\b/.test(action)) broken.push('lock');
  return broken;
}

/** Splits a statement's actions at commas outside parentheses. */
function splitAtCommas(text: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const char of text) {
    if (char === '(') depth += 1;
    if (char === ')') depth -= 1;
    if (char === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += char;
  }
  return parts.map((part) => part.trim()).filter(Boolean);
}

function checkMigrations(): string[] {
  const decisions = new Set(readdirSync(DECISIONS).map((file) => file.slice(0, 3)));
  const names = readdirSync(MIGRATIONS).filter((name) => name >= FIRST_CHECKED && /^\d/.test(name));
  return names.toSorted().flatMap((name) => {
    const read = (file: string) => {
      const path = join(MIGRATIONS, name, file);
      return existsSync(path) ? readFileSync(path, 'utf8') : '';
    };
    const tell = (file: string) => (violation: Violation) =>
      `${name}/${file}: "${violation.statement}": ${RULES[violation.rule]}`;
    return [
      ...findViolations(read('migration.sql'), decisions).map(tell('migration.sql')),
      ...findConcurrentViolations(read(CONCURRENT_FILE)).map(tell(CONCURRENT_FILE)),
    ];
  });
}

if (import.meta.main) {
  const found = checkMigrations();
  for (const line of found) console.error(line);
  if (found.length > 0) {
    console.error(
      'The previous release runs on the migrated database beside this one (docs/decisions/086).',
    );
    process.exitCode = 1;
  } else console.log('migrations: ok');
}
