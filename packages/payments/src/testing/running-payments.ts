import { DEVELOPMENT_ACCOUNTS } from '@agres/stripe-emulator/development';
import type { EmulatorOptions } from '@agres/stripe-emulator/emulator';
import { useEmulator, type RunningEmulator } from '@agres/stripe-emulator/testing/running-emulator';

import type { Answer } from '../answer.ts';
import { createPayments, type Payments, type PaymentsConfig } from '../payments.ts';

export const EMULATED_ACCOUNTS: PaymentsConfig['accounts'] = {
  main: configOf('main'),
  bis: configOf('bis'),
};

/** Starts an emulator and its client for the tests of a file, as `useEmulator` does. */
export async function usePayments(
  options: Partial<EmulatorOptions> = {},
): Promise<{ emulator: RunningEmulator; payments: Payments }> {
  const emulator = await useEmulator(options);
  const payments = createPayments({
    accounts: EMULATED_ACCOUNTS,
    apiUrl: emulator.url,
    callTimeoutMs: 1000,
  });
  return { emulator, payments };
}

/** Returns the value of an answer that must be known. */
export function valueOf<T>(answer: Answer<T>): T {
  if (answer.outcome === 'known') return answer.value;
  throw new Error(`the answer is ${answer.outcome}: ${JSON.stringify(answer.cause)}`);
}

function configOf(name: 'main' | 'bis'): PaymentsConfig['accounts']['main'] {
  const { secretKey, publishableKey, webhookSecret } = DEVELOPMENT_ACCOUNTS[name];
  const prices = { monthly: `price_${name}_monthly`, yearly: `price_${name}_yearly` };
  return { secretKey, publishableKey, webhookSecret, prices };
}
