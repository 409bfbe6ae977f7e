/** The part of autocannon that the bench uses; the package has no types of its own. */
declare module 'autocannon' {
  export default function autocannon(options: {
    url: string;
    connections: number;
    duration: number;
    setupClient: (client: { pipelinedRequests: { addBody: (part: Buffer) => void } }) => void;
    headers: Readonly<Record<string, string>>;
  }): Promise<unknown>;
}
