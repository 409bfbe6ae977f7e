import type { ApiLink, Data, DataLoader } from './data.ts';

/**
 * Creates a loader that imports the data runtime on first use, so that pages without live data do not download it.
 */
export function createDataLoader(createLink: () => Promise<ApiLink>): DataLoader {
  let pending: Promise<Data> | undefined;
  let data: Data | undefined;
  const load = async () => {
    try {
      const [{ createData }, link] = await Promise.all([import('./data.ts'), createLink()]);
      data = createData(link);
      return data;
    } catch (error) {
      // A later call may succeed, so do not cache the failure.
      pending = undefined;
      throw error;
    }
  };
  return {
    load: () => (pending ??= load()),
    current: () => data,
  };
}
