import { awaitShared } from '@agres/db/database-deadline';

/**
 * Batches the keys of one turn of the event loop into one query: on a busy server many requests arrive in a
 * turn, and a statement for ten of them costs little more than one for a single request. Each answer is read
 * after its key was requested. A failure rejects all callers of the batch.
 */
export function askTogether<Key, Answer>(
  ask: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Answer>>,
): (key: Key) => Promise<Answer | undefined> {
  let keys = new Set<Key>();
  let answers: Promise<ReadonlyMap<Key, Answer>> | undefined;

  const askNow = () => {
    const asked = [...keys];
    keys = new Set();
    answers = undefined;
    return ask(asked);
  };

  return async (key) => {
    keys.add(key);
    answers ??= untilTurnEnds().then(askNow);
    return (await awaitShared(answers)).get(key);
  };
}

const untilTurnEnds = () => new Promise<void>((resolve) => void setImmediate(resolve));
