import type { MessageCode } from '@agres/domain/errors';
import type { MessageDescriptor } from '@lingui/core';

/**
 * The text of every error code and flash message (S8.01). The code is the id of its message. The English is
 * here, for extraction; the French in `locales/fr/codes.po`.
 *
 * @public Read by `pnpm i18n`.
 */
export const CODE_TEXTS = {
  account_activated: /*i18n*/ {
    id: 'account_activated',
    message: 'Your account is active. You can now log in.',
  },
  account_created: /*i18n*/ {
    id: 'account_created',
    message:
      'Your account has been created. We sent you an activation link by email. Nothing there? Check your spam folder.',
  },
  account_deleted: /*i18n*/ {
    id: 'account_deleted',
    message: 'Your account has been deleted.',
  },
  account_not_activated: /*i18n*/ {
    id: 'account_not_activated',
    message: 'Your account is not active yet. Open the activation link we sent you by email.',
  },
  account_updated: /*i18n*/ {
    id: 'account_updated',
    message: 'Your account has been updated.',
  },
  already_sent: /*i18n*/ {
    id: 'already_sent',
    message: 'This order has already been sent.',
  },
  already_subscribed: /*i18n*/ {
    id: 'already_subscribed',
    message: 'You already have a subscription.',
  },
  banking_information_updated: /*i18n*/ {
    id: 'banking_information_updated',
    message: 'Your bank details have been updated.',
  },
  declaration_received: /*i18n*/ {
    id: 'declaration_received',
    message: 'We have received your notice. Its receipt is on its way by email.',
  },
  disconnected: /*i18n*/ {
    id: 'disconnected',
    message: 'You are logged out. See you soon!',
  },
  email_taken: /*i18n*/ {
    id: 'email_taken',
    message: 'This email address is already taken.',
  },
  error_message: /*i18n*/ {
    id: 'error_message',
    message:
      'We got no answer: the connection dropped, or our service is briefly down. Nothing you entered is lost. Try again later, or contact us if it goes on.',
  },
  failed_purchase_contact_admin: /*i18n*/ {
    id: 'failed_purchase_contact_admin',
    message:
      'Your payment went through, but the order could not be created. Please contact the administrator.',
  },
  forgotten_password_success: /*i18n*/ {
    id: 'forgotten_password_success',
    message: 'We sent you an email. Follow its link to choose a new password.',
  },
  incorrect_activation_code: /*i18n*/ {
    id: 'incorrect_activation_code',
    message: 'This activation link is not valid, or has expired.',
  },
  incorrect_email: /*i18n*/ {
    id: 'incorrect_email',
    message: 'The email address is incorrect.',
  },
  incorrect_password: /*i18n*/ {
    id: 'incorrect_password',
    message: 'The password is incorrect.',
  },
  incorrect_retrieve_code: /*i18n*/ {
    id: 'incorrect_retrieve_code',
    message: 'This recovery link is not valid, or has expired. Please ask for a new one.',
  },
  insufficient_funds: /*i18n*/ {
    id: 'insufficient_funds',
    message: 'The funds available on this card are insufficient.',
  },
  invalid_card: /*i18n*/ {
    id: 'invalid_card',
    message: 'The card was refused. Please contact your bank or try another card.',
  },
  invalid_email_domain_message: /*i18n*/ {
    id: 'invalid_email_domain_message',
    message: 'The domain of this email address does not exist.',
  },
  invalid_email_message: /*i18n*/ {
    id: 'invalid_email_message',
    message: 'Please enter a valid email address.',
  },
  invalid_fields: /*i18n*/ {
    id: 'invalid_fields',
    message: 'Some required fields are incorrect.',
  },
  invalid_password_message: /*i18n*/ {
    id: 'invalid_password_message',
    message: 'The password must contain 8 characters, an uppercase letter and a number.',
  },
  invalid_xsrf_token: /*i18n*/ {
    id: 'invalid_xsrf_token',
    message:
      'Your browser did not send the cookie that protects this form. Please allow cookies, reload the page and try again.',
  },
  message_sent: /*i18n*/ {
    id: 'message_sent',
    message: 'Your message has been sent. We’ll reply within 48 hours.',
  },
  item_not_received: /*i18n*/ {
    id: 'item_not_received',
    message: 'You can review an item once you’ve received it.',
  },
  not_found: /*i18n*/ {
    id: 'not_found',
    message: 'We could not find what you are looking for.',
  },
  not_logged_in: /*i18n*/ {
    id: 'not_logged_in',
    message: 'You are not logged in. Please reload the page.',
  },
  not_possible_yet: /*i18n*/ {
    id: 'not_possible_yet',
    message: 'This is not possible yet.',
  },
  not_subscribed: /*i18n*/ {
    id: 'not_subscribed',
    message: 'You are not subscribed to the mobile app.',
  },
  password_changed: /*i18n*/ {
    id: 'password_changed',
    message: 'Your password has been changed. You can now log in.',
  },
  password_not_lost: /*i18n*/ {
    id: 'password_not_lost',
    message: 'This password was not declared lost.',
  },
  price_changed: /*i18n*/ {
    id: 'price_changed',
    message:
      'The price has changed. You haven’t been charged. Reload the page to see the new price.',
  },
  purchase_in_progress: /*i18n*/ {
    id: 'purchase_in_progress',
    message: 'Another purchase of yours is still in progress. Please try again in a few moments.',
  },
  purchase_validated: /*i18n*/ {
    id: 'purchase_validated',
    message: 'Your purchase is confirmed. Thank you!',
  },
  sales_paused: /*i18n*/ {
    id: 'sales_paused',
    message: 'The shop is not selling at the moment. Please come back a little later.',
  },
  sold_out_item: /*i18n*/ {
    id: 'sold_out_item',
    message: 'This item is out of stock.',
  },
  subscribed: /*i18n*/ {
    id: 'subscribed',
    message: 'Your subscription is active. Enjoy your training!',
  },
  terms_changed: /*i18n*/ {
    id: 'terms_changed',
    message:
      'The general terms have changed. You haven’t been charged. Please read and accept the new version.',
  },
  text_with_links: /*i18n*/ {
    id: 'text_with_links',
    message: 'Please use plain text only: no web or email address, no HTML.',
  },
  unknown_email: /*i18n*/ {
    id: 'unknown_email',
    message: 'No user has this email address.',
  },
  unsubscribed: /*i18n*/ {
    id: 'unsubscribed',
    message:
      'Your subscription has been cancelled. You keep your access until the end of the paid period.',
  },
} as const satisfies {
  [Code in MessageCode]: MessageDescriptor & { id: Code };
};
