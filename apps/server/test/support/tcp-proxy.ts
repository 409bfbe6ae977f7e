import { connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';

/** A proxy in front of a server, whose connections can be cut and restored. */
export type TcpProxy = {
  url: string;
  /** Ends every connection and refuses new ones. */
  cut: () => Promise<void>;
  mend: () => Promise<void>;
  /** Delays all later data of the server by a time in ms. */
  slowDown: (ms: number) => void;
};

export async function startTcpProxy(target: URL): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let delayMs = 0;
  const late = () =>
    new Transform({
      transform(chunk, _encoding, done) {
        setTimeout(done, delayMs, null, chunk);
      },
    });
  const server = createServer((near) => {
    const far = connect(Number(target.port || 5432), target.hostname);
    near.pipe(far);
    far.pipe(late()).pipe(near);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  });
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));

  await listen(0);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port for the proxy.');
  const { port } = address;
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return {
    url: url.href,
    cut: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    mend: () => listen(port),
    slowDown: (ms) => {
      delayMs = ms;
    },
  };
}
