import { defineChange } from '@agres/core/operations/operation';
import { refuse } from '@agres/core/operations/refuse';
import type { RelayPoint } from '@agres/domain/relays';
import { relayKeyOf } from '@agres/domain/relays';
import { z } from 'zod';

import { readRelays } from './read-relays.ts';

/** The number of faults that are listed; further ones are counted. */
const FAULTS_TOLD = 20;
/** Some 10,000 points of a carrier. */
const CSV_LENGTH = 2_000_000;
/** As many rows as one statement brings. */
const ROWS_AT_ONCE = 1000;

/** Replaces every relay point by those of a file, all or none. */
export const importRelays = defineChange({
  kind: 'change',
  name: 'relays.import',
  permission: 'relays.import',
  input: z.strictObject({ csv: z.string().min(1).max(CSV_LENGTH), isSure: z.boolean() }),
  output: z.strictObject({ before: z.int(), points: z.int(), towns: z.int() }),
  run: async ({ tx, journal }, { csv, isSure }) => {
    const points = readPoints(csv);
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

/** The points of a file; refuses one with a row that cannot be taken. */
function readPoints(csv: string): RelayPoint[] {
  const { points, faults } = readRelays(csv);
  if (faults.length === 0) return points;
  return refuse({
    code: 'relays_faulty',
    faults: faults.slice(0, FAULTS_TOLD).join('\n'),
    more: Math.max(0, faults.length - FAULTS_TOLD),
  });
}

const rowOf = (point: RelayPoint) => ({
  ...point,
  postcodeKey: relayKeyOf(point.postcode),
  townKey: relayKeyOf(point.town),
});
