import {
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';

import { api } from './api.ts';

// The options come from the same library on the server. The types of tRPC's answers widen their literal
// types to strings, which the assertions below undo.

/** Requests a passkey from the device and signs in with it. */
export async function signIn(): Promise<void> {
  const options = await api.access.signInOptions.mutate();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
  await api.access.signIn.mutate({ response: await startAuthentication({ optionsJSON }) });
}

/** Re-authenticates the signed-in person with a passkey. */
export async function prove(): Promise<void> {
  const options = await api.access.proveOptions.mutate();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
  await api.access.prove.mutate({ response: await startAuthentication({ optionsJSON }) });
}

/** Cancels the device's passkey prompt, if one is open. */
export function cancelPasskey(): void {
  WebAuthnAbortService.cancelCeremony();
}

/** Registers this device, with an invitation or, without one, for the signed-in person. */
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
