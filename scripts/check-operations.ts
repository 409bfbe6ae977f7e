/**
 * Checks the operations of the shop owner: each has a unique name, and texts for
 * itself, its fields and its journal entries in both languages; every permission is used. Run by `pnpm
 * check`; prints one line per fault.
 */
import { OTHER_ENTRIES } from '@agres/core/operations/journal';
import { PERMISSIONS } from '@agres/core/operations/permissions';
import { LOCALES } from '@agres/domain/locale';
import { journalTexts } from '@agres/i18n/journal-texts';
import { officeTexts } from '@agres/i18n/office-texts';
import { EVERY_OPERATION, type AnyOperation } from '@agres/office/operations-router';
import { storePicture } from '@agres/office/pictures/store-picture';
import { z } from 'zod';

/** Describes the faults in the names and permissions of operations, one line each. */
export function findOperationFaults(
  operations: readonly Pick<AnyOperation, 'name' | 'permission'>[],
): string[] {
  const names = operations.map(({ name }) => name);
  const asked = new Set<string>(operations.map(({ permission }) => permission));
  return [
    ...operations.flatMap(({ name }, index) => [
      ...(/^[a-z]+\.[a-z][A-Za-z]*$/.test(name) ? [] : [`${name}: is not called noun.verb`]),
      ...(names.indexOf(name) === index ? [] : [`${name}: is the name of two operations`]),
    ]),
    ...Object.keys(PERMISSIONS)
      .filter((permission) => !asked.has(permission))
      .map((permission) => `${permission}: a permission that no operation asks for`),
  ];
}

/** Describes the operations and fields without texts in the office, one line each. */
export function findMissingWords(
  operations: readonly Pick<AnyOperation, 'name' | 'input' | 'output'>[],
): string[] {
  return LOCALES.flatMap((locale) => {
    const texts = officeTexts(locale);
    return operations.flatMap(({ name, input, output }) => [
      ...(texts.operation(name) === undefined ? [`${name}: has no words in ${locale}`] : []),
      ...[z.toJSONSchema(input, SHAPES.input), z.toJSONSchema(output, SHAPES.output)]
        .flatMap(fieldsIn)
        .filter((field) => texts.field(field) === undefined)
        .map((field) => `${name}: its field ${field} has no words in ${locale}`),
    ]);
  });
}

export const JOURNALLED: readonly string[] = [
  ...EVERY_OPERATION.filter((operation) => operation.kind !== 'read' && 'run' in operation).map(
    ({ name }) => name,
  ),
  storePicture.name,
  ...OTHER_ENTRIES,
];

/** Describes the entries without a sentence in the journal of the office, one line each. */
export function findEntriesWithoutText(names: readonly string[]): string[] {
  return LOCALES.flatMap((locale) => {
    const { sentence } = journalTexts(locale);
    return names
      .filter(
        (name) =>
          !sentence(name, {
            by: '',
            subject: '',
            kind: '',
            area: '',
            isAutomatic: 'no',
            isRepeated: 'no',
            isPaused: '',
            carrier: 'none',
            before: 'none',
            after: 'none',
          }),
      )
      .map((name) => `${name}: has no sentence for the journal in ${locale}`);
  });
}

const SHAPES = {
  input: { io: 'input', unrepresentable: 'any' },
  output: { io: 'output', unrepresentable: 'any' },
} as const;

function fieldsIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const own = 'properties' in schema ? Object.keys(Object(schema.properties)) : [];
  return [...own, ...Object.values(schema).flatMap(fieldsIn)];
}

if (import.meta.main) {
  const faults = [
    ...findOperationFaults(EVERY_OPERATION),
    ...findMissingWords(EVERY_OPERATION),
    ...findEntriesWithoutText(JOURNALLED),
  ];
  for (const fault of faults) console.error(fault);
  console.log(`operations: ${faults.length === 0 ? 'ok' : `${faults.length} faults`}`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
