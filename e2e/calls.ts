import type { APIRequestContext, BrowserContext } from '@playwright/test';

import { PASSWORD } from './content.ts';

type Call = { method: 'POST' | 'PUT' | 'DELETE'; path: string; data?: object };

/** Makes a REST call with the browser's cookies. @throws if it is refused. */
export async function call(request: APIRequestContext, { path, ...options }: Call): Promise<void> {
  await request.get('/api/users/status');
  const { cookies } = await request.storageState();
  const token = cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '';
  const headers = { 'x-xsrf-token': decodeURIComponent(token) };
  const answer = await request.fetch(path, { ...options, headers });
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
}

/** Logs a member in for every page of a browser context, without the log-in page. */
export async function signIn(
  context: BrowserContext,
  { email }: { email: string },
  password = PASSWORD,
): Promise<void> {
  await call(context.request, {
    method: 'POST',
    path: '/api/connect',
    data: { email, mdp: password },
  });
}
