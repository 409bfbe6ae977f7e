import { once, setMaxListeners } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Breaks the connection at one message of the client. */
export type Cut = {
  /** What was said since the transaction began, or since the last answer where there is none. */
  when: RegExp;
  /** `before` the server hears it, or `after` it has answered, which the client never hears. */
  moment: 'before' | 'after';
  /** Runs at that very moment, before any peer notices. */
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
  /**
   * Keeps back what the server says from now on. The returned function delivers it: each client gets
   * all of its messages in one piece, as a busy process reads them.
   */
  holdAnswers: () => () => void;
  /** Keeps each statement back for so long from now on; the returned function lets all of them go. */
  slowDown: (ms: number) => () => void;
  /** How many statements were sent through it so far, BEGIN and COMMIT included. */
  statements: () => number;
  /** Breaks every connection and takes no new one; done when each client has noticed. */
  goAway: () => Promise<void>;
  /** Leads new connections to the server of another address, and breaks those that there are. */
  moveTo: (url: string) => void;
  comeBack: () => void;
  close: () => Promise<void>;
};

/** Starts a proxy on a free port in front of the server of a `postgres://` address. */
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
      // What is held goes to the client first; it is ended with the delivery.
      if (held?.has(client) === true) return;
      client.destroy();
      upstream.destroy();
      pairs.delete(pair);
    };
    let said = '';
    let cutAfter: Cut | undefined;
    // In the order in which it was said, also where the first of it had to wait.
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
      // The text of a statement that was prepared earlier is not sent again.
      if (type === 'B') bound += prepared.get(second) ?? '';
    });
    client.on('data', (chunk: Buffer) => {
      bound = '';
      readMessages(chunk);
      const text = chunk.toString('latin1') + bound;
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
      // Every statement that it keeps back listens for its end.
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
        // Not destroyed: the client answers the end, and a pool no longer lends what it knows to be dead.
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

/** Reads what a client says, in pieces of any size, and tells of each message by its type. */
function createMessageReader(
  onMessage: (type: string, body: Buffer) => void,
): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  // The first message of a connection has no type before its length.
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

// ReadyForQuery: its type, its length, and `I` for "in no transaction".
const READY_AND_IDLE = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);

function isReady(chunk: Buffer): boolean {
  return chunk.subarray(-6, -1).equals(READY_AND_IDLE.subarray(0, 5));
}
