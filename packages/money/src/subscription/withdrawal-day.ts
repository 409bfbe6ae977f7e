import { subscriptionWithdrawalDay } from '@agres/domain/consumer-rights';
import type { Day } from '@agres/domain/days';

type Start = { subscriptionDate: Date; contractTextId: number | null };

/**
 * Returns the last day to withdraw from a subscription, extended if the buyer was not informed of the right.
 */
export const lastWithdrawalDay = ({ subscriptionDate, contractTextId }: Start): Day =>
  subscriptionWithdrawalDay({ subscriptionDate, isInformed: contractTextId !== null });

/** Returns the last of the fourteen days of withdrawal, without an extension. */
export const ordinaryWithdrawalDay = (subscriptionDate: Date): Day =>
  subscriptionWithdrawalDay({ subscriptionDate, isInformed: true });
