import { BRAND, shopFacts } from '@agres/domain/brand';
import { messages } from '@agres/i18n/messages';
import type { MessageDescriptor } from '@lingui/core';

import {
  cleanLine,
  cleanText,
  paragraph,
  type Block,
  type Content,
  type Fact,
  type Frame,
} from './content.ts';
import type { Attachment, EmailContent } from './mailer.ts';
import { renderHtml } from './render-html.ts';
import { renderText } from './render-text.ts';
import type { Voice } from './voice.ts';

const TEXT = messages('frame', {
  hello: 'Hello,',
  helloName: 'Hello {name},',
  help: 'Any questions? Email {email}. We reply within 48 hours.',
  sender: 'Sent by {legalName}, {address}.',
  copyHint: 'If the button does not work, copy this address into your browser:',
  label: '{label}:',
});

/** Renders an email as HTML and plain text. Every value is cleaned, and escaped in the HTML. */
export function composeEmail(voice: Voice, content: Content): EmailContent {
  const cleaned = cleanContent(content);
  const frame = frameOf(voice, cleaned);
  return {
    subject: cleaned.subject,
    html: renderHtml(cleaned, frame, voice.locale),
    text: renderText(cleaned, frame),
    ...(content.replyTo === undefined ? {} : { replyTo: content.replyTo }),
    ...(content.attachments === undefined ? {} : { attachments: content.attachments }),
    ...(content.endLink === undefined ? {} : { endLink: webAddress(content.endLink) }),
  };
}

export type HeadTexts = Record<'subject' | 'preview' | 'title', MessageDescriptor>;

type ForCustomer = {
  /** The greeting's first name; null for an address that may be unproved. */
  firstName: string | null;
  /** The placeholders of the head's texts. */
  values?: Record<string, string | number>;
  blocks: readonly Block[];
  attachments?: readonly Attachment[];
  endLink?: string;
};

/** Renders an email to a customer: the head from `texts`, the greeting, then the blocks. */
export function composeForCustomer(
  voice: Voice,
  texts: HeadTexts,
  { firstName, values, blocks, attachments = [], endLink }: ForCustomer,
): EmailContent {
  const { say } = voice;
  return composeEmail(voice, {
    subject: say(texts.subject, values),
    preview: say(texts.preview, values),
    title: say(texts.title, values),
    reader: 'customer',
    blocks: [greeting(voice, firstName), ...blocks],
    ...(attachments.length === 0 ? {} : { attachments }),
    ...(endLink === undefined ? {} : { endLink }),
  });
}

/** Matches only text that mail programs do not turn into a link. */
const NAME = /^[\p{L}\p{M}' ’-]{1,40}$/u;

/**
 * Greets by name (S1.20). Omits a value that does not look like a name, so that an email cannot carry a
 * stranger's message.
 */
function greeting({ say }: Voice, firstName: string | null): Block {
  const name = cleanLine(firstName ?? '');
  // guard: an email greets only with text that can be a name
  return paragraph(NAME.test(name) ? say(TEXT.helloName, { name }) : say(TEXT.hello));
}

function frameOf({ say }: Voice, { reader }: Content): Frame {
  const { legalName, address } = shopFacts().seller;
  const sender = say(TEXT.sender, { legalName, address });
  const help = say(TEXT.help, { email: BRAND.supportEmail });
  return {
    copyHint: say(TEXT.copyHint),
    label: (label) => say(TEXT.label, { label }),
    footer: reader === 'customer' ? [help, sender] : [sender],
  };
}

function cleanContent(content: Content): Content {
  return {
    ...content,
    subject: cleanLine(content.subject),
    preview: cleanLine(content.preview),
    title: cleanLine(content.title),
    blocks: content.blocks.map(cleanBlock),
  };
}

function cleanBlock(block: Block): Block {
  if (block.kind === 'facts') return { ...block, facts: block.facts.map(cleanFact) };
  if (block.kind === 'product') {
    const [name, ...facts] = block.facts;
    const pictureUrl = block.pictureUrl === null ? null : webAddress(block.pictureUrl);
    return { ...block, facts: [cleanFact(name), ...facts.map(cleanFact)], pictureUrl };
  }
  if (block.kind === 'steps') {
    const steps = block.steps.map((step) => ({ ...step, label: cleanLine(step.label) }));
    return { ...block, steps };
  }
  if (block.kind === 'action' || block.kind === 'reference') {
    return { ...block, label: cleanLine(block.label), href: webAddress(block.href) };
  }
  return { ...block, text: cleanText(block.text) };
}

const cleanFact = (fact: Fact): Fact => ({
  ...fact,
  label: cleanLine(fact.label),
  value: cleanText(fact.value),
});

/**
 * Returns the normalized URL.
 * @throws TypeError for anything but an http(s) URL
 */
function webAddress(href: string): string {
  const url = new URL(href);
  if (!['http:', 'https:'].includes(url.protocol)) throw new TypeError('not a web address');
  return url.href;
}
