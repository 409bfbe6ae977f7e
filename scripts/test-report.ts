/** What the two test runners report, as counts. Used by test.ts. */
import { readFileSync } from 'node:fs';

export type TestCounts = {
  passed: number;
  failed: number;
  /** Each test that did not run, by name. */
  skipped: string[];
};

/**
 * The counts of a run that ended with `exitCode`. Where it failed outside every test (an error that
 * nobody waited for, a report that was never written) that is one failure, never a success.
 */
export function settleCounts(counts: TestCounts, exitCode: number | null): TestCounts {
  return exitCode === 0 || counts.failed > 0 ? counts : { ...counts, failed: 1 };
}

type VitestReport = {
  testResults: {
    name: string;
    status: string;
    assertionResults: { status: string; fullName: string }[];
  }[];
};

/** Reads vitest's JSON report. A file that fails to load counts as one failure. */
export function readVitestReport(path: string): TestCounts {
  const report: VitestReport = JSON.parse(readFileSync(path, 'utf8'));
  const tests = report.testResults.flatMap((file) => file.assertionResults);
  const broken = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((found) => found.status === 'failed'),
  );
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    failed: tests.filter(({ status }) => status === 'failed').length + broken.length,
    skipped: tests
      .filter(({ status }) => status !== 'passed' && status !== 'failed')
      .map(({ fullName }) => fullName),
  };
}

type PlaywrightSuite = {
  title: string;
  suites?: PlaywrightSuite[];
  specs: { title: string; tests: { projectName: string; status: string }[] }[];
};
type PlaywrightReport = { suites: PlaywrightSuite[]; errors: unknown[] };

/** Reads Playwright's JSON report. A flaky test counts as failed; files that fail to load, as one. */
export function readPlaywrightReport(path: string): TestCounts {
  const report: PlaywrightReport = JSON.parse(readFileSync(path, 'utf8'));
  const tests = report.suites.flatMap(testsOf);
  const passed = tests.filter(({ status }) => status === 'expected');
  const skipped = tests.filter(({ status }) => status === 'skipped');
  return {
    passed: passed.length,
    failed: tests.length - passed.length - skipped.length + (report.errors.length > 0 ? 1 : 0),
    skipped: skipped.map(({ name }) => name),
  };
}

function testsOf(suite: PlaywrightSuite): { name: string; status: string }[] {
  const own = suite.specs.flatMap((spec) =>
    spec.tests.map(({ projectName, status }) => ({
      name: `${suite.title} › ${spec.title} (${projectName})`,
      status,
    })),
  );
  return [...own, ...(suite.suites ?? []).flatMap(testsOf)];
}
