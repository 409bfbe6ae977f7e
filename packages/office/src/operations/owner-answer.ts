import type { RefusalCode } from '@agres/domain/refusals';

import type { Report } from './report.ts';

/** A command as it was typed, with the name of the person who gives it. */
export type OwnerRequest = {
  command: string;
  values: Readonly<Record<string, string>>;
  by: string;
};

/** What became of a command. */
export type OwnerAnswer =
  /** `output`: the output of the command's operation, for programs. */
  | { kind: 'done'; report: Report; output?: unknown }
  | {
      kind: 'refused' | 'misused' | 'failed';
      reason: string;
      /** Of an operation that refuses: the codes behind the reason. */
      codes?: readonly RefusalCode[];
    };
