import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import { SchemaEngine } from '@prisma/schema-engine-wasm';

import { migrate } from '../migrate.ts';
import { MIGRATIONS_FOLDER } from '../migrations.ts';
import { startPostgresServer } from './postgres-server.ts';

const SCHEMA_FILE = join(MIGRATIONS_FOLDER, '../schema.prisma');

/**
 * The SQL that leads from the migrations' result to schema.prisma; null where they agree. Computed by
 * Prisma's schema engine on a temporary server.
 */
export async function diffToSchema(folder = MIGRATIONS_FOLDER): Promise<string | null> {
  const server = await startPostgresServer();
  try {
    await migrate(server.url, { folder });
    const content = await readFile(SCHEMA_FILE, 'utf8');
    const engine = await SchemaEngine.new(
      { datamodels: [[SCHEMA_FILE, content]] },
      () => {},
      bindMigrationAwareSqlAdapterFactory(new PrismaPg({ connectionString: server.url })),
    );
    try {
      const files = [{ path: SCHEMA_FILE, content }];
      const diff = await engine.diff({
        from: { tag: 'schemaDatasource', files, configDir: folder },
        to: { tag: 'schemaDatamodel', files },
        script: true,
        exitCode: true,
        filters: { externalTables: [], externalEnums: [] },
      });
      return diff.exitCode === 0 ? null : diff.stdout;
    } finally {
      engine.free();
    }
  } finally {
    await server.remove();
  }
}
