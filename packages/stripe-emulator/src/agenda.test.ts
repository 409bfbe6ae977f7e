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

test('hands out what is due, earliest first, and nothing twice', () => {
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const agenda = createAgenda();
      const model = new Map<string, number>();
      const ran: string[] = [];
      for (const next of steps) {
        if (next.act === 'plan') {
          agenda.plan(next.name, next.at, () => ran.push(next.name));
          model.delete(next.name);
          model.set(next.name, next.at);
        } else if (next.act === 'forget') {
          agenda.forget(next.name);
          model.delete(next.name);
        } else {
          const earliest = Math.min(...model.values());
          const taken = agenda.takeDue(next.by);
          expect(taken?.at).toBe(earliest <= next.by ? earliest : undefined);
          taken?.run();
          if (taken) {
            const name = ran.pop() ?? '';
            expect(model.get(name)).toBe(earliest);
            model.delete(name);
          }
        }
        expect(agenda.nextAt()).toBe(model.size === 0 ? undefined : Math.min(...model.values()));
      }
    }),
  );
});
