import {
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';

import { api } from './api.ts';

// The options come from the same library on the server. tRPC's types widen their literals to strings, which
// the assertions below undo.

export async function signIn(): Promise<void> {
  const options = await api.access.signInOptions.mutate();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
  await api.access.signIn.mutate({ response: await startAuthentication({ optionsJSON }) });
}

/** Proves the signed-in person with a passkey. */
export async function prove(): Promise<void> {
  const options = await api.access.proveOptions.mutate();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
  await api.access.prove.mutate({ response: await startAuthentication({ optionsJSON }) });
}

export function cancelPasskey(): void {
  WebAuthnAbortService.cancelCeremony();
}

/** Registers this device with an invitation, or without one for the signed-in person. */
export async function registerPasskey({
  token,
  label,
}: {
  token: string | null;
  label: string;
}): Promise<void> {
  const options = await api.access.enrolOptions.mutate({ token });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
  const response = await startRegistration({ optionsJSON });
  await api.access.enrol.mutate({ token, label, response });
}
