import { Ajv2020 } from 'ajv/dist/2020.js';

import type { Answer } from '../client.ts';
import { DOCUMENT, type JsonSchema, type Operation } from './operations.ts';

const ajv = new Ajv2020({
  strict: false,
  allErrors: true,
  formats: { date: /^\d{4}-\d{2}-\d{2}$/, 'date-time': isMoment },
});
ajv.addSchema(DOCUMENT, 'openapi.json');

/** Lists how a response violates the OpenAPI document: its status, its content type, its body. */
export function faultsOf({ answers }: Operation, { status, headers, body }: Answer): string[] {
  const place = answers.get(status);
  if (place === undefined) return [`the status ${status} is not documented`];
  const faults: string[] = [];
  if (status >= 500) faults.push(`the server failed with ${status}`);
  if (headers['content-type'] !== 'application/json; charset=utf-8') {
    faults.push(`the content type is ${String(headers['content-type'])}`);
  }
  const isRight = ajv.getSchema(`openapi.json${place}`);
  if (isRight === undefined) throw new Error(`the document has no ${place}`);
  if (!isRight(body))
    faults.push(`the body is not as documented: ${ajv.errorsText(isRight.errors)}`);
  return faults;
}

export function keepsSchema(schema: JsonSchema, input: unknown): boolean {
  return ajv.validate(schema, input);
}

function isMoment(text: string): boolean {
  return (
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(text) && !Number.isNaN(Date.parse(text))
  );
}
