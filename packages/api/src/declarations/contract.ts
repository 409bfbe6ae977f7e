import type { Db, Tx } from '@shop/db/db';
import type { Day } from '@shop/domain/days';
import type { DeclarationKind } from '@shop/domain/declaration';
import type { Right } from '@shop/domain/declarations.schema';

import type { Deps } from '../context.ts';
import type { Actor } from '../operations/actor.ts';
import type { Declaration } from './declaration.ts';

/** What the steps of a declaration need; the same in a call and in the background. */
export type DeclarationDeps = Pick<
  Deps,
  | 'db'
  | 'payments'
  | 'log'
  | 'clock'
  | 'wakeJobs'
  | 'wakeRefunds'
  | 'installation'
  | 'leaseTimes'
  | 'config'
>;

/** In how many seconds the declaration is checked again; `never`: a person acts next, or nobody. */
export type Looked = { inSeconds: number } | 'never';

/** A right with what tells which contract it is of. */
export type ContractRight = Omit<Right, 'declaration'> & {
  contractId: number;
  /** Whether all of its money went back: nothing follows a withdrawal any more. */
  isGivenBack: boolean;
};

/** What decides about a contract, as it is now. */
export type ContractStanding = {
  contractId: number;
  /** The last day on which a withdrawal takes effect by itself; null while its clock has not begun. */
  followedUntil: Day | null;
  /** Where the goods are: none, not marked as sent, held until somebody says, with the buyer. */
  goods: 'none' | 'here' | 'held' | 'sent';
  isCancelled: boolean;
  /** Whether it has ended, or ends with its paid period: all that a termination asks for. */
  isEnding: boolean;
  /** Whether there is an account to write to. */
  hasAccount: boolean;
  /** What the goods cost without their delivery, and what is left of the payment; null where not known here. */
  money: { goodsCents: number; leftCents: number } | null;
};

/**
 * What a noun registers, so that its contracts can be declared about: how one is found, its clock, and
 * what follows. The declarations themselves know no noun.
 */
export type Contracts = {
  noun: 'order' | 'subscription';
  kinds: ReadonlySet<DeclarationKind>;
  /** The newest contracts of a person that can be, or could be, withdrawn from. */
  listRights: (deps: Pick<Deps, 'db' | 'clock'>, userId: number) => Promise<ContractRight[]>;
  /** The id of a person's own contract; without an id, of the one that they have now. */
  findOwn: (
    db: Db,
    owner: { userId: number; contractId?: number | undefined },
  ) => Promise<number | null>;
  /** A person's own contract that a reference names beyond doubt. */
  findNamed: (
    db: Db,
    named: { userId: number; reference: string; kind: DeclarationKind },
  ) => Promise<number | null>;
  /** The contract that a reference names, where the address is that of its account. */
  match: (
    db: Db,
    named: { reference: string; emailKey: string; kind: DeclarationKind },
  ) => Promise<number | null>;
  /** How contracts stand; an unknown one is left out. */
  standings: (db: Db | Tx, contractIds: readonly number[]) => Promise<ContractStanding[]>;
  /** Locks a contract until the transaction ends. */
  lock: (tx: Tx, contractId: number) => Promise<void>;
  /** Holds the contract until the declaration is proved; answers whether it is held from now on. */
  hold: (tx: Tx, contractId: number) => Promise<boolean>;
  /** Releases it; answers whether it was held. */
  release: (tx: Tx, contractId: number, actor: Actor) => Promise<boolean>;
  /** What follows from a declaration that is proved or accepted; idempotent. */
  follow: (deps: DeclarationDeps, declaration: Declaration) => Promise<Looked>;
};
