/** A call that is going to end (docs/api/versioning.md). Days are written `2027-01-31`, in UTC. */
export type Deprecation = {
  /** The day it was marked. */
  since: string;
  /** Its last day, at least twelve months after that. */
  until: string;
  /** What replaces it, as callers read it: `POST /orders`. */
  instead: string;
};

/** The fields that tell callers: `Deprecation` (RFC 9745) and `Sunset` (RFC 8594). */
export function deprecationFieldsOf({ since, until }: Deprecation) {
  return {
    deprecation: `@${Date.parse(since) / 1000}`,
    sunset: new Date(until).toUTCString(),
  };
}
