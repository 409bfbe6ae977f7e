import { describe, expect, test } from 'vitest';

import type { TestApp } from '../support/app.ts';
import { giveTo } from '../support/command.ts';
import { findInDatabase } from '../support/database-search.ts';
import { startTestMembers } from '../support/members.ts';
import { useRunning } from '../support/running.ts';

const give = ({ db }: TestApp, command: string, values: Record<string, string>) =>
  giveTo(
    {
      db,
      clock: () => new Date(),
      provider: () => Promise.reject(new Error('not asked for')),
    },
    command,
    values,
  );

const deletionsIn = ({ logLines }: TestApp) =>
  logLines
    .filter((line) => line.includes('"msg":"account deleted"'))
    .map((line) => {
      const { userId, why }: { userId: number; why: string } = JSON.parse(line);
      return { userId, why };
    });

describe('a request of a member by letter', () => {
  const members = useRunning(startTestMembers);
  let count = 0;

  const newMember = async () => {
    count += 1;
    const email = `lettre.${count}@exemple.fr`;
    const { userId } = await members.app.member({ email });
    return { userId, email };
  };
  const journalOf = (userId: number) =>
    members.app.db.journalEntry.findMany({
      where: { subjectKind: 'user', subjectId: String(userId) },
      select: { operation: true, actorName: true, changes: true },
    });

  test('members.export returns the member’s data, and journals the export', async () => {
    const { userId, email } = await newMember();
    const answer = await give(members.app, 'members.export', { who: email.toUpperCase() });
    expect(answer).toMatchObject({
      kind: 'done',
      output: { data: { account: [{ email }] } },
    });
    expect(await journalOf(userId)).toEqual([
      { operation: 'members.export', actorName: 'Jeanne', changes: {} },
    ]);
    expect(await give(members.app, 'members.export', { who: 'niemand@exemple.fr' })).toEqual({
      kind: 'refused',
      codes: ['member_number_unknown'],
      text: expect.stringContaining('niemand@exemple.fr'),
    });
  });

  test('members.erase deletes the account, and journals the proof of identity', async () => {
    const { db } = members.app;
    const { userId, email } = await newMember();
    const answer = await give(members.app, 'members.erase', {
      who: email,
      again: email,
      identity: 'answered-from-address',
    });
    expect(answer).toMatchObject({ kind: 'done', output: { id: userId } });
    expect((await members.emailTo(email)).subject).toMatch(/a été supprimé/);
    await members.jobsDone();
    expect(await findInDatabase(db, email)).toEqual([]);
    expect(await journalOf(userId)).toEqual([
      {
        operation: 'members.erase',
        actorName: 'Jeanne',
        changes: { identity: [null, 'answered-from-address'] },
      },
    ]);
    // After a restore the site's log says whom to erase again.
    expect(deletionsIn(members.app)).toContainEqual({ userId, why: 'owner' });
  });

  test('members.erase deletes nothing without a matching confirmation and a proof of identity', async () => {
    const { userId, email } = await newMember();
    const { email: other } = await newMember();
    for (const values of [
      { who: email, again: other, identity: 'order-facts' },
      { who: email, again: email, identity: 'she sounded right' },
      { who: email, again: email },
      { who: email, identity: 'order-facts' },
    ]) {
      const answer = await give(members.app, 'members.erase', values);
      expect([values, answer]).toMatchObject([values, { kind: 'misused' }]);
    }
    expect(await members.app.db.user.count({ where: { id: userId } })).toBe(1);
    expect(await journalOf(userId)).toEqual([]);
  });

  test('members.erase by id after a restore sends no email', async () => {
    const { userId, email } = await newMember();
    const again = { who: String(userId), again: String(userId), identity: 'restored-backup' };
    expect(await give(members.app, 'members.erase', again)).toMatchObject({ kind: 'done' });
    await members.jobsDone();
    expect(members.emailsTo(email)).toEqual([]);
    expect(deletionsIn(members.app)).toContainEqual({ userId, why: 'owner' });
    expect(await give(members.app, 'members.erase', again)).toMatchObject({ kind: 'refused' });
  });
});
