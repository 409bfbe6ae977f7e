import type { ApiLink, Data, DataLoader } from './data.ts';

/** Loads the data runtime on first use, so that pages without live data never download it. */
export function createDataLoader(createLink: () => Promise<ApiLink>): DataLoader {
  let pending: Promise<Data> | undefined;
  let data: Data | undefined;
  const load = async () => {
    try {
      const [{ createData }, link] = await Promise.all([import('./data.ts'), createLink()]);
      data = createData(link);
      return data;
    } catch (error) {
      // Asked for again, it may come.
      pending = undefined;
      throw error;
    }
  };
  return {
    load: () => (pending ??= load()),
    current: () => data,
  };
}
