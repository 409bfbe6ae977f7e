import { publicProcedure, router, succeedWith } from '@agres/core/trpc';
import { contactSchema } from '@agres/domain/contact.schema';
import { successSchema } from '@agres/domain/shapes.schema';

import { sendMessage } from './send-message.ts';

export const contactRouter = router({
  send: publicProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/contact',
        tags: ['contact'],
        summary: 'Send a message to the shop',
      },
      errorCodes: { 400: ['invalid_email_message'] },
    })
    .input(contactSchema)
    .output(successSchema('message_sent'))
    .mutation(succeedWith('message_sent', sendMessage)),
});
