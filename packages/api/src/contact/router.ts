import { contactSchema } from '@shop/domain/contact.schema';
import { noticeSchema } from '@shop/domain/shapes.schema';

import { publicProcedure, router } from '../trpc.ts';
import { sendMessage } from './send-message.ts';

export const contactRouter = router({
  send: publicProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/contact',
        tags: ['contact'],
        summary: 'Write to the shop; a visitor says which address to answer to',
      },
      refusals: { 400: ['invalid_email_message'] },
    })
    .input(contactSchema)
    .output(noticeSchema('message_sent'))
    .mutation(async ({ ctx, input }) => {
      await sendMessage(ctx, input);
      return { message: 'message_sent' as const };
    }),
});
