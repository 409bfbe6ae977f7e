/**
 * Checks the operations of the shop owner: each has a name of its own, a permission of the table, and a
 * command; no permission is left that nothing asks for. Run by `pnpm check`; prints one line a fault.
 */
import { PERMISSIONS } from '@agres/core/operations/permissions';
import type { OwnerCommand } from '@agres/office/operations/command';
import { OWNER_COMMANDS } from '@agres/office/owner-commands';

/** What is wrong with the operations behind these commands, one readable line each. */
export function findOperationFaults(
  commands: readonly Pick<OwnerCommand, 'name' | 'operation'>[],
): string[] {
  const names = new Map<string, string>();
  const asked = new Set<string>();
  const faults = commands.flatMap(({ name: command, operation }) => {
    if (operation === undefined) return [];
    const { name, permission } = operation;
    asked.add(permission);
    const other = names.get(name);
    names.set(name, command);
    return [
      ...(/^[a-z]+\.[a-z][A-Za-z]*$/.test(name) ? [] : [`${name}: is not called noun.verb`]),
      ...(other === undefined ? [] : [`${name}: has two commands, ${other} and ${command}`]),
      ...(Object.hasOwn(PERMISSIONS, permission)
        ? []
        : [`${name}: its permission ${permission} is not in the table`]),
    ];
  });
  return [
    ...faults,
    ...Object.keys(PERMISSIONS)
      .filter((permission) => !asked.has(permission))
      .map((permission) => `${permission}: a permission that nothing asks for`),
  ];
}

if (import.meta.main) {
  const faults = findOperationFaults(OWNER_COMMANDS);
  for (const fault of faults) console.error(fault);
  console.log(`operations: ${faults.length === 0 ? 'ok' : `${faults.length} faults`}`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
