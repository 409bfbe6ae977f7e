import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  easterSundayOf,
  guaranteesOf,
  isClosedDay,
  lateCancellationDay,
  lateDeliveryOn,
  lateOrderIncrease,
  latestDeliveryDay,
  mayBePacked,
  promisedDeliveryDay,
  promisedDeliveryDays,
  proRataRefund,
  refundIncrease,
  refundLastDay,
  returnLastDay,
  withdrawalLastDay,
} from './consumer-rights.ts';
import { addDays, addMonths, daysBetween, parisDayOf } from './days.ts';

const DAY = fc.integer({ min: 0, max: 365 * 60 }).map((days) => addDays('2020-01-01', days));

const percent = (value: number) => ({ kind: 'percent', percent: value });

describe('days', () => {
  test.each([
    ['2026-03-28T23:30:00Z', '2026-03-29'],
    ['2026-03-29T22:00:00Z', '2026-03-30'],
    ['2026-10-25T22:59:59Z', '2026-10-25'],
    ['2026-10-25T23:00:00Z', '2026-10-26'],
    ['2026-12-31T23:00:00Z', '2027-01-01'],
  ])('%s is the day %s in Paris', (moment, day) => {
    expect(parisDayOf(new Date(moment))).toBe(day);
  });

  test('are counted across clock changes', () => {
    fc.assert(
      fc.property(DAY, fc.integer({ min: -800, max: 800 }), (day, days) => {
        expect(daysBetween(day, addDays(day, days))).toBe(days);
      }),
    );
  });

  test.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2027-12-31', 2, '2028-02-29'],
    ['2026-11-15', 12, '2027-11-15'],
    ['2028-02-29', 12, '2029-02-28'],
  ])('addMonths(%s, %i) is %s', (day, months, later) => {
    expect(addMonths(day, months)).toBe(later);
  });
});

test.each([
  [2000, '2000-04-23'],
  [2008, '2008-03-23'],
  [2024, '2024-03-31'],
  [2025, '2025-04-20'],
  [2026, '2026-04-05'],
  [2027, '2027-03-28'],
  [2038, '2038-04-25'],
])('Easter of %i is on %s', (year, day) => {
  expect(easterSundayOf(year)).toBe(day);
});

test('Saturdays, Sundays and public holidays of France are closed days', () => {
  const closed = [
    '2026-01-01',
    '2026-04-06',
    '2026-05-01',
    '2026-05-08',
    '2026-05-14',
    '2026-05-25',
    '2026-07-14',
    '2026-11-11',
    '2026-12-25',
    '2026-11-21',
    '2026-11-22',
  ];
  expect(closed.filter((day) => !isClosedDay(day))).toEqual([]);
  // Good Friday and Boxing Day are holidays only in Alsace and Moselle.
  expect(['2026-04-03', '2025-12-26', '2026-11-23'].filter(isClosedDay)).toEqual([]);
});

describe('the withdrawal period', () => {
  const informed = (startsOn: string) => withdrawalLastDay({ startsOn, informedOn: startsOn });

  test.each([
    ['excludes the day of receipt', '2026-11-02', '2026-11-16'],
    ['ending on a Saturday extends to Monday', '2026-11-07', '2026-11-23'],
    ['ending on a Sunday extends to Monday', '2026-11-01', '2026-11-16'],
    ['ending on a holiday extends to the next day', '2026-10-28', '2026-11-12'],
    ['ending on Easter Saturday extends to Tuesday', '2026-03-21', '2026-04-07'],
    ['ending on a Friday at Christmas extends to Monday', '2026-12-11', '2026-12-28'],
    ['spans the clock change in March', '2026-03-31', '2026-04-14'],
    ['spans the clock change in October', '2026-10-13', '2026-10-27'],
    ['spans a leap day', '2028-02-16', '2028-03-01'],
    ['spans the end of a year', '2026-12-24', '2027-01-07'],
  ])('%s', (_case, startsOn, last) => {
    expect(informed(startsOn)).toBe(last);
  });

  test('does not start before the receipt is known', () => {
    expect(withdrawalLastDay({ startsOn: null, informedOn: '2026-11-01' })).toBeNull();
    expect(withdrawalLastDay({ startsOn: null, informedOn: null })).toBeNull();
  });

  test.each([
    ['never: twelve months longer', null, '2027-11-16'],
    ['before the receipt: not extended', '2026-10-20', '2026-11-16'],
    ['within the period: fourteen days from then', '2026-11-10', '2026-11-24'],
    ['half a year later: fourteen days from then, past Whit Monday', '2027-05-03', '2027-05-18'],
    ['after the twelve months: not reopened', '2028-01-10', '2027-11-16'],
  ])('of a buyer informed %s', (_case, informedOn, last) => {
    expect(withdrawalLastDay({ startsOn: '2026-11-02', informedOn })).toBe(last);
  });

  test('never ends before the fourteenth day, nor on a closed day', () => {
    fc.assert(
      fc.property(DAY, fc.option(DAY), (startsOn, informedOn) => {
        const last = withdrawalLastDay({ startsOn, informedOn }) ?? '';
        expect(daysBetween(startsOn, last)).toBeGreaterThanOrEqual(14);
        expect(isClosedDay(last)).toBe(false);
        // At most four closed days follow each other: a weekend next to holidays.
        expect(last <= addDays(addMonths(addDays(startsOn, 18), 12), 4)).toBe(true);
      }),
    );
  });

  test('goods must be returned within fourteen days of the declaration', () => {
    expect(returnLastDay('2026-11-09')).toBe('2026-11-23');
    expect(returnLastDay('2026-11-07')).toBe('2026-11-23');
  });
});

describe('a refund is due', () => {
  const goods = (backOn: string | null, provedSentOn: string | null) => ({ backOn, provedSentOn });

  test('fourteen days after the declaration if nothing is to be returned', () => {
    expect(refundLastDay({ declaredOn: '2026-11-02', goods: 'nothing' })).toBe('2026-11-16');
  });

  test.each([
    ['never while goods are neither back nor proved to be sent', goods(null, null), null],
    [
      'fourteen days after the declaration if sending is proved on day 3',
      goods(null, '2026-11-05'),
      '2026-11-16',
    ],
    ['on day 20 if goods arrive then', goods('2026-11-22', null), '2026-11-22'],
    [
      'on the day of the proof if goods arrive later',
      goods('2026-11-30', '2026-11-18'),
      '2026-11-18',
    ],
    [
      'on the day the goods arrive if the proof comes later',
      goods('2026-11-18', '2026-11-30'),
      '2026-11-18',
    ],
  ])('%s', (_case, course, day) => {
    expect(refundLastDay({ declaredOn: '2026-11-02', goods: course })).toBe(day);
  });

  test.each([
    [0, { kind: 'none' }],
    [1, { kind: 'legal_rate' }],
    [10, { kind: 'legal_rate' }],
    [11, percent(5)],
    [20, percent(5)],
    [21, percent(10)],
    [30, percent(10)],
    [31, percent(20)],
    [60, percent(20)],
    [61, percent(50)],
    [90, percent(50)],
    [91, percent(55)],
    [120, percent(55)],
    [121, percent(60)],
    [2000, percent(100)],
  ])('and increases after %i days of delay by %j', (daysLate, increase) => {
    expect(refundIncrease('2026-11-16', addDays('2026-11-16', daysLate))).toEqual(increase);
  });

  test.each([
    [14, { kind: 'none' }],
    [15, percent(10)],
    [28, percent(10)],
    [29, percent(20)],
    [44, percent(20)],
    [45, percent(50)],
  ])('and increases for a late order %i days after its cancellation by %j', (days, increase) => {
    expect(lateOrderIncrease('2026-11-02', addDays('2026-11-02', days))).toEqual(increase);
  });

  test('and never increases less on a later day', () => {
    const size = (increase: ReturnType<typeof refundIncrease>) =>
      ({ none: 0, legal_rate: 1, percent: 2 })[increase.kind] * 1000 +
      (increase.kind === 'percent' ? increase.percent : 0);
    fc.assert(
      fc.property(fc.integer({ min: -10, max: 3000 }), (daysLate) => {
        const on = addDays('2026-11-16', daysLate);
        const next = addDays(on, 1);
        for (const of of [refundIncrease, lateOrderIncrease]) {
          expect(size(of('2026-11-16', next))).toBeGreaterThanOrEqual(size(of('2026-11-16', on)));
        }
      }),
    );
  });
});

describe('a late parcel', () => {
  test('is promised within the days of its area, or thirty', () => {
    expect(promisedDeliveryDay('2026-11-21', 7)).toBe('2026-11-28');
    expect(promisedDeliveryDay('2026-11-21')).toBe('2026-12-21');
    expect(promisedDeliveryDay('2026-02-10', 20)).toBe('2026-03-02');
  });

  test.each([
    ['a month after the promised day', null, '2026-12-29'],
    ['fourteen days after a demand for delivery', '2026-11-30', '2026-12-15'],
    ['a month after the promised day, even if demanded later', '2026-12-20', '2026-12-29'],
  ])('can be cancelled %s', (_case, demandedOn, day) => {
    expect(lateCancellationDay('2026-11-28', demandedOn)).toBe(day);
  });
});

describe('the refund of a withdrawn subscription', () => {
  const month = (declaredOn: string, changes: Partial<Parameters<typeof proRataRefund>[0]> = {}) =>
    proRataRefund({
      priceCents: 1999,
      cardPaidCents: 1999,
      startedOn: '2026-11-01',
      endsOn: '2026-12-01',
      declaredOn,
      beganOnRequest: true,
      ...changes,
    });

  test.each([
    ['on its first day', month('2026-11-01'), { usedDays: 1, keptCents: 66, refundCents: 1933 }],
    ['on day 14', month('2026-11-14'), { usedDays: 14, keptCents: 932, refundCents: 1067 }],
    [
      'in a month of 28 days',
      month('2027-02-14', { startedOn: '2027-02-01', endsOn: '2027-03-01' }),
      { usedDays: 14, keptCents: 999, refundCents: 1000 },
    ],
    [
      'without a request to begin at once',
      month('2026-11-14', { beganOnRequest: false }),
      { usedDays: 14, keptCents: 0, refundCents: 1999 },
    ],
    [
      'of which credit paid half',
      month('2026-11-14', { cardPaidCents: 999 }),
      { usedDays: 14, keptCents: 932, refundCents: 67 },
    ],
    [
      'of which credit paid all',
      month('2026-11-14', { cardPaidCents: 0 }),
      { usedDays: 14, keptCents: 0, refundCents: 0 },
    ],
  ])('%s', (_case, refund, expected) => {
    expect(refund).toEqual(expected);
  });

  test('refunded and kept cents add up to what the card paid, and are never negative', () => {
    const period = fc.record({
      priceCents: fc.nat(20_000),
      cardPaidCents: fc.nat(20_000),
      startedOn: DAY,
      periodDays: fc.integer({ min: 1, max: 366 }),
      usedDays: fc.integer({ min: -2, max: 400 }),
      beganOnRequest: fc.boolean(),
    });
    fc.assert(
      fc.property(period, ({ periodDays, usedDays, ...given }) => {
        const { refundCents, keptCents } = proRataRefund({
          ...given,
          endsOn: addDays(given.startedOn, periodDays),
          declaredOn: addDays(given.startedOn, usedDays),
        });
        expect(refundCents + keptCents).toBe(given.cardPaidCents);
        expect(Math.min(refundCents, keptCents)).toBeGreaterThanOrEqual(0);
        expect(keptCents).toBeLessThanOrEqual(given.beganOnRequest ? given.priceCents : 0);
      }),
    );
  });
});

test('guarantees run from the delivery', () => {
  expect(guaranteesOf('2028-02-28')).toEqual({
    damageBy: '2028-03-02',
    defectServiceBy: '2028-03-14',
    conformityBy: '2030-02-28',
  });
});

describe('an unsent parcel', () => {
  const promisedBy = '2026-12-22';
  const kindOn = (today: string, demandedOn: string | null = null) =>
    lateDeliveryOn({ promisedBy, demandedOn }, today);

  test('is in time until the end of the promised day', () => {
    const days = { demandableFrom: '2026-12-23', cancellableFrom: '2027-01-23' };
    expect(kindOn('2026-12-22')).toEqual({ kind: 'in_time', ...days });
    expect(kindOn('2026-12-23')).toEqual({ kind: 'demandable', cancellableFrom: '2027-01-23' });
  });

  test('can be cancelled fourteen full days after a demand, or a month after the promised day', () => {
    const asked = '2026-12-23';
    expect(kindOn('2027-01-06', asked)).toEqual({
      kind: 'demanded',
      cancellableFrom: '2027-01-07',
    });
    expect(kindOn('2027-01-07', asked)).toEqual({ kind: 'cancellable' });
    expect(kindOn('2027-01-22')).toEqual({ kind: 'demandable', cancellableFrom: '2027-01-23' });
    expect(kindOn('2027-01-23')).toEqual({ kind: 'cancellable' });
    expect(kindOn('2027-01-23', '2027-01-20')).toEqual({ kind: 'cancellable' });
  });

  test('never loses a right as time passes, and names the day of cancellation', () => {
    const RANK = { in_time: 0, demandable: 1, demanded: 1, cancellable: 2 } as const;
    fc.assert(
      fc.property(DAY, fc.option(fc.nat(60)), fc.nat(120), (day, askedAfter, after) => {
        const today = addDays(day, after - 20);
        const demandedOn = askedAfter === null ? null : addDays(day, 1 + askedAfter);
        const late = lateDeliveryOn({ promisedBy: day, demandedOn }, today);
        const next = lateDeliveryOn({ promisedBy: day, demandedOn }, addDays(today, 1));
        expect(RANK[next.kind]).toBeGreaterThanOrEqual(RANK[late.kind]);
        if (late.kind === 'cancellable') return;
        const then = lateDeliveryOn({ promisedBy: day, demandedOn }, late.cancellableFrom);
        expect(then.kind).toBe('cancellable');
      }),
    );
  });
});

test('delivery is promised within the days of the area, or the legal thirty if unset', () => {
  const delivery = { days: { 0: [2, 5], 1: [4, 9], 2: null } } as const;
  expect([0, 1, 2, null].map((area) => promisedDeliveryDays(area as 0, delivery))).toEqual([
    5, 9, 30, 30,
  ]);
  expect(latestDeliveryDay('2026-11-23', 0, delivery)).toBe('2026-11-28');
  expect(latestDeliveryDay('2026-11-23', 2, delivery)).toBe('2026-12-23');
});

describe('an order may have been packed', () => {
  test.each([
    // Ordered on a Tuesday, packed from Wednesday morning.
    ['2026-11-24T10:00:00Z', '2026-11-25T06:59:59Z', '2026-11-25T07:00:00Z'],
    // Before the morning of a working day: on the same day.
    ['2026-11-24T06:59:59Z', '2026-11-24T06:59:59Z', '2026-11-24T07:00:00Z'],
    // On a Friday, a Saturday and a Sunday before eight: on Monday.
    ['2026-11-27T10:00:00Z', '2026-11-30T06:59:59Z', '2026-11-30T07:00:00Z'],
    ['2026-11-28T03:00:00Z', '2026-11-30T06:59:59Z', '2026-11-30T07:00:00Z'],
    ['2026-11-29T03:00:00Z', '2026-11-30T06:59:59Z', '2026-11-30T07:00:00Z'],
    // On the Thursday before Easter Monday, with the clock change in between.
    ['2024-03-28T20:00:00Z', '2024-03-29T06:59:59Z', '2024-03-29T07:00:00Z'],
    ['2024-03-29T20:00:00Z', '2024-04-02T05:59:59Z', '2024-04-02T06:00:00Z'],
    ['2026-12-31T22:59:59Z', '2027-01-04T06:59:59Z', '2027-01-04T07:00:00Z'],
  ])('when placed at %s: not at %s, but at %s', (ordered, before, after) => {
    const orderedAt = new Date(ordered);
    expect(mayBePacked(orderedAt, new Date(before))).toBe(false);
    expect(mayBePacked(orderedAt, new Date(after))).toBe(true);
  });
});
