/** Longest e-mail address that mail servers take (RFC 3696, erratum 1690). */
export const EMAIL_MAX_LENGTH = 254;

/**
 * Letters, digits, `_ - .`, then `@`, a domain, and a last part of 2 to 5 letters (contract,
 * section 4). Each part ends at a character that it cannot contain: it is read in linear time.
 */
export const EMAIL_PATTERN =
  /^[\w.-]{1,64}@(?:[A-Za-z\d](?:[A-Za-z\d-]{0,61}[A-Za-z\d])?\.){1,8}[A-Za-z]{2,5}$/;

/** Whether a text is an e-mail address as this site takes them. */
export function isEmail(value: string): boolean {
  return value.length <= EMAIL_MAX_LENGTH && EMAIL_PATTERN.test(value);
}

/**
 * What two spellings of one address have in common: addresses are compared case-insensitively. Only
 * letters that addresses have change: the Kelvin sign (U+212A) stays other than a k.
 */
export function emailKeyOf(email: string): string {
  return email.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** A password's length in characters, that is in code points (contract, section 4). */
export const PASSWORD_LENGTH = { min: 8, max: 30 } as const;

/** The parts of the password rule, in the order in which forms list them (specification, section 5). */
export const PASSWORD_RULES = ['length', 'lowercase', 'uppercase', 'digit'] as const;
export type PasswordRule = (typeof PASSWORD_RULES)[number];

/** Which parts of the rule a password keeps, taken exactly as typed; forms tick them off. */
export function passwordRulesOf(password: string): Record<PasswordRule, boolean> {
  const length = Array.from(password).length;
  return {
    // Half a surrogate pair is no character: all of them would be hashed as the same one.
    length:
      password.isWellFormed() && length >= PASSWORD_LENGTH.min && length <= PASSWORD_LENGTH.max,
    lowercase: /\p{Ll}/u.test(password),
    uppercase: /\p{Lu}/u.test(password),
    digit: /\p{Nd}/u.test(password),
  };
}

/** Whether a password keeps the whole rule. A special character is advised, never required. */
export function isPassword(value: string): boolean {
  const kept = passwordRulesOf(value);
  return PASSWORD_RULES.every((rule) => kept[rule]);
}
