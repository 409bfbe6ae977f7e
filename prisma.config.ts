import { defineConfig } from 'prisma/config';

/**
 * For the stock Prisma CLI only (`prisma validate`, `prisma studio`, `prisma migrate deploy` on a
 * machine that has its engines). This project generates with scripts/generate.ts and migrates with
 * scripts/db.ts, which need no download.
 */
export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: process.env['DATABASE_URL'] || 'postgresql://localhost:5432/agres' },
});
