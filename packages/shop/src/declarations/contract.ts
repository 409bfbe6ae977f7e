import type { Deps } from '@agres/core/context';
import type { Db, Tx } from '@agres/db/db';
import type { Day } from '@agres/domain/days';
import type { DeclarationKind } from '@agres/domain/declaration';
import type { Right } from '@agres/domain/declarations.schema';
import type { Declaration } from '@agres/money/declarations/declaration';

/** The dependencies of a declaration's steps, the same in a request and in the background. */
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

/**
 * The number of seconds until the declaration is checked again; `never`: a person acts next, or nothing is left
 * to do.
 */
export type RecheckDelay = { inSeconds: number } | 'never';

/** A right, with the id of its contract. */
export type ContractRight = Omit<Right, 'declaration'> & {
  contractId: number;
  /** Whether it was cancelled or refunded in full, so that a withdrawal has no further effect. */
  isOver: boolean;
};

/**
 * Where the goods of a contract are: none exist, not marked as sent, on hold until the owner decides, or sent.
 */
export const GOODS_PLACES = ['none', 'here', 'held', 'sent'] as const;

/** The current facts about a contract that decide what a declaration does. */
export type ContractStanding = {
  contractId: number;
  /** The last day on which a withdrawal takes effect automatically; null while its period has not started. */
  followedUntil: Day | null;
  goods: (typeof GOODS_PLACES)[number];
  isCancelled: boolean;
  /** Whether it has ended, or will end with its paid period, which is all that a termination requests. */
  isEnding: boolean;
  /** Whether its account still exists and can be written to. */
  hasAccount: boolean;
  /**
   * The price of the goods without delivery, and the unrefunded rest of the payment; null where not known here.
   */
  money: { goodsCents: number; leftCents: number } | null;
};

/** A contract that a declaration without a log-in may be about; the shop owner decides whether it is. */
export type NearContract = {
  contractId: number;
  /** Whether its account has the address of the declaration, and whether the reference contains its number. */
  isOfAddress: boolean;
  isNumbered: boolean;
  /** The item's title in French and in English; null for the subscription. */
  title: string | null;
  titleEn: string | null;
  madeOn: Day;
  accountEmail: string | null;
};

/**
 * The functions that a noun registers so that its contracts can be declared about. The code of declarations
 * knows no noun.
 */
export type Contracts = {
  noun: 'order' | 'subscription';
  kinds: ReadonlySet<DeclarationKind>;
  /** Lists the newest contracts of a person that can be, or could be, withdrawn from. */
  listRights: (deps: Pick<Deps, 'db' | 'clock'>, userId: number) => Promise<ContractRight[]>;
  /** Finds a person's own contract by id; without an id, their current one. */
  findOwn: (
    db: Db,
    owner: { userId: number; contractId?: number | undefined },
  ) => Promise<number | null>;
  /** Finds the one contract of a person that a reference identifies without ambiguity. */
  findNamed: (
    db: Db,
    named: { userId: number; reference: string; kind: DeclarationKind },
  ) => Promise<number | null>;
  /**
   * Finds the newest contracts of the account with this address, and those whose number is in the reference.
   */
  findNear: (
    db: Db,
    declared: { emailKey: string; reference: string; kind: DeclarationKind },
  ) => Promise<NearContract[]>;
  /** Reads the current state of contracts; an unknown id is left out. */
  standings: (db: Db | Tx, contractIds: readonly number[]) => Promise<ContractStanding[]>;
  /** Locks a contract until the transaction ends. */
  lock: (tx: Tx, contractId: number) => Promise<void>;
  /**
   * Ends the access that the contract gives, in the transaction that establishes that its withdrawal is valid.
   */
  endAccess: (tx: Tx, contractId: number) => Promise<void>;
  /** Carries out the next steps of a proved declaration; idempotent. */
  follow: (deps: DeclarationDeps, declaration: Declaration) => Promise<RecheckDelay>;
};
