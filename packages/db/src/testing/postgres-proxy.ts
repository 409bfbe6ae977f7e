import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** Breaks the connection at one message of the client. */
export type Cut = {
  /** What was said since the transaction began, or since the last answer where there is none. */
  when: RegExp;
  /** `before` the server hears it, or `after` it has answered, which the client never hears. */
  moment: 'before' | 'after';
  /** Done at that very moment, before anybody notices. */
  onCut?: () => void;
};

/** A PostgreSQL server that stands in front of another one, and can go away. */
export type PostgresProxy = {
  /** The given address, through this proxy. */
  url: string;
  /** Cuts the next connection that says so, once. */
  cut: (cut: Cut) => void;
  /** Whether the cut that was asked for has happened. */
  hasCut: () => boolean;
  /** Breaks every connection and takes no new one. */
  goAway: () => void;
  comeBack: () => void;
  close: () => Promise<void>;
};

/** Starts a proxy on a free port in front of the server of a `postgres://` address. */
export async function startPostgresProxy(url: string): Promise<PostgresProxy> {
  const server = new URL(url);
  const pairs = new Set<readonly [Socket, Socket]>();
  let pending: Cut | undefined;
  let isAway = false;

  const listener = createServer((client) => {
    if (isAway) {
      client.destroy();
      return;
    }
    const upstream = connect(Number(server.port || 5432), server.hostname);
    const pair = [client, upstream] as const;
    pairs.add(pair);
    const end = () => {
      client.destroy();
      upstream.destroy();
      pairs.delete(pair);
    };
    let said = '';
    let cutAfter: Cut | undefined;

    client.on('data', (chunk: Buffer) => {
      const text = chunk.toString('latin1');
      if (/\bBEGIN\b/.test(text)) said = '';
      said += text;
      const cut = pending?.when.test(said) === true ? pending : undefined;
      if (cut !== undefined) pending = undefined;
      if (cut?.moment === 'before') {
        cut.onCut?.();
        end();
        return;
      }
      cutAfter ??= cut;
      upstream.write(chunk);
    });
    upstream.on('data', (chunk: Buffer) => {
      const isIdle = chunk.subarray(-6).equals(READY_AND_IDLE);
      if (isIdle) said = '';
      if (cutAfter === undefined) {
        client.write(chunk);
      } else if (isReady(chunk)) {
        cutAfter.onCut?.();
        end();
      }
    });
    for (const socket of pair) {
      socket.on('error', end);
      socket.on('close', end);
    }
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const proxied = new URL(url);
  proxied.hostname = '127.0.0.1';
  proxied.port = String(address.port);

  const endAll = () => {
    for (const [client, upstream] of pairs) {
      client.destroy();
      upstream.destroy();
    }
    pairs.clear();
  };

  return {
    url: proxied.href,
    cut: (cut) => {
      pending = cut;
    },
    hasCut: () => pending === undefined,
    goAway: () => {
      isAway = true;
      endAll();
    },
    comeBack: () => {
      isAway = false;
    },
    close: async () => {
      listener.close();
      endAll();
      await once(listener, 'close');
    },
  };
}

// ReadyForQuery: its type, its length, and `I` for "in no transaction".
const READY_AND_IDLE = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);

function isReady(chunk: Buffer): boolean {
  return chunk.subarray(-6, -1).equals(READY_AND_IDLE.subarray(0, 5));
}
