import { subscriptionWithdrawalDay } from '@agres/domain/consumer-rights';
import type { Day } from '@agres/domain/days';

type Start = { subscriptionDate: Date; contractTextId: number | null };

/** The last day to withdraw from a subscription. */
export const lastWithdrawalDay = ({ subscriptionDate, contractTextId }: Start): Day =>
  subscriptionWithdrawalDay({ subscriptionDate, isInformed: contractTextId !== null });

/** The last of the fourteen days of withdrawal, which apply in any case. */
export const ordinaryWithdrawalDay = (subscriptionDate: Date): Day =>
  subscriptionWithdrawalDay({ subscriptionDate, isInformed: true });
