import type { Letter } from '@shop/mail/mailer';

/** A letter and whom it goes to. */
export type Addressed = { to: string; letter: Letter };
