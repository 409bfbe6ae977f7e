/** Reads the reports of the two test runners as counts. Used by test.ts. */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

export type TestCounts = {
  passed: number;
  /** Each failure: file, test and the first line of its message. */
  failed: string[];
  /** Each test that did not run: file and test. */
  skipped: string[];
  /** Each test that passed on a retry: file, test and the message of its first failure. */
  secondTries?: string[];
};

/** How many tests of one run may pass on a retry before the run fails. */
const MOST_SECOND_TRIES = 3;

/**
 * Completes the counts with the exit code. A run that failed outside every test (an unhandled error, a report
 * that was never written) counts as one failure, never as a success.
 */
export function settleCounts(counts: TestCounts, exitCode: number | null): TestCounts {
  if (exitCode === 0 || counts.failed.length > 0) return counts;
  return { ...counts, failed: [`outside every test, exit code ${exitCode}: see above`] };
}

/** A test and its outcome; a file that fails to load is a failed test without a name. */
export type ReportedTest = {
  file: string;
  name: string;
  status: 'passed' | 'failed' | 'skipped';
  /** The message of the failure; empty if there was none. */
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
      // A test that passes on a retry keeps the message of its first failure.
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

/** Counts tests. From the fourth on, each test that passed only on a retry counts as failed. */
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

/** Describes a failure on one line, so that it is readable when only the end of a long log is available. */
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
 * Reads Playwright's JSON report. Tests that passed on a retry are listed; from the fourth on each counts as
 * failed, and so does a file that fails to load.
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

/** Converts Playwright's status of a test; `flaky` means that it passed on a retry. */
function statusOf(status: string): CountedTest['status'] {
  if (status === 'skipped' || status === 'flaky') return status;
  return status === 'expected' ? 'passed' : 'failed';
}

/** Reads every test of Playwright's JSON report; one that passed on a retry counts as passed. */
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

/** Returns the tests of a file or group and its subgroups; `path` is the file and the groups above. */
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
