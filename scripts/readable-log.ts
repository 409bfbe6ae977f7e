/** Formats the server's log, one JSON object per line, for a terminal. */

const MARKS: Record<string, string> = { warn: '! ', error: '✗ ', fatal: '✗ ' };
/** Fields shown elsewhere on the line, or of no use in development. */
const HIDDEN = new Set(['level', 'time', 'msg', 'reqId', 'method', 'path', 'status', 'ms', 'err']);

/** Formats one line of the log; a line that is no JSON object is returned unchanged. */
export function readableLine(line: string): string {
  const entry = entryOf(line);
  if (entry === undefined) return line;
  const mark = MARKS[String(entry['level'])] ?? '  ';
  return `${mark}${timeOf(entry['time'])} ${eventOf(entry)}${detailsOf(entry)}${errorOf(entry['err'])}`;
}

type Entry = Readonly<Record<string, unknown>>;

function entryOf(line: string): Entry | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) && 'level' in value ? value : undefined;
  } catch {
    return undefined;
  }
}

const isRecord = (value: unknown): value is Entry => typeof value === 'object' && value !== null;

const timeOf = (time: unknown) =>
  typeof time === 'string' ? new Date(time).toLocaleTimeString('fr') : '--:--:--';

function eventOf({ msg, method, path, status, ms }: Entry): string {
  const hasRequest = typeof method === 'string';
  return hasRequest
    ? `${method} ${String(path)} ${String(status)} in ${String(ms)} ms`
    : String(msg);
}

function detailsOf(entry: Entry): string {
  const details = Object.entries(entry)
    .filter(([name]) => !HIDDEN.has(name))
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  return details.length === 0 ? '' : `  ${details.join(' ')}`;
}

function errorOf(err: unknown): string {
  if (!isRecord(err)) return '';
  const stack = Array.isArray(err['stack']) ? err['stack'].slice(0, 5) : [];
  return [`\n    ${String(err['type'])}: ${String(err['message'])}`, ...stack].join('\n    ');
}
