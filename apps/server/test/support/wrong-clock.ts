/**
 * Returns the settings that start a process with a clock that is wrong by this number of minutes; positive is
 * ahead.
 */
export function wrongClock(minutes: number): Record<string, string> {
  const script = `const Right = Date;
    const nowMs = () => Right.now() + ${minutes * 60_000};
    globalThis.Date = class Date extends Right {
      constructor(...given) { given.length === 0 ? super(nowMs()) : super(...given); }
      static now() { return nowMs(); }
    };`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` };
}
