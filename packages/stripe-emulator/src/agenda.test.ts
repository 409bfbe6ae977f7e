import fc from 'fast-check';
import { expect, test } from 'vitest';

import { createAgenda } from './agenda.ts';

const step = fc.oneof(
  fc.record({
    act: fc.constant('plan' as const),
    name: fc.constantFrom('a', 'b', 'c', 'd'),
    at: fc.nat(50),
  }),
  fc.record({ act: fc.constant('forget' as const), name: fc.constantFrom('a', 'b', 'c', 'd') }),
  fc.record({ act: fc.constant('take' as const), by: fc.nat(50) }),
);

test('the agenda returns due tasks once, earliest first', () => {
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const agenda = createAgenda();
      const model = new Map<string, number>();
      const seen: (number | undefined)[] = [];
      const expected: (number | undefined)[] = [];
      const earliest = () => (model.size === 0 ? undefined : Math.min(...model.values()));
      for (const next of steps) {
        switch (next.act) {
          case 'plan':
            // A task that runs is removed from the model, so a wrong name or a second run shows up in later
            // steps.
            agenda.plan(next.name, next.at, () => model.delete(next.name));
            model.set(next.name, next.at);
            break;
          case 'forget':
            agenda.forget(next.name);
            model.delete(next.name);
            break;
          case 'take': {
            const due = earliest();
            expected.push(due !== undefined && due <= next.by ? due : undefined);
            const taken = agenda.takeDue(next.by);
            taken?.run();
            seen.push(taken?.at);
          }
        }
        seen.push(agenda.nextAt());
        expected.push(earliest());
      }
      expect(seen).toEqual(expected);
    }),
  );
});
