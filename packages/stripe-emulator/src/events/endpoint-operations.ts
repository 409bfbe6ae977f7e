import { LIST_PARAMS, pageOf } from '../api/list-page.ts';
import type { Operation } from '../api/operation.ts';
import { API_VERSION } from './events.ts';
import type { WebhookTarget } from './webhooks.ts';

/**
 * Returns the operation GET /v1/webhook_endpoints. Endpoints are created by the caller that starts the
 * emulator, as in the provider's dashboard.
 */
export function endpointOperations(targets: () => readonly WebhookTarget[]): readonly Operation[] {
  return [
    {
      name: 'webhook_endpoints.list',
      method: 'GET',
      path: '/v1/webhook_endpoints',
      accepts: LIST_PARAMS,
      run: ({ account, params }) =>
        pageOf(
          targets()
            .filter((target) => target.account === account.name)
            .map(({ url, events = ['*'] }, index) => ({
              id: `we_${account.name}_${index}`,
              object: 'webhook_endpoint',
              api_version: API_VERSION,
              created: 0,
              enabled_events: [...events],
              livemode: false,
              metadata: {},
              status: 'enabled',
              url,
            })),
          params,
          '/v1/webhook_endpoints',
        ),
    },
  ];
}
