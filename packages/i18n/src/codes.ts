import type { MessageCode } from '@agres/domain/errors';

import { messages } from './messages.ts';

/**
 * The text of every error code and flash message (S8.01). The code is the id of its message. The English is
 * here, for extraction; the French in `locales/fr/codes.po`.
 *
 * @public Read by `pnpm i18n`.
 */
export const CODE_TEXTS = messages<Record<MessageCode, string>>('', {
  account_activated: 'Your account is active. You can now log in.',
  account_created:
    'Your account has been created. We sent you an activation link by email. Nothing there? Check your spam folder.',
  account_deleted: 'Your account has been deleted. We’ve emailed you to confirm.',
  account_not_activated:
    'Your account is not active yet. Open the activation link we sent you by email.',
  account_updated: 'Your account has been updated.',
  already_sent: 'This order has already been sent.',
  already_subscribed: 'You already have a subscription.',
  banking_information_updated: 'Your bank details have been updated.',
  declaration_received: 'We’ve received your notice. A receipt is on its way by email.',
  disconnected: 'You are logged out. See you soon!',
  email_taken: 'This email address is already taken. Use another one.',
  error_message:
    'Something went wrong, or the connection dropped. Try again a little later, or contact us.',
  failed_purchase_contact_admin:
    'Your payment went through, but the order could not be created. Don’t pay again: please contact the administrator.',
  forgotten_password_success: 'Check your inbox: we’ve sent you a link to choose a new password.',
  incorrect_activation_code:
    'This activation link is not valid, or has expired. Ask for a new one.',
  incorrect_email: 'The email address is incorrect.',
  incorrect_password: 'The password is incorrect.',
  incorrect_retrieve_code:
    'This recovery link is not valid, or has expired. Please ask for a new one.',
  insufficient_funds: 'The funds on this card are insufficient. Try another card.',
  invalid_card: 'Your card was declined. Try another card or contact your bank.',
  invalid_email_domain_message: 'The domain of this email address does not exist.',
  invalid_email_message: 'Please enter a valid email address.',
  invalid_fields: 'Some required fields are incorrect.',
  invalid_password_message:
    'The password must contain 8 characters, an uppercase letter and a number.',
  invalid_xsrf_token:
    'Your browser blocked a cookie that keeps this page secure. Allow cookies, reload the page and try again.',
  message_sent: 'Your message has been sent. We’ll reply within 48 hours.',
  item_not_received: 'You can review an item once you’ve received it.',
  not_found: 'We could not find what you are looking for.',
  not_logged_in: 'You are not logged in. Please reload the page.',
  not_possible_yet: 'It’s too early: your order shows from which day you can do this.',
  not_subscribed: 'You are not subscribed to the mobile app.',
  password_changed: 'Your password has been changed. You can now log in.',
  password_not_lost:
    'This password was not declared lost. Ask for a new link from the log-in page.',
  price_changed:
    'The price has changed. You haven’t been charged. Reload the page to see the new price.',
  purchase_in_progress: 'You already have a purchase in progress. Please try again in a moment.',
  purchase_validated: 'Your purchase is confirmed. Thank you!',
  sales_paused: 'We’re not taking orders right now. Please come back a little later.',
  sold_out_item: 'This item is out of stock.',
  subscribed: 'Your subscription is active. Enjoy your training!',
  terms_changed:
    'Our terms have changed. You haven’t been charged. Please read and accept the new terms.',
  text_with_links: 'Please use plain text only: no web or email address, no HTML.',
  unknown_email: 'No user has this email address. Check it, or create an account.',
  unsubscribed:
    'Your subscription has been cancelled. You keep your access until the end of the paid period.',
});
