/** What the two test runners report, as counts. Used by test.ts. */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

export type TestCounts = {
  passed: number;
  /** Each failure: file, test and the first line of its message. */
  failed: string[];
  /** Each test that did not run, by name. */
  skipped: string[];
};

/**
 * The counts of a run that ended with `exitCode`. Where it failed outside every test (an error that
 * nobody waited for, a report that was never written) that is one failure, never a success.
 */
export function settleCounts(counts: TestCounts, exitCode: number | null): TestCounts {
  if (exitCode === 0 || counts.failed.length > 0) return counts;
  return { ...counts, failed: [`outside every test, exit code ${exitCode}: see above`] };
}

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
  const report: VitestReport = JSON.parse(readFileSync(path, 'utf8'));
  const tests = report.testResults.flatMap((file) => file.assertionResults);
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    failed: report.testResults.flatMap((file) => {
      const name = relative(process.cwd(), file.name);
      const failed = file.assertionResults.filter(({ status }) => status === 'failed');
      if (failed.length === 0 && file.status === 'failed') return [describe(name, file.message)];
      return failed.map((test) =>
        describe(`${name} › ${test.fullName}`, test.failureMessages.join('\n')),
      );
    }),
    skipped: tests
      .filter(({ status }) => status !== 'passed' && status !== 'failed')
      .map(({ fullName }) => fullName),
  };
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

/** Reads Playwright's JSON report. A flaky test counts as failed, and so does a file that fails to load. */
export function readPlaywrightReport(path: string): TestCounts {
  const report: PlaywrightReport = JSON.parse(readFileSync(path, 'utf8'));
  const tests = report.suites.flatMap(testsOf);
  const skipped = tests.filter(({ status }) => status === 'skipped');
  const failed = tests.filter(({ status }) => status !== 'expected' && status !== 'skipped');
  return {
    passed: tests.length - failed.length - skipped.length,
    failed: [
      ...failed.map(({ name, message }) => describe(name, message)),
      ...report.errors.map(({ message = '' }) => describe('outside every test', message)),
    ],
    skipped: skipped.map(({ name }) => name),
  };
}

function testsOf(suite: PlaywrightSuite): { name: string; status: string; message: string }[] {
  const own = suite.specs.flatMap((spec) =>
    spec.tests.map(({ projectName, status, results }) => ({
      name: `${suite.title} › ${spec.title} (${projectName})`,
      status,
      message: results.find(({ error }) => error !== undefined)?.error?.message ?? '',
    })),
  );
  return [...own, ...(suite.suites ?? []).flatMap(testsOf)];
}
