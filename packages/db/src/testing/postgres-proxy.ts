import { once, setMaxListeners } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A cut of the connection at one of the client's messages. */
export type Cut = {
  /** Matches the client's text since the transaction began, or outside one since the last answer. */
  when: RegExp;
  /**
   * `before` the server receives it, or `after` the server has answered, without the client receiving the
   * answer.
   */
  moment: 'before' | 'after';
  /** Runs at that moment, before either peer notices. */
  onCut?: () => void;
};

/** A proxy in front of a PostgreSQL server that can simulate failures. */
export type PostgresProxy = {
  /** The original URL, through this proxy. */
  url: string;
  /** Cuts the next connection that matches, once. */
  cut: (cut: Cut) => void;
  hasCut: () => boolean;
  /**
   * Holds the server's answers back. The returned function delivers them: each client gets all its messages
   * in one piece, as a busy process reads them.
   */
  holdAnswers: () => () => void;
  /** Delays each statement by this many ms; the returned function releases all of them. */
  slowDown: (ms: number) => () => void;
  /** Returns the number of statements sent so far, BEGIN and COMMIT included. */
  statements: () => number;
  /** Breaks all connections and accepts no new ones; resolves when each client has noticed. */
  goAway: () => Promise<void>;
  /** Routes new connections to another server, and breaks the existing ones. */
  moveTo: (url: string) => void;
  comeBack: () => void;
  close: () => Promise<void>;
};

export async function startPostgresProxy(url: string): Promise<PostgresProxy> {
  let server = new URL(url);
  const pairs = new Set<readonly [Socket, Socket]>();
  let pending: Cut | undefined;
  let isAway = false;
  let held: Map<Socket, Buffer[]> | undefined;
  let statements = 0;
  let slow: { ms: number; over: AbortController } | undefined;

  const listener = createServer((client) => {
    if (isAway) {
      client.destroy();
      return;
    }
    const upstream = connect(Number(server.port || 5432), server.hostname);
    const pair = [client, upstream] as const;
    pairs.add(pair);
    const end = () => {
      // Held answers are delivered first; the delivery then ends the client.
      if (held?.has(client) === true) return;
      client.destroy();
      upstream.destroy();
      pairs.delete(pair);
    };
    let said = '';
    let cutAfter: Cut | undefined;
    // Keeps the order of messages, even if the first ones were delayed.
    let passed: Promise<unknown> | undefined;
    const pass = (chunk: Buffer) => {
      if (slow === undefined && passed === undefined) {
        upstream.write(chunk);
        return;
      }
      const { ms, over } = slow ?? { ms: 0, over: undefined };
      const before = passed;
      const passInTurn = async () => {
        await Promise.all([before, sleep(ms, undefined, over).catch(() => undefined)]);
        upstream.write(chunk);
        if (passed === passing) passed = undefined;
      };
      const passing = passInTurn();
      passed = passing;
    };

    const prepared = new Map<string, string>();
    let bound = '';
    const readMessages = createMessageReader((type, body) => {
      if (type === 'Q' || type === 'E') statements += 1;
      const [first = '', second = ''] = body.toString('latin1').split('\0', 2);
      if (type === 'P') prepared.set(first, second);
      // A Bind message names a prepared statement without its SQL, which `when` matches.
      if (type === 'B') bound += prepared.get(second) ?? '';
    });
    client.on('data', (chunk: Buffer) => {
      bound = '';
      readMessages(chunk);
      const text = bound + chunk.toString('latin1');
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
      pass(chunk);
    });
    upstream.on('data', (chunk: Buffer) => {
      const isIdle = chunk.subarray(-6).equals(READY_AND_IDLE);
      if (isIdle) said = '';
      if (held !== undefined) {
        held.set(client, [...(held.get(client) ?? []), chunk]);
      } else if (cutAfter === undefined) {
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
    statements: () => statements,
    slowDown: (ms) => {
      const over = new AbortController();
      // Each delayed statement listens for the abort.
      setMaxListeners(0, over.signal);
      slow = { ms, over };
      return () => {
        slow = undefined;
        over.abort();
      };
    },
    holdAnswers: () => {
      const holding = new Map<Socket, Buffer[]>();
      held = holding;
      return () => {
        held = undefined;
        for (const [client, chunks] of holding) client.write(Buffer.concat(chunks));
        for (const pair of pairs) {
          if (pair[1].destroyed) pair[0].end();
        }
      };
    },
    goAway: async () => {
      isAway = true;
      const ended = [...pairs].map(async ([client, upstream]) => {
        upstream.destroy();
        if (client.destroyed) return;
        const closed = once(client, 'close');
        // Ends the client instead of destroying it, so that it closes too, and its pool stops lending a
        // connection known to be dead.
        client.end();
        client.resume();
        await closed;
      });
      await Promise.all(ended);
    },
    comeBack: () => {
      isAway = false;
    },
    moveTo: (elsewhere) => {
      server = new URL(elsewhere);
      endAll();
    },
    close: async () => {
      listener.close();
      endAll();
      await once(listener, 'close');
    },
  };
}

/** Parses a client's messages from chunks of any size, and reports each with its type. */
function createMessageReader(
  onMessage: (type: string, body: Buffer) => void,
): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  // The first message of a connection has no type byte before its length.
  let typeBytes = 0;
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= typeBytes + 4) {
      const end = typeBytes + rest.readUInt32BE(typeBytes);
      if (rest.length < end) return;
      if (typeBytes === 1) onMessage(rest.toString('latin1', 0, 1), rest.subarray(5, end));
      rest = rest.subarray(end);
      typeBytes = 1;
    }
  };
}

// ReadyForQuery: its type, its length, and `I` for "not in a transaction".
const READY_AND_IDLE = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);

function isReady(chunk: Buffer): boolean {
  return chunk.subarray(-6, -1).equals(READY_AND_IDLE.subarray(0, 5));
}
