import { createServer } from 'node:net';

import { describe, expect, test } from 'vitest';

import { linkIn, startTestMembers, type TestMembers } from '../support/members.ts';
import { PASSWORD } from '../support/rows.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';
import { callAccount } from '../support/user-calls.ts';

describe('sign-up with the mail server', () => {
  const registerOn = async (members: TestMembers) => {
    const email = 'lea@exemple.fr';
    const outcome = await callAccount('rest', members.app.client(), {
      name: 'register',
      input: { email, mdp: PASSWORD, mdp2: PASSWORD, locale: 'fr' },
    });
    expect(outcome).toMatchObject({ status: 200, message: 'account_created' });
    return email;
  };
  const failedJobs = async (members: TestMembers) => {
    const { job } = members.app.db;
    await expect
      .poll(() => job.count({ where: { lastError: { not: null }, doneAt: null } }))
      .toBe(1);
  };

  test('down: creates the account, and the email arrives once the server is back', async () => {
    const lines: TcpProxy[] = [];
    const members = await startTestMembers({
      smtpUrl: async (mailbox) => {
        const line = await startTcpProxy(new URL(mailbox.smtpUrl));
        lines.push(line);
        return line.url;
      },
    });
    const [line] = lines;
    await line?.cut();
    const email = await registerOn(members);
    await failedJobs(members);
    expect(members.emailsTo(email)).toEqual([]);

    await line?.mend();
    await members.retryJobs();
    const { id, secret } = linkIn(await members.emailTo(email));
    const activated = await callAccount('rest', members.app.client(), {
      name: 'activate',
      input: { id, nonce: secret },
    });
    expect(activated.message).toBe('account_activated');
    await line?.cut();
    await members.close();
  });

  test.each([
    ['hanging', ''],
    ['busy', '421 4.3.2 try again later\r\n'],
    ['misconfigured', '554 5.7.1 no service here\r\n'],
  ])('%s: creates the account, and keeps the email queued', async (_how, greeting) => {
    const broken = createServer((socket) => {
      socket.on('error', () => socket.destroy());
      if (greeting !== '') socket.end(greeting);
    });
    await new Promise<void>((resolve) => broken.listen(0, '127.0.0.1', resolve));
    const address = broken.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const members = await startTestMembers({ smtpUrl: async () => `smtp://127.0.0.1:${port}` });
    await registerOn(members);
    await failedJobs(members);
    const [job] = await members.app.db.job.findMany();
    expect(job).toMatchObject({ attempts: 1, deadAt: null, doneAt: null });
    await members.close();
    await new Promise((resolve) => broken.close(resolve));
  });
});
