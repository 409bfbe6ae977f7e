/**
 * The `robots.txt`: calls are no pages, everything else may be looked at. Pages that should not be found
 * say so themselves, which a crawler that may not look would never learn.
 */
export function robotsText(publicUrl: string): string {
  return [
    'User-agent: *',
    'Disallow: /api/',
    'Allow: /api/docs',
    'Disallow: /trpc/',
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n');
}
