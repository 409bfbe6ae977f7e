import { isErrorCode, type ErrorCode, type FieldIssue } from './errors.ts';

/** A validation issue of Zod; `message` is an error code if the schema sets one. */
export type SchemaIssue = { path: readonly PropertyKey[]; message: string };

/**
 * Returns the invalid fields of an input, in schema order; a message that is not a code becomes
 * `invalid_fields`.
 */
export function fieldIssuesOf(issues: readonly SchemaIssue[]): FieldIssue[] {
  return issues.map(({ path, message }) => ({
    path: path.map(String).join('.'),
    message: isErrorCode(message) ? message : 'invalid_fields',
  }));
}

/** Fields whose code takes precedence (docs/api/errors.md). */
const FIRST_FIELDS = ['email', 'mdp', 'mdp2'];

const rankOf = ({ path }: FieldIssue) => {
  const rank = FIRST_FIELDS.indexOf(path);
  return rank === -1 ? FIRST_FIELDS.length : rank;
};

/**
 * Returns the error code of an invalid input: that of the first invalid field with a code of its own
 * (email, then mdp, mdp2, the others), otherwise `invalid_fields` (docs/api/errors.md).
 */
export function codeOfIssues(issues: readonly FieldIssue[]): ErrorCode {
  const own = issues
    .filter((issue) => issue.message !== 'invalid_fields')
    .toSorted((a, b) => rankOf(a) - rankOf(b));
  return own[0]?.message ?? 'invalid_fields';
}
