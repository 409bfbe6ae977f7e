import { withdrawalLastDay } from '@shop/domain/consumer-rights';
import { parisDayOf, type Day } from '@shop/domain/days';

type Start = { subscriptionDate: Date; contractTextId: number | null };

/**
 * The last day to withdraw from a subscription: it runs from the contract, and a renewal begins no new
 * one. Whose contract has no text that is kept was not informed, as far as the shop can prove.
 */
export function lastWithdrawalDay({ subscriptionDate, contractTextId }: Start): Day {
  const startsOn = parisDayOf(subscriptionDate);
  const informedOn = contractTextId === null ? null : startsOn;
  return withdrawalLastDay({ startsOn, informedOn }) ?? startsOn;
}

/** The last of the fourteen days that everybody has, informed or not. */
export function ordinaryWithdrawalDay(subscriptionDate: Date): Day {
  const startsOn = parisDayOf(subscriptionDate);
  return withdrawalLastDay({ startsOn, informedOn: startsOn }) ?? startsOn;
}
