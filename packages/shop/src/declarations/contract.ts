import type { Deps } from '@agres/core/context';
import type { Actor } from '@agres/core/operations/actor';
import type { Db, Tx } from '@agres/db/db';
import type { Day } from '@agres/domain/days';
import type { DeclarationKind } from '@agres/domain/declaration';
import type { Right } from '@agres/domain/declarations.schema';
import { DomainError } from '@agres/domain/errors';
import type { Declaration } from '@agres/money/declarations/declaration';

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

/** `never`: a person acts next, or nothing is left to do. */
export type RecheckDelay = { inSeconds: number } | 'never';

/** Retries after a provider that does not answer, or while another refund of the payment is pending. */
export const IN_ONE_MINUTE: RecheckDelay = { inSeconds: 60 };
/** Retries while a dispute blocks the refund: banks take weeks to decide. */
const AFTER_DISPUTE: RecheckDelay = { inSeconds: 3600 };

/** Returns when to retry a refund that is not possible now; rethrows every other error. */
export function retryAfterRefusal(error: unknown): RecheckDelay {
  if (!(error instanceof DomainError)) throw error;
  if (error.code === 'disputed') return AFTER_DISPUTE;
  if (error.code === 'refund_in_flight') return IN_ONE_MINUTE;
  throw error;
}

export const ACTOR: Actor = { kind: 'system', name: 'declarations' };

export type ContractRight = Omit<Right, 'declaration'> & {
  contractId: number;
  /** Whether the contract was cancelled or refunded in full, so that a withdrawal has no further effect. */
  isOver: boolean;
};

/**
 * `none`: no goods exist. `here`: the order is not marked as sent. `held`: it is on hold until the owner
 * decides.
 */
export const GOODS_PLACES = ['none', 'here', 'held', 'sent'] as const;

export type ContractStanding = {
  contractId: number;
  /** The last day on which a withdrawal takes effect automatically; null until the period starts. */
  followedUntil: Day | null;
  goods: (typeof GOODS_PLACES)[number];
  isCancelled: boolean;
  /** Whether the contract has ended or ends with its paid period, so that a termination requests no more. */
  isEnding: boolean;
  hasAccount: boolean;
  /** The price without delivery, and the unrefunded rest of the payment; null if not known here. */
  money: { goodsCents: number; leftCents: number } | null;
};

/** A contract that a declaration without a log-in may be about; the shop owner decides. */
export type NearContract = {
  contractId: number;
  /** Whether its account has the declaration's address, and whether the reference contains its number. */
  isOfAddress: boolean;
  isNumbered: boolean;
  /** Both titles are null for the subscription. */
  title: string | null;
  titleEn: string | null;
  madeOn: Day;
  accountEmail: string | null;
};

/**
 * What a noun registers so that customers can make declarations about its contracts. The code of declarations
 * knows no noun.
 */
export type Contracts = {
  noun: 'order' | 'subscription';
  kinds: ReadonlySet<DeclarationKind>;
  /** Lists a person's newest contracts that are or were open to withdrawal. */
  listRights: (deps: Pick<Deps, 'db' | 'clock'>, userId: number) => Promise<ContractRight[]>;
  /**
   * Returns the id of a person's own contract, or of the current one if no id is given; null if there is
   * none.
   */
  findOwn: (
    db: Db,
    owner: { userId: number; contractId?: number | undefined },
  ) => Promise<number | null>;
  /** Returns the one contract of a person that a reference identifies; null if none or several match. */
  findNamed: (
    db: Db,
    named: { userId: number; reference: string; kind: DeclarationKind },
  ) => Promise<number | null>;
  /**
   * Lists the newest contracts of the account with this address, and those whose number is in the reference.
   */
  findNear: (
    db: Db,
    declared: { emailKey: string; reference: string; kind: DeclarationKind },
  ) => Promise<NearContract[]>;
  /** Reads the current state of contracts; leaves out unknown ids. */
  standings: (db: Db | Tx, contractIds: readonly number[]) => Promise<ContractStanding[]>;
  lock: (tx: Tx, contractId: number) => Promise<void>;
  /** Ends the access that the contract gives, in the transaction that establishes a valid withdrawal. */
  endAccess: (tx: Tx, contractId: number) => Promise<void>;
  /** Carries out the next steps of a proved declaration; idempotent. */
  follow: (deps: DeclarationDeps, declaration: Declaration) => Promise<RecheckDelay>;
};
