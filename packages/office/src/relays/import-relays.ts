import { defineChange } from '@agres/core/operations/operation';
import { refuse, refuseEach } from '@agres/core/operations/refuse';
import type { Prisma } from '@agres/db/db';
import type { RelayPoint } from '@agres/domain/relays';
import { relayKeyOf } from '@agres/domain/relays';
import { z } from 'zod';

import { readRelays } from './read-relays.ts';

/** How many errors are listed; the others are only counted. */
const MAX_REPORTED_FAULTS = 20;
/** The maximum length in characters, which is enough for some 10,000 points. */
const CSV_LENGTH = 2_000_000;

/**
 * Replaces all pickup points with those of a file. If there are any, refuses unless `isSure`, and reports the
 * number of changes.
 */
export const importRelays = defineChange({
  kind: 'change',
  name: 'relays.import',
  permission: 'relays.import',
  input: z.strictObject({ csv: z.string().min(1).max(CSV_LENGTH), isSure: z.boolean() }),
  output: z.strictObject({ before: z.int(), points: z.int(), towns: z.int() }),
  run: async ({ tx, journal }, { csv, isSure }) => {
    const points = readPoints(csv);
    const known = await tx.relayPoint.findMany();
    const before = known.length;
    // The first import needs no confirmation, because it replaces nothing.
    if (!isSure && before > 0) refuse({ code: 'relays_preview', ...changesBetween(known, points) });
    await tx.relayPoint.deleteMany();
    // One statement: thousands of rows in batches may take longer than a transaction may.
    await tx.$executeRaw`
      INSERT INTO relay_point
      SELECT * FROM json_populate_recordset(NULL::relay_point, ${JSON.stringify(points.map(rowOf))}::json)`;
    const towns = new Set(points.map(({ country, town }) => `${country} ${relayKeyOf(town)}`)).size;
    await journal({
      subject: { kind: 'relay_point', id: 'all' },
      changes: { points: [before, points.length] },
    });
    return { before, points: points.length, towns };
  },
});

/** Refuses a file with an invalid row. */
function readPoints(csv: string): RelayPoint[] {
  const { points, faults } = readRelays(csv);
  const more = faults.length - MAX_REPORTED_FAULTS;
  refuseEach([
    ...faults.slice(0, MAX_REPORTED_FAULTS),
    ...(more > 0 ? [{ code: 'relay_faults_more', more } as const] : []),
  ]);
  return points;
}

type AnyPoint = RelayPoint | Prisma.RelayPointModel;

/** Counts the points that are new, gone, or have another address or hours. */
function changesBetween(known: readonly Prisma.RelayPointModel[], points: readonly RelayPoint[]) {
  const textOf = ({ country, name, number, street, postcode, town, hours }: AnyPoint) =>
    [country, name, number, street, postcode, town, hours].join('\n');
  const texts = new Map(known.map((point) => [point.id, textOf(point)]));
  const kept = points.filter(({ id }) => texts.has(id));
  return {
    before: known.length,
    after: points.length,
    added: points.length - kept.length,
    gone: known.length - kept.length,
    changed: kept.filter((point) => texts.get(point.id) !== textOf(point)).length,
  };
}

const rowOf = (point: RelayPoint) => ({
  ...point,
  postcode_key: relayKeyOf(point.postcode),
  town_key: relayKeyOf(point.town),
});
