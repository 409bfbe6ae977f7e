/** The part of autocannon that the bench uses; the package has no types of its own. */
declare module 'autocannon' {
  export default function autocannon(options: {
    url: string;
    connections: number;
    /** In seconds. */
    duration: number;
    /** Called with each of its connections. */
    setupClient: (client: {
      /** Its requests that await a response. */
      pipelinedRequests: { addBody: (part: Buffer) => void };
    }) => void;
    headers: Readonly<Record<string, string>>;
  }): Promise<unknown>;
}
