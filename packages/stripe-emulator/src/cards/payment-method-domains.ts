import type { Stripe } from 'stripe';

import type { Account } from '../account.ts';
import { missingParamError, unknownObjectError } from '../api/api-error.ts';
import { LIST_PARAMS, pageOf } from '../api/list-page.ts';
import { pathId, type Operation } from '../api/operation.ts';
import { objectOf } from '../object.ts';

type Domain = Stripe.PaymentMethodDomain;

/** Creates the domain of a site. Wallets are active unless the domain cannot exist (`.invalid`, RFC 2606). */
function createDomain(account: Account, name: string): Domain {
  const status: Domain['apple_pay'] = name.endsWith('.invalid')
    ? {
        status: 'inactive',
        status_details: { error_message: `We were unable to reach the domain ${name}.` },
      }
    : { status: 'active' };
  return objectOf<Domain>({
    id: account.newId('pmd'),
    object: 'payment_method_domain',
    apple_pay: status,
    created: account.clock.nowSeconds(),
    domain_name: name,
    enabled: true,
    google_pay: status,
    livemode: false,
  });
}

export const DOMAIN_OPERATIONS: readonly Operation[] = [
  {
    name: 'payment_method_domains.list',
    method: 'GET',
    path: '/v1/payment_method_domains',
    accepts: [...LIST_PARAMS, 'domain_name'],
    run({ account, params }) {
      const wanted = params.text('domain_name');
      const found = [...account.store.domains.values()].filter(
        ({ domain_name: name }) => wanted === undefined || name === wanted,
      );
      return pageOf(found, params, '/v1/payment_method_domains');
    },
  },
  {
    name: 'payment_method_domains.create',
    method: 'POST',
    path: '/v1/payment_method_domains',
    accepts: ['domain_name', 'enabled'],
    run({ account, params }) {
      const name = params.text('domain_name');
      if (name === undefined) throw missingParamError('domain_name');
      const domain = createDomain(account, name);
      account.store.domains.set(domain.id, domain);
      return domain;
    },
  },
  {
    name: 'payment_method_domains.update',
    method: 'POST',
    path: '/v1/payment_method_domains/:id',
    accepts: ['enabled'],
    run(call) {
      const domain = requireDomain(call.account, pathId(call));
      domain.enabled = call.params.text('enabled') !== 'false';
      return domain;
    },
  },
  {
    name: 'payment_method_domains.validate',
    method: 'POST',
    path: '/v1/payment_method_domains/:id/validate',
    accepts: [],
    run: (call) => requireDomain(call.account, pathId(call)),
  },
];

function requireDomain(account: Account, id: string): Domain {
  const domain = account.store.domains.get(id);
  if (!domain) throw unknownObjectError('payment_method_domain', id, 'payment_method_domain');
  return domain;
}
