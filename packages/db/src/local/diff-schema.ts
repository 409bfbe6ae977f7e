import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { PrismaPg } from '@prisma/adapter-pg';
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
import { SchemaEngine } from '@prisma/schema-engine-wasm';
import pg, { type ClientConfig } from 'pg';

import { migrate } from '../migrate.ts';
import { MIGRATIONS_FOLDER } from '../migrations.ts';
import { startPostgresServer } from './postgres-server.ts';

const SCHEMA_FILE = join(MIGRATIONS_FOLDER, '../schema.prisma');

/**
 * Returns the SQL that leads from the migrations' result to schema.prisma; null if they agree. Prisma's
 * schema engine computes it on a temporary server.
 */
export async function diffToSchema(folder = MIGRATIONS_FOLDER): Promise<string | null> {
  const server = await startPostgresServer();
  try {
    await migrate(server.url, { folder });
    const pool = new pg.Pool({ Client: CatalogueClient, connectionString: server.url });
    const content = await readFile(SCHEMA_FILE, 'utf8');
    const engine = await SchemaEngine.new(
      { datamodels: [[SCHEMA_FILE, content]] },
      () => {},
      bindMigrationAwareSqlAdapterFactory(catalogueAdapter(pool)),
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
      await pool.end();
    }
  } finally {
    await server.remove();
  }
}

const CHAR_OID = 18;
const UUID_OID = 2950;

/**
 * Creates an adapter that can read the catalogue's `"char"` columns, which Prisma's own refuses:
 * `CatalogueClient` reports them as UUID, a type that the catalogue does not use, and this adapter converts
 * them back.
 */
function catalogueAdapter(pool: pg.Pool): SqlMigrationAwareDriverAdapterFactory {
  const factory = new PrismaPg(pool);
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    connectToShadowDb: () => factory.connectToShadowDb(),
    connect: async () => {
      const adapter = await factory.connect();
      const queryRaw = adapter.queryRaw.bind(adapter);
      adapter.queryRaw = async (query) => {
        const result = await queryRaw(query);
        const columnTypes = result.columnTypes.map((type) =>
          type === ColumnTypeEnum.Uuid ? ColumnTypeEnum.Character : type,
        );
        return { ...result, columnTypes };
      };
      return adapter;
    },
  };
}

class CatalogueClient extends pg.Client {
  constructor(config?: ClientConfig) {
    super(config);
    this.connection.on('rowDescription', ({ fields }: { fields: pg.FieldDef[] }) => {
      for (const field of fields) {
        if (field.dataTypeID === CHAR_OID) field.dataTypeID = UUID_OID;
      }
    });
  }
}
