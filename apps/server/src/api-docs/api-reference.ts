import fastify from 'fastify';

/** The page of the API reference, and its script, which it loads from `js/scalar.js`. */
export type ApiReference = { page: string; script: Buffer };

export type ApiReferenceOptions = {
  /** The address of the document that it shows. */
  documentUrl: string;
  title: string;
  /** The placeholder for the nonce of an answer. */
  nonce: string;
};

/**
 * Renders the reference with its package, which holds four megabytes of script in memory once it is
 * loaded: to be called at the first request.
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
