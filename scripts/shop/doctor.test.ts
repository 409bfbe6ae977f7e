import { expect, test } from 'vitest';

import { examineSender } from './doctor.ts';

const FROM = 'Agrès <bonjour@mail.agres.internal>';
const SPF = { 'mail.agres.internal': ['v=spf1 include:spf.provider.internal -all'] };
const DKIM = { 's1._domainkey.mail.agres.internal': ['v=DKIM1; k=rsa; p=MIGf'] };
const DMARC = { '_dmarc.agres.internal': ['v=DMARC1; p=none'] };

type Verdict = readonly [verdict: string, sentence: string];

async function collect(found: AsyncIterable<Verdict>): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for await (const verdict of found) verdicts.push(verdict);
  return verdicts;
}

function verdictsOf(records: Readonly<Record<string, readonly string[]>>, from = FROM) {
  const resolve = async (name: string) => {
    const texts = records[name];
    if (texts === undefined) throw Object.assign(new Error(name), { code: 'ENOTFOUND' });
    // DNS splits long records into several strings.
    return texts.map((text) => [text.slice(0, 9), text.slice(9)]);
  };
  return collect(examineSender(from, resolve));
}

test('a sender with SPF, DKIM and the DMARC policy of its parent domain passes', async () => {
  const found = await verdictsOf({ ...SPF, ...DKIM, ...DMARC });
  expect(found.map(([verdict]) => verdict)).toEqual(['ok', 'ok', 'ok']);
});

test.each([
  {
    what: 'no SPF record',
    records: { ...DKIM, ...DMARC },
    found: ['error', expect.stringMatching(/has no SPF record: add a TXT record/)],
  },
  {
    what: 'two SPF records',
    records: { ...DKIM, ...DMARC, 'mail.agres.internal': ['v=spf1 a', 'v=spf1 mx'] },
    found: ['error', expect.stringMatching(/has 2 SPF records/)],
  },
  {
    what: 'a revoked DKIM key',
    records: { ...SPF, ...DMARC, 's1._domainkey.mail.agres.internal': ['v=DKIM1; p='] },
    found: ['warning', expect.stringMatching(/No DKIM key/)],
  },
  {
    what: 'no DMARC policy',
    records: { ...SPF, ...DKIM },
    found: ['error', expect.stringMatching(/_dmarc\.mail\.agres\.internal "v=DMARC1/)],
  },
])('$what is reported, with what to add', async ({ records, found }) => {
  const verdicts = await verdictsOf(records);
  expect(verdicts.filter(([level]) => level !== 'ok')).toEqual([found]);
});

test('a machine without DNS is reported, and not as an error', async () => {
  const refuse = async () => {
    throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
  };
  expect(await collect(examineSender(FROM, refuse))).toEqual([
    ['warning', expect.stringContaining('DNS does not answer (ECONNREFUSED)')],
  ]);
});

test('a placeholder domain must be replaced', async () => {
  expect(await verdictsOf({}, 'a@shop.example')).toEqual([
    ['warning', expect.stringContaining('Use a domain that you own')],
  ]);
});
