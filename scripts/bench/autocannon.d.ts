/** What the bench uses of autocannon, which has no types of its own. */
declare module 'autocannon' {
  export default function autocannon(options: {
    url: string;
    connections: number;
    /** In seconds. */
    duration: number;
    requests: { method: string; headers: Readonly<Record<string, string>> }[];
  }): Promise<unknown>;
}
