import type { Resolver } from '@shop/api/users/mail-domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { callAccount, TRANSPORTS } from '../testing/account-calls.ts';
import { startTestMembers, type TestMembers } from '../testing/members.ts';
import { PASSWORD } from '../testing/rows.ts';

describe('the domain of an address', () => {
  const refusal = (code: string) => async () => {
    throw Object.assign(new Error(code), { code });
  };
  const never = () => new Promise<never>(() => undefined);
  const found = async () => ['192.0.2.1'];

  const ANSWERS: Record<string, Resolver> = {
    'mx.exemple.fr': {
      resolveMx: async () => [{ exchange: 'mail.exemple.fr' }],
      resolve4: refusal('ENODATA'),
      resolve6: refusal('ENODATA'),
    },
    'address-only.fr': {
      resolveMx: refusal('ENODATA'),
      resolve4: found,
      resolve6: refusal('ENODATA'),
    },
    'six-only.fr': { resolveMx: refusal('ENODATA'), resolve4: refusal('ENODATA'), resolve6: found },
    'unsure.fr': {
      resolveMx: refusal('ENODATA'),
      resolve4: refusal('ESERVFAIL'),
      resolve6: refusal('ENODATA'),
    },
    'failing.fr': {
      resolveMx: refusal('ESERVFAIL'),
      resolve4: refusal('ESERVFAIL'),
      resolve6: refusal('ESERVFAIL'),
    },
    'away.fr': {
      resolveMx: refusal('ECONNREFUSED'),
      resolve4: refusal('ECONNREFUSED'),
      resolve6: refusal('ECONNREFUSED'),
    },
    'slow.fr': { resolveMx: never, resolve4: never, resolve6: never },
    'nowhere.fr': {
      resolveMx: refusal('ENOTFOUND'),
      resolve4: refusal('ENOTFOUND'),
      resolve6: refusal('ENOTFOUND'),
    },
    'no-mail.fr': {
      resolveMx: async () => [{ exchange: '' }],
      resolve4: found,
      resolve6: refusal('ENODATA'),
    },
    'empty.fr': {
      resolveMx: refusal('ENODATA'),
      resolve4: refusal('ENODATA'),
      resolve6: refusal('ENODATA'),
    },
  };
  const answering = (domain: string): Resolver => {
    const answers = ANSWERS[domain];
    if (answers === undefined) throw new Error(`no answer for ${domain}`);
    return answers;
  };
  const resolver: Resolver = {
    resolveMx: (domain) => answering(domain).resolveMx(domain),
    resolve4: (domain) => answering(domain).resolve4(domain),
    resolve6: (domain) => answering(domain).resolve6(domain),
  };

  let members: TestMembers;
  beforeAll(async () => {
    members = await startTestMembers({ config: { emailDomainCheck: 'dns' }, deps: { resolver } });
  });
  afterAll(() => members.close());

  const registerAt = (domain: string, transport: 'rest' | 'rpc') =>
    callAccount(transport, members.app.client(), {
      name: 'register',
      input: {
        email: `lea.${transport}@${domain}`,
        mdp: PASSWORD,
        mdp2: PASSWORD,
        locale: 'fr',
      },
    });

  test.each(TRANSPORTS)('over %s, only a definite no refuses it', async (transport) => {
    for (const domain of ['nowhere.fr', 'no-mail.fr', 'empty.fr']) {
      expect([domain, await registerAt(domain, transport)]).toMatchObject([
        domain,
        {
          status: 400,
          message: 'invalid_email_domain_message',
          issues: [{ path: 'email', message: 'invalid_email_domain_message' }],
        },
      ]);
    }
    for (const domain of [
      'mx.exemple.fr',
      'address-only.fr',
      'six-only.fr',
      'unsure.fr',
      'failing.fr',
      'away.fr',
    ]) {
      expect([domain, (await registerAt(domain, transport)).status]).toEqual([domain, 200]);
    }
  });

  test('a resolver that does not answer costs two seconds, and nobody their account', async () => {
    const startedMs = performance.now();
    expect((await registerAt('slow.fr', 'rest')).status).toBe(200);
    expect(performance.now() - startedMs).toBeLessThan(3000);
  });

  test('it is asked again when a member changes the address, and only then', async () => {
    const { client } = await members.app.member({ email: 'lea@mx.exemple.fr' });
    const change = (email: string) =>
      callAccount('rest', client, {
        name: 'update',
        input: { email, mdp: PASSWORD, mdp2: PASSWORD },
      });
    expect((await change('lea@nowhere.fr')).message).toBe('invalid_email_domain_message');
    expect((await change('Lea@mx.exemple.fr')).message).toBe('account_updated');
    const { client: settled } = await members.app.member({ email: 'old@nowhere.fr' });
    const kept = await callAccount('rest', settled, {
      name: 'update',
      input: { email: 'old@nowhere.fr', mdp: PASSWORD, mdp2: PASSWORD, firstName: 'Léa' },
    });
    expect(kept.message).toBe('account_updated');
  });
});
