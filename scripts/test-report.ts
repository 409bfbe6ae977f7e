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
  const tests = readVitestTests(path);
  const nameOf = ({ file, name }: ReportedTest) => (name === '' ? file : `${file} › ${name}`);
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    failed: tests
      .filter(({ status }) => status === 'failed')
      .map((test) => describe(nameOf(test), test.message)),
    skipped: tests.filter(({ status }) => status === 'skipped').map(nameOf),
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
  const tests = report.suites.flatMap((file) => testsOf(file, file.title));
  const skipped = tests.filter(({ status }) => status === 'skipped');
  const flaky = tests.filter(({ status }) => status === 'flaky');
  const failed = tests.filter(
    (test) =>
      !['expected', 'skipped', 'flaky'].includes(test.status) ||
      flaky.indexOf(test) >= MOST_SECOND_TRIES,
  );
  return {
    passed: tests.length - failed.length - skipped.length,
    failed: [
      ...failed.map(({ name, message }) => describe(name, message)),
      ...report.errors.map(({ message = '' }) => describe('outside every test', message)),
    ],
    skipped: skipped.map(({ name }) => name),
    secondTries: flaky
      .slice(0, MOST_SECOND_TRIES)
      .map(({ name, message }) => describe(name, message)),
  };
}

/** Every test of Playwright's JSON report; one that passed at its second try has passed. */
export function readPlaywrightTests(path: string): ReportedTest[] {
  const report: PlaywrightReport = JSON.parse(readFileSync(path, 'utf8'));
  const statusOf = (status: string): ReportedTest['status'] => {
    if (status === 'skipped') return status;
    return status === 'expected' || status === 'flaky' ? 'passed' : 'failed';
  };
  return report.suites.flatMap((file) =>
    testsOf(file, file.title).map(({ name, status, message }) => ({
      file: `e2e/${file.title}`,
      name,
      status: statusOf(status),
      message,
    })),
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
