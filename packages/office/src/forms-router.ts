import { hasPermission } from '@agres/core/operations/permissions';
import { LOCALES } from '@agres/domain/locale';
import { officeTexts, type OfficeTexts } from '@agres/i18n/office-texts';
import { z } from 'zod';

import { EVERY_OPERATION, type AnyOperation } from './operations-router.ts';
import { OfficeError, router, staffProcedure, type SignedInStaff } from './trpc.ts';

const localeInput = z.object({ locale: z.enum(LOCALES) });

/** The forms of the operations, generated from their schemas. */
export const formsRouter = router({
  /** Lists the operations that the person may use. */
  list: staffProcedure.input(localeInput).query(({ ctx, input: { locale } }) => {
    const texts = officeTexts(locale);
    return EVERY_OPERATION.filter((operation) => mayUse(ctx.staff, operation)).map((operation) => ({
      ...summaryOf(operation, texts),
      fields: searchLabelsOf(operation, texts),
    }));
  }),

  /** Returns the form of one operation and the shape of its output, as JSON Schema with labels. */
  form: staffProcedure
    .input(localeInput.extend({ name: z.string() }))
    .query(({ ctx, input: { locale, name } }) => {
      const operation = EVERY_OPERATION.find((one) => one.name === name);
      if (operation === undefined) throw new OfficeError('not_found');
      if (!mayUse(ctx.staff, operation)) throw new OfficeError('not_permitted');
      const texts = officeTexts(locale);
      return {
        ...summaryOf(operation, texts),
        input: labelledJsonSchema(operation.input, 'input', texts),
        output: labelledJsonSchema(operation.output, 'output', texts),
      };
    }),
});

const mayUse = ({ actor }: SignedInStaff, { permission }: AnyOperation) =>
  hasPermission(actor, permission);

function summaryOf({ name, kind }: AnyOperation, texts: OfficeTexts) {
  const { label, help } = texts.operation(name) ?? { label: name, help: '' };
  return { name, kind, label, help };
}

/** Returns the labels of an operation's inputs, by which the search finds it too. */
const searchLabelsOf = ({ input }: AnyOperation, texts: OfficeTexts) =>
  input instanceof z.ZodObject
    ? Object.keys(input.shape).flatMap((name) => texts.field(name) ?? [])
    : [];

/** Fields that list facts and files by their internal names. */
const SUBJECT_LISTS: ReadonlySet<string> = new Set([
  'missingFacts',
  'missingOnInvoices',
  'subjects',
]);

/** Converts a schema to JSON Schema with labels for its properties and values. */
function labelledJsonSchema(schema: z.ZodType, io: 'input' | 'output', texts: OfficeTexts) {
  return z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      const values = [...(jsonSchema.enum ?? []), jsonSchema.const].filter(
        (value) => typeof value === 'string',
      );
      if (values.length > 0) {
        jsonSchema['x-labels'] = Object.fromEntries(
          values.map((value) => [
            value,
            texts.value(value) ?? texts.operation(value)?.label ?? texts.field(value) ?? value,
          ]),
        );
      }
      if (jsonSchema.properties === undefined) return;
      // Copy each property: two fields may share one schema.
      jsonSchema.properties = Object.fromEntries(
        Object.entries(jsonSchema.properties).map(([name, property]) => {
          const title = texts.field(name);
          if (SUBJECT_LISTS.has(name) && typeof property === 'object') {
            property.items = { type: 'string', 'x-labels': texts.subjects };
          }
          const isNamed = title !== undefined && typeof property !== 'boolean';
          return [name, isNamed ? { ...property, title } : property];
        }),
      );
    },
  });
}
