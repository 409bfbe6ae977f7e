/** What the two test runners report, as counts. Used by test.ts. */
import { readFileSync } from 'node:fs';

export type TestCounts = {
  passed: number;
  failed: number;
  /** Each test that did not run, by name. */
  skipped: string[];
};

type VitestReport = {
  success: boolean;
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
  const failed = tests.filter(({ status }) => status === 'failed').length + broken.length;
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    // An error outside every test makes the run fail without failing a test.
    failed: report.success ? failed : Math.max(failed, 1),
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

/** Reads Playwright's JSON report. A flaky test counts as failed, and so does an error outside. */
export function readPlaywrightReport(path: string): TestCounts {
  const report: PlaywrightReport = JSON.parse(readFileSync(path, 'utf8'));
  const tests = report.suites.flatMap(testsOf);
  const passed = tests.filter(({ status }) => status === 'expected');
  const skipped = tests.filter(({ status }) => status === 'skipped');
  return {
    passed: passed.length,
    failed: tests.length - passed.length - skipped.length + report.errors.length,
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
