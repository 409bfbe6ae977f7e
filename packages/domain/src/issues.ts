import { isErrorCode, type ErrorCode, type FieldIssue } from './errors.ts';

/** What a schema says about one refused value: where it lies, and a code as its message. */
export type SchemaIssue = { path: readonly PropertyKey[]; message: string };

/** The refused fields of an input, in the schema's order; a message that is no code is `invalid_fields`. */
export function fieldIssuesOf(issues: readonly SchemaIssue[]): FieldIssue[] {
  return issues.map(({ path, message }) => ({
    path: path.map(String).join('.'),
    message: isErrorCode(message) ? message : 'invalid_fields',
  }));
}

/** Fields whose code is told before that of the rest (contract, section 3). */
const FIRST_FIELDS = ['email', 'mdp', 'mdp2'];

const rankOf = ({ path }: FieldIssue) => {
  const rank = FIRST_FIELDS.indexOf(path);
  return rank === -1 ? FIRST_FIELDS.length : rank;
};

/**
 * The code that answers a bad input: that of the first failing field that has one of its own
 * (email, then mdp, mdp2, the rest), else `invalid_fields` (contract, section 3).
 */
export function codeOfIssues(issues: readonly FieldIssue[]): ErrorCode {
  const own = issues
    .filter((issue) => issue.message !== 'invalid_fields')
    .toSorted((a, b) => rankOf(a) - rankOf(b));
  return own[0]?.message ?? 'invalid_fields';
}
