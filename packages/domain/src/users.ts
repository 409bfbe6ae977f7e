import { lengthOf } from './text.ts';

/** The longest valid e-mail address (RFC 3696, erratum 1690). */
export const EMAIL_MAX_LENGTH = 254;

/**
 * Letters, digits, `_ - .`, then `@`, a domain, and a top-level part of 2 to 5 letters (S5.06). Each part
 * ends at a character that it cannot contain, so matching takes linear time.
 */
export const EMAIL_PATTERN =
  /^[\w.-]{1,64}@(?:[A-Za-z\d](?:[A-Za-z\d-]{0,61}[A-Za-z\d])?\.){1,8}[A-Za-z]{2,5}$/;

/** Any e-mail address in ASCII, for those that the shop owner enters. The site's own forms follow S5.06. */
export const ANY_EMAIL_PATTERN =
  /^[\w.+-]{1,64}@(?:[A-Za-z\d](?:[A-Za-z\d-]{0,61}[A-Za-z\d])?\.){1,8}[A-Za-z]{2,63}$/;

/**
 * Returns the key for comparing addresses, case-insensitively. Only ASCII letters are lowered: the Kelvin
 * sign (U+212A) does not become a k.
 */
export function emailKeyOf(email: string): string {
  return email.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** A password's length in code points (S5.01). */
export const PASSWORD_LENGTH = { min: 8, max: 30 } as const;

/** The parts of the password rule, in the order in which forms list them (S5.01). */
export const PASSWORD_RULES = ['length', 'lowercase', 'uppercase', 'digit'] as const;
export type PasswordRule = (typeof PASSWORD_RULES)[number];

/** Returns which parts of the rule a password meets, exactly as typed; forms tick them off. */
export function passwordRulesOf(password: string): Record<PasswordRule, boolean> {
  const length = lengthOf(password);
  return {
    // Lone surrogates are malformed: all of them would be hashed as the same character.
    length:
      password.isWellFormed() && length >= PASSWORD_LENGTH.min && length <= PASSWORD_LENGTH.max,
    lowercase: /\p{Ll}/u.test(password),
    uppercase: /\p{Lu}/u.test(password),
    digit: /\p{Nd}/u.test(password),
  };
}

/**
 * Whether a password meets the whole rule. A special character is recommended, never required
 * (S5.04).
 */
export function isPassword(value: string): boolean {
  const kept = passwordRulesOf(value);
  return PASSWORD_RULES.every((rule) => kept[rule]);
}
