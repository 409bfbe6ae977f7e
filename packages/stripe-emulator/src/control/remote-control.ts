import type { EmulatorControl } from './control.ts';

/** The control of an emulator in another process: the same verbs, each answering later. */
export type RemoteControl = {
  [Verb in keyof EmulatorControl]: (
    ...input: Parameters<EmulatorControl[Verb]>
  ) => Promise<Awaited<ReturnType<EmulatorControl[Verb]>>>;
};

/** Reaches the control of the emulator at a base address, `http://127.0.0.1:12111`. */
export function connectToEmulator(baseUrl: string): RemoteControl {
  const ask = async <Verb extends keyof EmulatorControl>(
    verb: Verb,
    argument?: Parameters<EmulatorControl[Verb]>[0],
  ): Promise<Awaited<ReturnType<EmulatorControl[Verb]>>> => {
    const response = await fetch(new URL(`/_emulator/${verb}`, baseUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: argument === undefined ? '' : JSON.stringify(argument),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`the emulator refused ${verb}: ${text}`);
    return JSON.parse(text);
  };

  return {
    money: () => ask('money'),
    journal: (filter) => ask('journal', filter),
    clearJournal: () => ask('clearJournal'),
    addFault: (fault) => ask('addFault', fault),
    pendingFaults: () => ask('pendingFaults'),
    clearFaults: () => ask('clearFaults'),
    setChaos: (chaos) => ask('setChaos', chaos),
    setLatency: (latency) => ask('setLatency', latency),
    now: () => ask('now'),
    moveClock: (step) => ask('moveClock', step),
    challenges: () => ask('challenges'),
    finishChallenge: (answer) => ask('finishChallenge', answer),
    holdPayments: () => ask('holdPayments'),
    releasePayments: () => ask('releasePayments'),
    setWebhookTargets: (targets) => ask('setWebhookTargets', targets),
    setWebhookHabits: (change) => ask('setWebhookHabits', change),
    releaseWebhooks: () => ask('releaseWebhooks'),
    resendEvent: (event) => ask('resendEvent', event),
    deliveries: () => ask('deliveries'),
    webhooksSettled: (patience) => ask('webhooksSettled', patience),
    reset: () => ask('reset'),
  };
}
