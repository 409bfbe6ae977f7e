/** The `message` of a successful call, shown as a green flash message. */
export const SUCCESS_CODES = [
  'account_activated',
  'account_created',
  'account_deleted',
  'account_updated',
  'banking_information_updated',
  'declaration_received',
  'disconnected',
  'forgotten_password_success',
  'message_sent',
  'password_changed',
  'purchase_validated',
  'subscribed',
  'unsubscribed',
] as const;
export type SuccessCode = (typeof SUCCESS_CODES)[number];

export function isSuccessCode(value: unknown): value is SuccessCode {
  return SUCCESS_CODES.some((code) => code === value);
}
