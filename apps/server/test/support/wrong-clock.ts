/** The settings that start a process whose clock is wrong by so many minutes, ahead if positive. */
export function wrongClock(minutes: number): Record<string, string> {
  const script = `const Right = Date;
    const nowMs = () => Right.now() + ${minutes * 60_000};
    globalThis.Date = class Date extends Right {
      constructor(...given) { given.length === 0 ? super(nowMs()) : super(...given); }
      static now() { return nowMs(); }
    };`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` };
}
