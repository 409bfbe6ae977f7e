/** Applies the pending migrations to the database of DATABASE_URL: `agres migrate` of a bundle. */
import { explainFailure } from '@agres/db/explain-failure';
import { migrate } from '@agres/db/migrate';
import { readDatabaseSetting } from '@agres/server/secret-files';

let url = '';
try {
  url = readDatabaseSetting(process.env) ?? '';
  if (url === '') {
    throw new Error('DATABASE_URL is missing: postgres://USER:PASSWORD@HOST:PORT/DATABASE');
  }
  const applied = await migrate(url);
  console.log(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'Nothing to migrate.');
} catch (error) {
  console.error(explainFailure(error, url) ?? (error instanceof Error ? error.message : error));
  process.exitCode = 1;
}
