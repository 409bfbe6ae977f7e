import type { Resolver } from '@agres/core/email-domain';
import { describe, expect, test } from 'vitest';

import { startTestMembers } from '../support/members.ts';
import { PASSWORD } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';
import { callAccount, TRANSPORTS } from '../support/user-calls.ts';

describe('the domain check of an email address', () => {
  const failure = (code: string) => async () => {
    throw Object.assign(new Error(code), { code });
  };
  const never = () => new Promise<never>(() => undefined);
  const found = async () => ['192.0.2.1'];

  const ANSWERS: Record<string, Resolver> = {
    'mx.exemple.fr': {
      resolveMx: async () => [{ exchange: 'mail.exemple.fr' }],
      resolve4: failure('ENODATA'),
      resolve6: failure('ENODATA'),
    },
    'address-only.fr': {
      resolveMx: failure('ENODATA'),
      resolve4: found,
      resolve6: failure('ENODATA'),
    },
    'six-only.fr': { resolveMx: failure('ENODATA'), resolve4: failure('ENODATA'), resolve6: found },
    'unsure.fr': {
      resolveMx: failure('ENODATA'),
      resolve4: failure('ESERVFAIL'),
      resolve6: failure('ENODATA'),
    },
    'failing.fr': {
      resolveMx: failure('ESERVFAIL'),
      resolve4: failure('ESERVFAIL'),
      resolve6: failure('ESERVFAIL'),
    },
    'away.fr': {
      resolveMx: failure('ECONNREFUSED'),
      resolve4: failure('ECONNREFUSED'),
      resolve6: failure('ECONNREFUSED'),
    },
    'slow.fr': { resolveMx: never, resolve4: never, resolve6: never },
    'nowhere.fr': {
      resolveMx: failure('ENOTFOUND'),
      resolve4: failure('ENOTFOUND'),
      resolve6: failure('ENOTFOUND'),
    },
    'no-mail.fr': {
      resolveMx: async () => [{ exchange: '' }],
      resolve4: found,
      resolve6: failure('ENODATA'),
    },
    'empty.fr': {
      resolveMx: failure('ENODATA'),
      resolve4: failure('ENODATA'),
      resolve6: failure('ENODATA'),
    },
  };
  const answering = (domain: string): Resolver => {
    const answers = ANSWERS[domain];
    if (answers === undefined) throw new Error(`no answer for ${domain}`);
    return answers;
  };
  const asked: string[] = [];
  const resolver: Resolver = {
    resolveMx: (domain) => {
      asked.push(domain);
      return answering(domain).resolveMx(domain);
    },
    resolve4: (domain) => answering(domain).resolve4(domain),
    resolve6: (domain) => answering(domain).resolve6(domain),
  };

  const members = useRunning(() =>
    startTestMembers({ config: { emailDomainCheck: 'dns' }, deps: { resolver } }),
  );

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

  test.each(TRANSPORTS)(
    'over %s, refuses a domain only on a definite negative answer',
    async (transport) => {
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
    },
  );

  test('accepts the address after a timeout of two seconds if the resolver does not answer', async () => {
    const startedMs = performance.now();
    expect((await registerAt('slow.fr', 'rest')).status).toBe(200);
    expect(performance.now() - startedMs).toBeLessThan(3000);
  });

  test('runs again when a member changes the address, and only then', async () => {
    const { client } = await members.app.member({ email: 'lea@mx.exemple.fr' });
    const change = (email: string) =>
      callAccount('rest', client, {
        name: 'update',
        input: { email, mdp: PASSWORD, mdp2: PASSWORD },
      });
    expect((await change('lea@nowhere.fr')).message).toBe('invalid_email_domain_message');
    expect((await change('Lea@mx.exemple.fr')).message).toBe('account_updated');
    const { client: member } = await members.app.member({ email: 'old@nowhere.fr' });
    const kept = await callAccount('rest', member, {
      name: 'update',
      input: { email: 'old@nowhere.fr', mdp: PASSWORD, mdp2: PASSWORD, firstName: 'Léa' },
    });
    expect(kept.message).toBe('account_updated');
  });

  test.each(TRANSPORTS)(
    'over %s, looks up no domain after a wrong password or for a taken address',
    async (transport) => {
      const { client } = await members.app.member();
      const input = { email: `lea@unproved-${transport}.fr`, mdp: PASSWORD, mdp2: PASSWORD };
      const change = (currentMdp: string) =>
        callAccount(transport, client, { name: 'update', input: { ...input, currentMdp } });
      expect((await change('Wrong1234')).message).toBe('incorrect_password');
      const { client: holder, email: taken } = await members.app.member({
        email: `lea@taken-${transport}.fr`,
      });
      expect(
        await callAccount(transport, client, { name: 'update', input: { ...input, email: taken } }),
      ).toMatchObject({ status: 409 });
      expect(asked.filter((domain) => domain.includes(transport))).toEqual([]);
      await holder.mutate('users.signOut');
    },
  );
});
