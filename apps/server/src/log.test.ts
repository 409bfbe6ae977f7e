import { PassThrough } from 'node:stream';

import { describe, expect, test } from 'vitest';

import { startTestApp } from '../test/support/app.ts';
import { addUser } from '../test/support/rows.ts';
import { useRunning } from '../test/support/running.ts';
import { createLogger, loggedPath } from './log.ts';

function logTo() {
  const stream = new PassThrough();
  const log = createLogger('debug', stream);
  return {
    log,
    lines: () =>
      String(stream.read() ?? '')
        .split('\n')
        .filter(Boolean),
  };
}

/** As long as the secrets in emails. */
const SECRET = 's3cr3t-'.repeat(7).slice(0, 43);

describe('log', () => {
  test('H1: redacts secrets by field name, down to two levels of nesting', () => {
    const { log, lines } = logTo();
    log.info({ mdp: 'canary', input: { stripeToken: 'canary', nested: { email: 'canary' } } }, 'x');
    log.info({ headers: { cookie: 'canary', authorization: 'canary' } }, 'x');
    const text = lines().join('\n');
    expect(text).not.toContain('canary');
    expect(text).toContain('"stripeToken":"***"');
  });

  test('H1: redacts secrets in messages of errors and their causes', () => {
    const { log, lines } = logTo();
    const cause = new Error('Key (email_key)=(lea.martin@example.fr) already exists');
    const error = new Error('No such token: tok_1Canary2 for pi_3Canary_secret_4', { cause });
    log.error({ err: error }, 'failed');
    const [line = ''] = lines();
    expect(line).not.toMatch(/lea\.martin|Canary/);
    expect(JSON.parse(line)).toMatchObject({
      level: 'error',
      err: {
        type: 'Error',
        message: 'No such token: *** for ***',
        cause: { message: 'Key (email_key)=(***) already exists' },
      },
    });
  });

  test('H1: logs a provider error that is not an Error, without its secrets', () => {
    const { log, lines } = logTo();
    const cause = {
      kind: 'invalid_request',
      status: 400,
      code: 'resource_missing',
      requestId: 'req_1',
      message: 'No such token: tok_1Canary',
      token: 'tok_1Canary',
    };
    log.error({ err: new Error('error_message', { cause }) }, 'failed');
    const [line = ''] = lines();
    expect(line).not.toContain('Canary');
    expect(JSON.parse(line).err.cause).toEqual({
      type: 'object',
      kind: 'invalid_request',
      status: 400,
      code: 'resource_missing',
      requestId: 'req_1',
      message: 'No such token: ***',
    });
  });

  test('H2: writes one line per event for any content', () => {
    const { log, lines } = logTo();
    log.info({ path: '/x\n{"level":"fatal"}', subject: 'a\r\nb\u2028c' }, 'line one\nline two');
    const written = lines();
    expect(written).toHaveLength(1);
    expect(JSON.parse(written[0] ?? '')).toMatchObject({ level: 'info' });
  });

  test.each([
    ['/fr/activation/12/s3cr3t', '/fr/activation/12/***'],
    ['/activation/12/s3cr3t/', '/activation/12/***/'],
    ['/en/password-recovery/7/s3cr3t?x=1', '/en/password-recovery/7/***'],
    ['/fr/recuperation-mot-de-passe/7/s3cr3t', '/fr/recuperation-mot-de-passe/7/***'],
    ['/fr/confirmer-email/7/s3cr3t', '/fr/confirmer-email/7/***'],
    ['/en/confirm-email/7/s3cr3t', '/en/confirm-email/7/***'],
    ['/fr/annuler-changement-email/7/s3cr3t', '/fr/annuler-changement-email/7/***'],
    ['/en/undo-email-change/7/s3cr3t', '/en/undo-email-change/7/***'],
    ['/fr/connexion?redirect=%2Factivation%2F1%2Fs3cr3t', '/fr/connexion'],
    [`/fr/%61ctivation/12/${SECRET}`, '/fr/%61ctivation/12/***'],
    [`/fr/Activation/12/${SECRET}`, '/fr/Activation/12/***'],
    [`/fr/activation/12//${SECRET}`, '/fr/activation/12//***'],
    [`/fr/activation/${SECRET}`, '/fr/activation/***'],
    ['/api/items', '/api/items'],
    [
      '/fr/blog/1-votre-premier-equilibre-sur-les-mains',
      '/fr/blog/1-votre-premier-equilibre-sur-les-mains',
    ],
  ])('H1: the path %s is logged as %s', (url, path) => {
    expect(loggedPath(url)).toBe(path);
  });
});

describe('request log', () => {
  const app = useRunning(startTestApp);

  test('H1, H3: a log-in logs the user ID and the outcome, and no personal data', async () => {
    const email = 'canary.person@example.fr';
    const { id } = await addUser(app.db, { email, password: 'Canary123' });
    const client = app.client();
    await client.post('/api/connect', { email, mdp: 'Canary-wrong-1' });
    await client.post('/api/connect', { email: [email], mdp: 'Canary123' });
    await client.post('/api/connect', { email, mdp: 'Canary123' });
    await client.get('/fr/activation/1/canary-secret', {
      headers: { 'user-agent': 'canary-agent', 'x-forwarded-for': '203.0.113.77' },
    });
    const text = app.logLines.join('\n');
    expect(text).not.toMatch(/canary/i);
    for (const secret of client.cookies.values()) expect(text).not.toContain(secret);

    const entries = app.logLines.map((line) => JSON.parse(line) as Record<string, unknown>);
    const refused = entries.find(({ msg }) => msg === 'log-in refused');
    const accepted = entries.find(({ msg }) => msg === 'logged in');
    expect(accepted).toMatchObject({ userId: id, reqId: expect.any(String) });
    expect(refused).toMatchObject({ level: 'warn', account: accepted?.['account'] });
    expect(String(accepted?.['time'])).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  });
});
