import type { GuardsByTestFile } from './guard.ts';

export const ACCESS_GUARDS: GuardsByTestFile = {
  'apps/server/src/http/csrf.test.ts': {
    'an XSRF token is valid for one session only': {
      without: [/\$\{binding\}\|/, ''],
      test: 'D4: a token of another session or from before the log-in is refused',
    },
  },
  'packages/domain/src/safe-redirect.test.ts': {
    'no redirect leads to another site': {
      without: [/\(.*\)/, "(address.kind !== 'moved')"],
      test: 'no input leads off the site',
    },
  },
  'apps/server/test/pages/viewer.test.ts': {
    'a shared access query answers each session with its own access': {
      without: [/secretOf\.get\(row\.id\)/, 'secrets[0]'],
      test: 'several sessions in one query get their own access',
    },
  },
  'apps/server/test/pages/statements.test.ts': {
    'a shared account query answers each session with its own account': {
      without: [/secretOf\.get\(caller\.session\.id\)/, 'secrets[0]'],
      test: 'concurrent status calls share a statement, and each gets its own account',
    },
  },
  'apps/server/test/pages/kept-pages.test.ts': {
    'cached pages are kept separately for each kind of viewer': {
      without: [/\$\{viewer\} /, ''],
      test: 'a request with a session is rendered for its member, uncached',
    },
  },
  'apps/server/test/pages/pages.test.ts': {
    'a page sets no cookie on a request without a session cookie': {
      without: '',
      test: 'a page sets no cookie without a session cookie',
    },
  },
  'apps/server/test/pages/edge.test.ts': {
    'reads with a session cookie are not publicly cacheable': {
      without: [/!httpSessions.*\(cookieLine\)/, 'true'],
      test: 'a request with a session cookie, valid or not, gets a private response',
    },
    'publicly cacheable reads set no cookie': {
      without: [/isForEdge \? \[\] : /, ''],
      test: 'shared pages and reads are publicly cacheable, and set no cookie',
    },
    'pages requested with a session cookie are not publicly cacheable': {
      without: [/!options.*/, 'true;'],
      test: 'a request with a session cookie, valid or not, gets a private response',
    },
    'a page rendered without the database is not publicly cacheable': {
      without: [/isShared: false/, 'isShared: true'],
      test: 'no page rendered without the database is publicly cacheable',
    },
  },
  'apps/web/src/lib/draft-store.test.ts': {
    'a form draft is never shown to another member': {
      without: [/kept\.owner === author && /, ''],
      test: 'the log-in of another user gets no draft, and deletes it',
    },
  },
  'apps/server/src/cache/public-reads.test.ts': {
    'HTML from the database is sanitized in responses': {
      without: [/sanitizeHtml\((\w+), \w+\)/, '$1'],
      test: 'F1: HTML from the database is sanitized in responses',
    },
  },
  'apps/server/test/calls/access.test.ts': {
    'a member can read only their own account': {
      without: [/= .*/, '= await findUser(deps, input.id);'],
      test: 'E1: a member can read only themself; other ids, existing or not, give 404',
    },
  },
  'apps/server/test/orders/orders.test.ts': {
    'the list of orders contains only the caller’s orders': {
      without: [/o\.user_id = \$\{userId\}::int \$/, 'true $'],
      test: 'an order is returned to its owner only',
    },
    'an order is returned only to its owner': {
      without: [/ AND o\.user_id = \$\{userId\}::int/, ''],
      test: 'an order is returned to its owner only',
    },
  },
  'apps/server/test/users/concurrent-calls.test.ts': {
    'a log-in with a password changed meanwhile starts no session': {
      without: '',
      test: 'C4: a log-in with the old password that races a password change gets 401',
    },
    'a recovery link that ended meanwhile sets no password': {
      without: [/ \|\| token === null/, ''],
      test: 'B6: of two concurrent recovery links, one sets its password',
    },
    'a session that was ended is not renewed': {
      without: [/=== 0/, '< 0'],
      test: ': no session is left',
    },
    'signing out everywhere waits for a session that is being renewed': {
      without: '',
      test: 'signing out everywhere waits for a session that is being renewed',
    },
  },
  'packages/core/src/limits/rate-limit.test.ts': {
    'IPv6 networks of one /48 share a rate limit': {
      without: [/wide === null/, 'wide !== undefined'],
      test: 'A5: the networks of one /48 have ten times the limit of one /64',
    },
  },
  'packages/db/src/database-deadline.test.ts': {
    'the outcome of a broken commit is read without a database deadline': {
      without: '',
      test: 'checks whether a transaction was committed after its COMMIT lost the connection',
    },
  },
  'apps/server/test/calls/rate-limits.test.ts': {
    'password guesses from all unknown networks count together per account': {
      without: 'return requireRateLimit(ctx, ...byNetwork);',
      test: 'A5: 200 wrong passwords from 200 %s are 60 guesses, and block no known network or browser',
    },
    'a device cookie is valid only for its own account': {
      without: 'return deviceId;',
      test: 'A5: a device cookie is invalid after a password change, or with a forged signature',
    },
    'an account keeps only its newest sessions': {
      without: '',
      test: 'C6: only the newest twenty sessions of an account are kept',
    },
  },
  'apps/server/test/users/log-in.test.ts': {
    'one client does not fill the queue for all others': {
      without: 'throw busy();',
      test: 'A2: a member logging in on 24 connections at once',
    },
  },
  'apps/server/test/users/private-accounts.test.ts': {
    'password recovery does the same work for an unknown address': {
      without: [
        / && .*'spec'\)/,
        ') { if (config.accountPrivacy === "strict") return; }\n  if (user === null)',
      ],
      test: 'A4: an unknown address costs the same work',
    },
  },
  'apps/server/test/users/email-abuse.test.ts': {
    'account changes are rate-limited': {
      without: '',
      test: 'G8: an account gets ten address changes an hour',
    },
    'contact form receipts are rate-limited by recipient': {
      without: [/= .*/, "= email !== '' || emailKeyOf(email) !== '';"],
      test: 'G8: message receipts quote nothing',
    },
    'each kind of email to an unproved address has its own limit': {
      without: [/'takenEmail'/, "'recoveryEmail'"],
      test: 'do not use up the owner’s recovery',
    },
  },
  'packages/mail/src/emails.test.ts': {
    'an email greets only with text that can be a name': {
      without: [/NAME\.test\(name\)/, "name !== ''"],
      test: 'G8: text that cannot be a name',
    },
  },
  'apps/server/src/env.test.ts': {
    'an https site requires the setting TRUST_PROXY': {
      without: [/\(raw.*=== undefined\)/, '(raw.TRUST_PROXY === null)'],
      test: 'G9: requires TRUST_PROXY behind https, to distinguish clients',
    },
    'a trusted network that is too wide is refused, also as IPv4-mapped IPv6': {
      without: [/96 \+ 8/, '16'],
      test: 'G9: rejects the trusted network %s as too wide',
    },
    'real payments and test payments are never mixed': {
      without: '',
      test: 'G9: never mixes real payments',
    },
  },
  'packages/mail/src/smtp-mailer.test.ts': {
    'email to another machine requires TLS': {
      without: 'url',
      test: 'H7: is not sent without TLS, nor is a password',
    },
    'an email over the size limit is refused': {
      without: '',
      test: 'is rejected and not sent',
    },
  },
  'apps/server/test/contract-texts/confirmations.test.ts': {
    'a confirmation attaches the contract text that was accepted': {
      without:
        "where: { id: (await db.contractText.findFirstOrThrow({ orderBy: { id: 'desc' } })).id }",
      test: 'an email sent after a deploy with new terms still attaches the accepted ones',
    },
  },
  'packages/mail/src/mailbox.test.ts': {
    'mailbox attachments are served as plain text or binary, never as HTML': {
      without: [/isText \? .+ : 'application\/octet-stream'/, 'attachment.mediaType'],
      test: 'an HTML attachment is served as a binary download',
    },
  },
  'apps/server/test/users/pending-email.test.ts': {
    'a new email address is confirmed only in a session of its account': {
      without: '',
      test: 'B12: is not confirmed without a session, or in a session of another account',
    },
    'the old email address stays until the new one is confirmed': {
      without: 'email, emailKey: emailKeyOf(email)',
      test: 'B12: gives the attacker nothing of what the owner of the address does later',
    },
    'confirming an email address never deletes an activated account': {
      without: [/AND activated_at IS NULL AND id <>/, 'AND id <>'],
      test: 'is not reserved: a sign-up that is activated first keeps it',
    },
    'password recovery cancels a pending email address': {
      without: '',
      test: 'B6: is cancelled by a password recovery',
    },
  },
  'apps/server/test/users/edit.test.ts': {
    'a wrong current password is refused, even in a fresh session': {
      without: [
        /if \(currentMdp === undefined\) return/,
        'if (currentMdp === undefined || isRecent(ctx)) return',
      ],
      test: 'a wrong current password is refused, even on a fresh session',
    },
  },
  'apps/server/test/users/deletion.test.ts': {
    'an operation that requires the current password refuses a wrong one': {
      without: [/!isRight/, 'false'],
      test: 'with a wrong or malformed current password is refused',
    },
  },
  'apps/server/test/users/export.test.ts': {
    'exports of personal data are rate-limited': {
      without: '',
      test: 'is limited to three a day',
    },
    'an export of personal data contains only the rows of its user': {
      without: [/t\.user_id = .*::int/, 'true'],
      test: 'contains nothing about other people',
    },
  },
  'apps/server/test/users/retention.test.ts': {
    'an account is deleted only thirty days after its warning email': {
      without: [/u\.inactivity_email_accepted_at\s+< .*/s, 'true`;'],
      test: 'is kept until a mail server has accepted the email',
    },
    'a log-in stops the deletion of an unused account': {
      without: '',
      test: 'is kept if its owner logs in while it is being deleted',
    },
  },
  'apps/server/test/users/email-undo.test.ts': {
    'undoing an email change invalidates the password': {
      without: [/data: \{ passwordHash: unknownHash \}/, 'data: {}'],
      test: 'B12: clears the password',
    },
  },
  'apps/server/src/pages/earlier-assets.test.ts': {
    'a file name cannot lead out of the folder of earlier assets': {
      without: '',
      test: 'serves no file by the name',
    },
    'symbolic links in the folder of earlier assets are not served': {
      without: "return copies[0] !== 'missing';",
      test: 'serves no file whose compressed variant is a symbolic link, .%s',
    },
    'a folder that holds other files is refused for earlier assets': {
      without: '',
      test: 'must be empty at first: nothing is removed from a folder in other use',
    },
    'an asset renewed by a starting release is not removed': {
      without: '',
      test: 'survive a race between a release that needs them and one that finds them expired',
    },
  },
  'apps/server/test/operations/doctor.test.ts': {
    'a doctor request is valid only with the secret, for a minute': {
      without: 'return true;',
      test: 'a doctor request is valid with the secret only, for a minute',
    },
  },
};
