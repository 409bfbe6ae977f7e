import { OWNER_COMMANDS } from '@agres/office/owner-commands';
import { expect, test } from 'vitest';

import { findOperationFaults } from './check-operations.ts';

type Command = Parameters<typeof findOperationFaults>[0][number];

const operation = { name: 'orders.send', permission: 'orders.send', kind: 'change' } as const;
const planted = (changes: Partial<Command>): Command[] => [
  ...OWNER_COMMANDS,
  { name: 'order:planted', operation: { ...operation, name: 'orders.planted' }, ...changes },
];

test('every operation of the shop has a name, a permission and a command', () => {
  expect(findOperationFaults(OWNER_COMMANDS)).toEqual([]);
});

test('an operation that two commands share is refused', () => {
  expect(findOperationFaults(planted({ operation }))).toEqual([
    'orders.send: has two commands, order:send and order:planted',
  ]);
});

test('a permission outside the table is refused, and one that nothing asks for', () => {
  const unknown = {
    ...operation,
    name: 'orders.planted',
    permission: 'orders.everything' as never,
  };
  expect(findOperationFaults(planted({ operation: unknown }))).toEqual([
    'orders.planted: its permission orders.everything is not in the table',
  ]);
  const fewer = OWNER_COMMANDS.filter(
    (command) => command.operation?.permission !== 'members.find',
  );
  expect(findOperationFaults(fewer)).toEqual(['members.find: a permission that nothing asks for']);
});

test('an operation is called by noun and verb', () => {
  expect(findOperationFaults(planted({ operation: { ...operation, name: 'Planted' } }))).toEqual([
    'Planted: is not called noun.verb',
  ]);
});
