import { serve } from 'srvx';
import { staticMiddleware } from 'srvx/static';

import handler from './dist/server/server.js';

// As its command line does (`srvx --prod -s ../client dist/server/server.js`), without a line of log for
// each request.
serve({
  fetch: handler.fetch,
  middleware: [staticMiddleware({ dir: 'dist/client' })],
  hostname: process.env.HOST,
  port: process.env.PORT,
  silent: true,
});
