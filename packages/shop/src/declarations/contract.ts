import type { Deps } from '@agres/core/context';
import type { Db, Tx } from '@agres/db/db';
import type { Day } from '@agres/domain/days';
import type { DeclarationKind } from '@agres/domain/declaration';
import type { Right } from '@agres/domain/declarations.schema';
import type { Declaration } from '@agres/money/declarations/declaration';

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

/** In how many seconds the declaration is checked again; `never`: a person acts next, or nothing is left to do. */
export type Looked = { inSeconds: number } | 'never';

/** A right with what tells which contract it is of. */
export type ContractRight = Omit<Right, 'declaration'> & {
  contractId: number;
  /** Whether it was cancelled or all of its money went back: nothing follows a withdrawal any more. */
  isOver: boolean;
};

/** Where the goods of a contract are: none, not marked as sent, held until the owner decides, with the buyer. */
export const GOODS_PLACES = ['none', 'here', 'held', 'sent'] as const;

/** What decides about a contract, as it is now. */
export type ContractStanding = {
  contractId: number;
  /** The last day on which a withdrawal takes effect by itself; null while its clock has not begun. */
  followedUntil: Day | null;
  goods: (typeof GOODS_PLACES)[number];
  isCancelled: boolean;
  /** Whether it has ended, or ends with its paid period: all that a termination asks for. */
  isEnding: boolean;
  /** Whether there is an account to write to. */
  hasAccount: boolean;
  /** What the goods cost without their delivery, and what is left of the payment; null where not known here. */
  money: { goodsCents: number; leftCents: number } | null;
};

/** A contract that a declaration without a log-in may be about; the shop owner decides whether it is. */
export type NearContract = {
  contractId: number;
  /** Whether its account has the address of the declaration, and whether the reference has its number. */
  isOfAddress: boolean;
  isNumbered: boolean;
  /** The item; null: the subscription. */
  title: string | null;
  madeOn: Day;
  accountEmail: string | null;
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
  /** The newest contracts of an account's address, and those whose number a reference has. */
  findNear: (
    db: Db,
    declared: { emailKey: string; reference: string; kind: DeclarationKind },
  ) => Promise<NearContract[]>;
  /** How contracts stand; an unknown one is left out. */
  standings: (db: Db | Tx, contractIds: readonly number[]) => Promise<ContractStanding[]>;
  /** Locks a contract until the transaction ends. */
  lock: (tx: Tx, contractId: number) => Promise<void>;
  /** Ends what the contract gives access to, in the transaction in which its withdrawal is known to count. */
  endAccess: (tx: Tx, contractId: number) => Promise<void>;
  /** What follows from a declaration that is proved; idempotent. */
  follow: (deps: DeclarationDeps, declaration: Declaration) => Promise<Looked>;
};
