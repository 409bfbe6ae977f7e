import { connect, createServer, type Socket } from 'node:net';

/** A proxy in front of a server, whose connections can be cut and restored. */
export type TcpProxy = {
  /** The server's address, by way of this proxy. */
  url: string;
  /** Ends every connection and refuses new ones. */
  cut: () => Promise<void>;
  mend: () => Promise<void>;
};

/** Starts a proxy in front of a server. */
export async function startTcpProxy(target: URL): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(target.port || 5432), target.hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.pipe(other);
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
  };
}
