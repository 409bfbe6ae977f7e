import { describe, expect, test } from 'vitest';

import { linkIn, startTestMembers } from '../support/members.ts';
import { useRunning } from '../support/running.ts';
import { callAccount, TRANSPORTS, type AccountCall } from '../support/user-calls.ts';

describe.each(TRANSPORTS)('the log of an account’s lifecycle over %s', (transport) => {
  const members = useRunning(startTestMembers);

  test('H1, H3: contains every security event, and no secret or personal data', async () => {
    const first = `canari.${transport}@exemple.fr`;
    const second = `serin.${transport}@exemple.fr`;
    const passwords = [
      'Canari1234',
      'Canari5678',
      'Canari9012',
      'Canari3456',
      'Faux12345',
    ] as const;
    const [chosen, recovered, edited, afterUndo, wrong] = passwords;
    const twice = (mdp: string) => ({ mdp, mdp2: mdp });
    const secrets: string[] = [];
    const client = members.app.client();
    const call = async (name: AccountCall, input?: unknown) => {
      const { status } = await callAccount(transport, client, { name, input });
      secrets.push(...client.cookies.values());
      return status;
    };
    const nextLink = async (email: string, nth: number) => {
      const link = linkIn(await members.emailTo(email, nth));
      secrets.push(link.secret);
      return link;
    };

    const statuses = [await call('register', { email: first, ...twice(chosen), locale: 'fr' })];
    const { id, secret: nonce } = await nextLink(first, 1);
    statuses.push(await call('activate', { id, nonce }));
    statuses.push(await call('signIn', { email: first, mdp: wrong }));
    statuses.push(await call('forgotPassword', { email: first }));
    const { secret: retrieve } = await nextLink(first, 2);
    statuses.push(await call('retrievePassword', { id, retrieve, ...twice(recovered) }));
    statuses.push(await call('signIn', { email: first, mdp: recovered }));
    const change = { email: second, firstName: 'Séraphine', lastName: 'Canariotte' };
    statuses.push(await call('update', { ...change, ...twice(edited) }));
    await nextLink(second, 1);
    await members.emailTo(first, 5);
    statuses.push(await call('cancelEmailChange', {}));
    statuses.push(await call('update', { ...change, ...twice(edited) }));
    const confirmation = await nextLink(second, 2);
    statuses.push(await call('confirmEmail', { id, nonce: confirmation.secret }));
    // Including those of two requests, of the password and of the confirmation.
    await members.emailTo(first, 7);
    const undoEmail = members.emailsTo(first).findLast(({ text }) => /annul|undo/.test(text));
    if (undoEmail === undefined) throw new Error('no undo link');
    const undo = linkIn(undoEmail);
    secrets.push(undo.secret);
    statuses.push(await call('undoEmailChange', { id, nonce: undo.secret }));
    const { secret: again } = await nextLink(first, 8);
    statuses.push(await call('retrievePassword', { id, retrieve: again, ...twice(afterUndo) }));
    statuses.push(await call('signIn', { email: first, mdp: afterUndo }));
    statuses.push(await call('delete'));
    await members.jobsDone();
    expect(statuses).toEqual([200, 200, 401, ...Array<number>(11).fill(200)]);

    const { logLines } = members.app;
    const log = logLines.join('\n');
    for (const event of [
      'sign-up',
      'account activated',
      'log-in refused',
      'password declared lost',
      'password recovered',
      'logged in',
      'account changed',
      'change of address asked for',
      'change of address cancelled',
      'change of address confirmed',
      'change of address taken back',
      'account deleted',
    ]) {
      const line = logLines.find((candidate) => candidate.includes(`"msg":"${event}"`));
      expect([event, line]).toEqual([event, expect.stringContaining('"time":"2')]);
      expect([event, line]).toEqual([
        event,
        expect.stringMatching(/"(?:reqId|requestId)":"[\w-]{36}"/),
      ]);
      expect([event, line]).toEqual([event, expect.stringMatching(/"(?:userId|account)":/)]);
    }
    const canaries = [...passwords, first, second, 'Séraphine', 'Canariotte', ...secrets];
    expect(canaries.filter((canary) => log.includes(canary))).toEqual([]);
  });
});
