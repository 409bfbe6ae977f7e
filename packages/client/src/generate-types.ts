/** Makes src/generated/api.ts out of docs/api/openapi.json. Not in the package: `pnpm openapi` runs it. */
import openapiTypes, { astToString } from 'openapi-typescript';

type Operation = {
  description?: string;
  parameters?: { in: string; name: string }[];
  responses: Record<string, unknown>;
};
type ApiDocument = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: { Refusal: { properties: { code: { anyOf: { enum?: string[] }[] } } } } };
};

const KEY_HEADER = 'Idempotency-Key';

/** The types of all calls, the codes of errors, and the calls that take an idempotency key. */
export async function generateTypes(documentText: string): Promise<string> {
  const document: ApiDocument = JSON.parse(documentText);
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
  const keyed = calls.filter(({ operation }) =>
    operation.parameters?.some(({ name }) => name === KEY_HEADER),
  );
  const codes = document.components.schemas.Refusal.properties.code.anyOf.flatMap(
    (choice) => choice.enum ?? [],
  );

  for (const { operation } of calls) {
    // Every error status throws, and the client sends the headers.
    operation.responses = { '200': withoutHeaders(operation.responses['200']) };
    operation.parameters = operation.parameters?.filter((one) => one.in !== 'header') ?? [];
  }
  const types = await openapiTypes(JSON.stringify(document, withClosedCodes), {
    alphabetize: true,
    exportType: true,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    silent: true,
  });
  return [
    '// Generated from docs/api/openapi.json by `pnpm openapi`.\n',
    astToString(types),
    '/** Every code that an error of the API can have. */',
    constant('ERROR_CODES', codes),
    '/** The calls that take an idempotency key. */',
    constant(
      'KEYED_CALLS',
      keyed.map(({ method, path }) => `${method} ${path}`),
    ),
  ].join('\n');
}

function withoutHeaders(response: unknown): unknown {
  return { ...Object(response), headers: undefined };
}

/** The document leaves room for codes to come, which would make each of them any text. */
function withClosedCodes(_name: string, value: unknown): unknown {
  const choices: unknown = Object(value).anyOf;
  if (!Array.isArray(choices)) return value;
  const isOpen = choices.some((choice) => JSON.stringify(choice) === '{"type":"string"}');
  return (isOpen && choices.find((choice) => Object(choice).enum !== undefined)) || value;
}

const constant = (name: string, values: readonly string[]) =>
  `export const ${name} = ${JSON.stringify(values, null, 2)} as const;\n`;
