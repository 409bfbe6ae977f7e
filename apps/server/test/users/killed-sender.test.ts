import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { startTestApp, type TestApp } from '../support/app.ts';
import { enqueueStored } from '../support/jobs.ts';
import { linkIn } from '../support/members.ts';
import { addUser } from '../support/rows.ts';
import { startTestCluster, type TestCluster } from '../support/test-cluster.ts';

describe('a process killed between sending an email and marking it as sent', () => {
  let cluster: TestCluster;
  let app: TestApp;

  beforeAll(async () => {
    cluster = await startTestCluster({ processes: 0 });
    app = await startTestApp({ database: cluster.database });
  });
  afterAll(async () => {
    await app.close();
    await cluster.close();
  });

  const startProcess = async () => {
    const process = await cluster.start();
    cluster.processes.push(process);
    return process;
  };

  test('causes one duplicate email with the same message id, and both links work', async () => {
    const { id, email } = await addUser(cluster.db, { activatedAt: null });
    const emailsToReader = () => cluster.mailbox.emails().filter(({ to }) => to.includes(email));
    const job = () =>
      cluster.db.job.findFirstOrThrow({
        where: { payload: { path: ['userId'], equals: id } },
      });

    const first = await startProcess();
    cluster.proxy.cut({ when: /UPDATE job SET done_at/, moment: 'before', onCut: first.kill });
    await enqueueStored(cluster.db, {
      kind: 'mail',
      payload: { letter: 'activation', userId: id, locale: 'fr' },
    });
    await expect.poll(cluster.proxy.hasCut).toBe(true);
    await first.gone();
    expect(emailsToReader()).toHaveLength(1);
    expect(await job()).toMatchObject({ doneAt: null, attempts: 1 });

    // As after half a minute: the lease of the job has expired.
    await cluster.db.$executeRaw`UPDATE job SET locked_until = now() - interval '1 second'`;
    const second = await startProcess();
    await expect.poll(async () => (await job()).doneAt).not.toBeNull();
    await second.gone();
    const emails = emailsToReader();
    expect(emails).toHaveLength(2);
    // Mail clients show emails with the same id once.
    expect(new Set(emails.map(({ messageId }) => messageId)).size).toBe(1);

    const [later, earlier] = emails.map((received) => linkIn(received).secret);
    expect(later).not.toBe(earlier);
    for (const nonce of [earlier, later]) {
      const { status } = await app.client().put('/api/users/activate', { id, nonce });
      expect(status).toBe(200);
    }
  });
});
