import { DomainError } from '@agres/domain/errors';

/** Returns the body of a failure outside every procedure, in the shape of the procedures' failures. */
export const failureBody = (
  code: string,
  told: { message?: string; refusals?: readonly string[] } = {},
) => ({ error: { message: told.message ?? code, code: -32_603, data: { code, ...told } } });

/** Returns the status of an error outside every procedure; 500 if it has none. */
export function statusOf(error: unknown): number {
  if (error instanceof DomainError) return error.status;
  if (typeof error !== 'object' || error === null || !('statusCode' in error)) return 500;
  return typeof error.statusCode === 'number' ? error.statusCode : 500;
}

export const headerText = (value: string | string[] | undefined) =>
  typeof value === 'string' ? value : '';
