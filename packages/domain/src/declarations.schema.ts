import { z } from 'zod';

import { DECLARED_LENGTH, isDeclaredName } from './declaration.ts';
import { localizedSchema, momentSchema } from './shapes.schema.ts';
import { lineSchema, paragraphSchema, typedText } from './text.schema.ts';
import { emailSchema } from './users.schema.ts';
import { linkedId, wireInteger } from './wire.schema.ts';

const declarerFields = {
  name: lineSchema(DECLARED_LENGTH.name).refine(isDeclaredName, 'invalid_fields').meta({
    description:
      'Up to six words of letters, apostrophes and hyphens, with a full stop after an initial or a short title',
  }),
  email: emailSchema,
};

/** The form for a contract selected from a list, without a field for another one. */
export const chosenFormSchema = z.object({ ...declarerFields, reference: z.string() });

/** Any text, on one line: a right must not depend on its spelling. */
const referenceSchema = paragraphSchema(DECLARED_LENGTH.reference)
  .overwrite((text) => text.replaceAll(/\s+/g, ' '))
  .meta({ description: 'The order number or the subscription, in free text' });

export const referenceFormSchema = z.object({ ...declarerFields, reference: referenceSchema });

const contractFields = {
  subscription: z
    .literal(true, 'invalid_fields')
    .meta({ description: 'The subscription of the caller' })
    .optional(),
  reference: referenceSchema.optional(),
};

type ContractIds = {
  orderId?: number | undefined;
  subscription?: true | undefined;
  reference?: string | undefined;
};

/** Requires exactly one way to name a contract; reported together with the other errors, not after them. */
const namesOne = z.refine<ContractIds>(
  ({ orderId, subscription, reference }) =>
    [orderId, subscription, reference].filter((named) => named !== undefined).length === 1,
  { path: ['reference'], error: 'invalid_fields' },
);

/** POST /api/withdrawals. */
export const withdrawalSchema = z
  .object({
    ...declarerFields,
    orderId: wireInteger({ min: 1 }).meta({ description: 'An order of the caller' }).optional(),
    ...contractFields,
  })
  .check(namesOne);

/** POST /api/terminations. */
export const terminationSchema = z.object({ ...declarerFields, ...contractFields }).check(namesOne);

export type DeclarationInput = z.output<typeof withdrawalSchema>;

/** PUT /api/declarations/{id}/return. */
export const announcedReturnSchema = z.object({
  id: linkedId('not_found'),
  tracking: typedText()
    .regex(/^[A-Za-z0-9]{4,40}$/, 'invalid_fields')
    .meta({ description: 'The tracking number of the parcel', examples: ['6A12345678901'] }),
});
export type AnnouncedReturn = z.output<typeof announcedReturnSchema>;

/** The response to a declaration. It reveals nothing about the contract. */
export const declarationReceivedSchema = z
  .object({
    message: z.literal('declaration_received'),
    number: z.int().positive().meta({ description: 'The number of the declaration' }),
    declaredAt: momentSchema,
  })
  .meta({ id: 'DeclarationReceived' });
export type DeclarationReceived = z.output<typeof declarationReceivedSchema>;

/**
 * What follows from a withdrawal. `checked`: the shop first looks for the parcel, which may have been sent.
 * `sent_back`: the goods must come back. `ended`: the subscription ends at once. `decided`: the owner
 * decides.
 */
const NEXT_STEPS = ['cancelled', 'checked', 'sent_back', 'ended', 'decided'] as const;
export type NextStep = (typeof NEXT_STEPS)[number];

const daySchema = z.iso.date().meta({ description: 'A day in Paris' });

/**
 * The buyer's view of a withdrawal. `accepted`: the goods may have to come back first. `refunded`: the refund
 * was requested. `closed`: it ended without a refund of its own.
 */
const WITHDRAWAL_STATES = ['undecided', 'contested', 'accepted', 'refunded', 'closed'] as const;
export type WithdrawalState = (typeof WITHDRAWAL_STATES)[number];

const rightSchema = z
  .object({
    orderId: z.int().positive().nullable().meta({ description: 'Null for the subscription' }),
    title: localizedSchema.nullable().meta({ description: 'What was ordered' }),
    contractDate: momentSchema,
    lastDay: daySchema.nullable().meta({
      description: 'The last day to withdraw; null until the period begins',
    }),
    isOpen: z.boolean(),
    next: z.enum(NEXT_STEPS).meta({ description: 'The effect of withdrawing now' }),
    declaration: z
      .object({
        number: z.int().positive(),
        declaredAt: momentSchema,
        isClosed: z.boolean(),
        state: z.enum(WITHDRAWAL_STATES).meta({
          description:
            '`undecided`: the shop will decide. `contested`: the shop disputes it. `accepted`: it is being processed; goods that were sent must come back first. `refunded`: the refund was requested. `closed`: it ended without a refund of its own.',
        }),
        returnAnnounced: z.boolean().meta({ description: 'Whether the return was announced' }),
      })
      .nullable()
      .meta({ description: 'Its newest withdrawal' }),
  })
  .meta({ id: 'Right' });
export type Right = z.output<typeof rightSchema>;

/** GET /api/rights. */
export const rightsSchema = z.object({ rights: z.array(rightSchema) }).meta({ id: 'Rights' });
