/** What the two test runners report, as counts. Used by test.ts. */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

export type TestCounts = {
  passed: number;
  /** Each failure: file, test and the first line of its message. */
  failed: string[];
  /** Each test that did not run: file and test. */
  skipped: string[];
  /** Each test that passed at its second try: file, test and what its first try failed with. */
  secondTries?: string[];
};

/** So many tests of one run may need a second try before the run fails. */
const MOST_SECOND_TRIES = 3;

/**
 * The counts of a run that ended with `exitCode`. Where it failed outside every test (an error that
 * unhandled rejection, a report that was never written) that is one failure, never a success.
 */
export function settleCounts(counts: TestCounts, exitCode: number | null): TestCounts {
  if (exitCode === 0 || counts.failed.length > 0) return counts;
  return { ...counts, failed: [`outside every test, exit code ${exitCode}: see above`] };
}

/** A test and how it ended; a file that fails to load is a failed one without a name. */
export type ReportedTest = {
  file: string;
  name: string;
  status: 'passed' | 'failed' | 'skipped';
  /** What it failed with. */
  message: string;
};

type VitestReport = {
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
};

/** Reads vitest's JSON report. A file that fails to load counts as one failure. */
export function readVitestReport(path: string): TestCounts {
  return countTests(
    readVitestTests(path).map(({ file, name, status, message }) => ({
      name: name === '' ? file : `${file} › ${name}`,
      // A test that passes at its second try keeps the message of its first.
      status: status === 'passed' && message !== '' ? 'flaky' : status,
      message,
    })),
  );
}

type CountedTest = {
  name: string;
  status: 'passed' | 'failed' | 'skipped' | 'flaky';
  message: string;
};

/** The counts of these tests. From the fourth on, each that needed a second try counts as failed. */
function countTests(tests: readonly CountedTest[]): TestCounts {
  const inStatus = (wanted: CountedTest['status']) =>
    tests.filter(({ status }) => status === wanted);
  const describeAll = (some: readonly CountedTest[]) =>
    some.map(({ name, message }) => describe(name, message));
  const flaky = inStatus('flaky');
  const secondTries = flaky.slice(0, MOST_SECOND_TRIES);
  return {
    passed: inStatus('passed').length + secondTries.length,
    failed: describeAll([...inStatus('failed'), ...flaky.slice(MOST_SECOND_TRIES)]),
    skipped: inStatus('skipped').map(({ name }) => name),
    secondTries: describeAll(secondTries),
  };
}

/** Every test of vitest's JSON report. */
export function readVitestTests(path: string): ReportedTest[] {
  const report: VitestReport = JSON.parse(readFileSync(path, 'utf8'));
  return report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(process.cwd(), name);
    const tests = assertionResults.map((test): ReportedTest => ({
      file,
      name: test.fullName,
      status: test.status === 'passed' || test.status === 'failed' ? test.status : 'skipped',
      message: test.failureMessages.join('\n'),
    }));
    const isBroken = status === 'failed' && tests.every((test) => test.status !== 'failed');
    return isBroken ? [{ file, name: '', status: 'failed', message }, ...tests] : tests;
  });
}

/** One line that can be read where only the end of a long log was kept. */
function describe(name: string, message: string): string {
  const [first = ''] = stripVTControlCharacters(message).trim().split('\n');
  return first === '' ? name : `${name}: ${first.slice(0, 200)}`;
}

type PlaywrightTest = {
  projectName: string;
  status: string;
  results: { error?: { message?: string } }[];
};
type PlaywrightSuite = {
  title: string;
  suites?: PlaywrightSuite[];
  specs: { title: string; tests: PlaywrightTest[] }[];
};
type PlaywrightReport = { suites: PlaywrightSuite[]; errors: { message?: string }[] };

/**
 * Reads Playwright's JSON report. A test that passed at its second try is reported; from the fourth of them on
 * each counts as failed, and so does a file that fails to load.
 */
export function readPlaywrightReport(path: string): TestCounts {
  const report: PlaywrightReport = JSON.parse(readFileSync(path, 'utf8'));
  const counts = countTests(
    report.suites
      .flatMap((file) => testsOf(file, file.title))
      .map((test) => ({ ...test, status: statusOf(test.status) })),
  );
  const broken = report.errors.map(({ message = '' }) => describe('outside every test', message));
  return { ...counts, failed: [...counts.failed, ...broken] };
}

/** Playwright's word for how a test ended; `flaky`: it passed at its second try. */
function statusOf(status: string): CountedTest['status'] {
  if (status === 'skipped' || status === 'flaky') return status;
  return status === 'expected' ? 'passed' : 'failed';
}

/** Every test of Playwright's JSON report; one that passed at its second try has passed. */
export function readPlaywrightTests(path: string): ReportedTest[] {
  const report: PlaywrightReport = JSON.parse(readFileSync(path, 'utf8'));
  return report.suites.flatMap((file) =>
    testsOf(file, file.title).map(({ name, status, message }) => {
      const ended = statusOf(status);
      return {
        file: `e2e/${file.title}`,
        name,
        status: ended === 'flaky' ? 'passed' : ended,
        message,
      };
    }),
  );
}

type PlaywrightResult = { name: string; status: string; message: string };

/** The tests of a file or a group, and of the groups in it; `path` is the file and the groups so far. */
function testsOf(suite: PlaywrightSuite, path: string): PlaywrightResult[] {
  const own = suite.specs.flatMap((spec) =>
    spec.tests.map(({ projectName, status, results }) => ({
      name: `${path} › ${spec.title} (${projectName})`,
      status,
      message: results.find(({ error }) => error !== undefined)?.error?.message ?? '',
    })),
  );
  const groups = suite.suites ?? [];
  return [...own, ...groups.flatMap((group) => testsOf(group, `${path} › ${group.title}`))];
}
