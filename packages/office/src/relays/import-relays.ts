import { defineChange } from '@agres/core/operations/operation';
import { misuse, refuse } from '@agres/core/operations/refuse';
import type { RelayPoint } from '@agres/domain/relays';
import { relayKeyOf } from '@agres/domain/relays';
import { z } from 'zod';

import { defineOperationCommand } from '../operations/command.ts';
import { lines } from '../operations/report.ts';
import { flagValue } from '../operations/values.ts';
import { readRelays, RELAY_COLUMNS, importedPointSchema } from './read-relays.ts';

/** The number of faults that are listed; further ones are counted. */
const FAULTS_TOLD = 20;
/** As many rows as one statement brings. */
const ROWS_AT_ONCE = 1000;

/** Replaces every relay point by those of a file, all or none. */
const importRelays = defineChange({
  kind: 'change',
  name: 'relays.import',
  permission: 'relays.import',
  input: z.strictObject({ points: z.array(importedPointSchema).min(1), isSure: z.boolean() }),
  output: z.strictObject({ before: z.int(), points: z.int(), towns: z.int() }),
  run: async ({ tx, journal }, { points, isSure }) => {
    const { count: before } = await tx.relayPoint.deleteMany();
    if (!isSure && points.length < before / 2) {
      refuse({ code: 'relays_lost', before, after: points.length });
    }
    for (let from = 0; from < points.length; from += ROWS_AT_ONCE) {
      await tx.relayPoint.createMany({ data: points.slice(from, from + ROWS_AT_ONCE).map(rowOf) });
    }
    const towns = new Set(points.map(({ country, town }) => `${country} ${relayKeyOf(town)}`)).size;
    await journal({
      subject: { kind: 'relay_point', id: 'all' },
      changes: { points: [before, points.length] },
    });
    return { before, points: points.length, towns };
  },
});

/** The points of a file. Ends the command where a row of it cannot be taken. */
function readPoints(csv: string): RelayPoint[] {
  const { points, faults } = readRelays(csv);
  if (faults.length === 0) return points;
  const more = faults.length - FAULTS_TOLD;
  return misuse(
    [
      ...faults.slice(0, FAULTS_TOLD),
      ...(more > 0 ? [`There are ${more} more.`] : []),
      'Nothing was changed.',
    ].join('\n'),
  );
}

const rowOf = (point: RelayPoint) => ({
  ...point,
  postcodeKey: relayKeyOf(point.postcode),
  townKey: relayKeyOf(point.town),
});

export const importRelaysCommand = defineOperationCommand({
  name: 'relays:import',
  summary: 'Replaces the pickup points that buyers choose from, all or none',
  parameters: {
    csv: { kind: 'table', value: 'FILE', about: 'CSV in UTF-8 with a line for each point' },
    yes: { kind: 'flag', about: 'even if the list loses more than half of its points' },
  },
  notes: [
    `The first line names the columns: ${RELAY_COLUMNS.join(', ')}. Commas or semicolons.`,
    'Orders keep the point that was chosen for them, whatever becomes of the list.',
  ],
  examples: ['points.csv'],
  input: { csv: z.string(), yes: flagValue.optional() },
  operation: importRelays,
  read: ({ csv, yes }) => ({ points: readPoints(csv), isSure: yes !== undefined }),
  show: ({ before, points, towns }) => [
    lines(`Pickup points: ${points}, towns: ${towns}. Points before: ${before}.`),
  ],
});
