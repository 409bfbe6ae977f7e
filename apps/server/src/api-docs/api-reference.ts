import fastify from 'fastify';

/** `page` loads `script` from `js/scalar.js`. */
export type ApiReference = { page: string; script: Buffer };

export type ApiReferenceOptions = {
  documentUrl: string;
  title: string;
  /** A placeholder that each answer replaces by its CSP nonce. */
  nonce: string;
};

/**
 * Renders the reference with its package. Call it at the first request: the script takes four megabytes of
 * memory once loaded.
 */
export async function createApiReference(options: ApiReferenceOptions): Promise<ApiReference> {
  const { default: apiReference } = await import('@scalar/fastify-api-reference');
  const maker = fastify();
  await maker.register(apiReference, {
    routePrefix: '/made',
    configuration: {
      url: options.documentUrl,
      pageTitle: options.title,
      nonce: options.nonce,
      withDefaultFonts: false,
      hideClientButton: true,
      telemetry: false,
      agent: { disabled: true },
      mcp: { disabled: true },
      showDeveloperTools: 'never',
      persistAuth: false,
    },
  });
  const page = await maker.inject('/made/');
  const script = await maker.inject('/made/js/scalar.js');
  await maker.close();
  return { page: page.body, script: script.rawPayload };
}
