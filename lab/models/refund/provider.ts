import { sumOf, type Kept, type ModelState, type ProviderState } from './state.ts';

export type Carried = { state: ModelState; answer: Kept['answer'] };

/**
 * The provider stores its first response under a key, errors included, and never refunds more than was paid.
 */
export function carryOut(
  state: ModelState,
  paid: number,
  { row, keyNo }: { row: number; keyNo: number },
): Carried[] {
  const kept = state.kept.find((one) => one.row === row && one.keyNo === keyNo);
  if (kept !== undefined) return [{ state, answer: kept.answer }];
  const amount = state.rows[row]?.amount ?? 0;
  const keep = (next: ModelState, answer: Kept['answer']): Carried => ({
    state: { ...next, kept: [...next.kept, { row, keyNo, answer }] },
    answer,
  });
  const { serverErrors, comingBack } = state.budget;
  const failing = { ...state, budget: { ...state.budget, serverErrors: serverErrors - 1 } };
  const before = serverErrors > 0 ? [keep(failing, 'server_error')] : [];
  if (amount > paid - sumOf(state.refunds)) return [keep(state, 'refused'), ...before];
  const make = (from: ModelState, refund: ProviderState): ModelState => ({
    ...from,
    refunds: [...from.refunds, { amount, row, state: refund }],
  });
  const index = state.refunds.length;
  const back = { ...state, budget: { ...state.budget, comingBack: comingBack - 1 } };
  return [
    keep(make(state, 'succeeded'), index),
    keep(make(state, 'pending'), index),
    ...(comingBack > 0 ? [keep(make(back, 'failed'), index)] : []),
    ...before,
    ...(serverErrors > 0 ? [keep(make(failing, 'succeeded'), 'server_error')] : []),
  ];
}
