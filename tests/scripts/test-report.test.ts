import { expect, test } from 'bun:test'
import { readReport } from '../../scripts/test/report'

const report = `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="bun test" tests="7" assertions="4" failures="2" skipped="1" time="3.1">
  <testsuite name="tests/core/a.test.ts" file="tests/core/a.test.ts" tests="5" assertions="4" failures="2" skipped="1" time="2.5" hostname="vm">
    <testsuite name="sums" file="tests/core/a.test.ts" line="4" tests="2" assertions="4" failures="0" skipped="0" time="0.5" hostname="vm">
      <testcase name="adds" classname="sums" time="0.5" file="tests/core/a.test.ts" line="4" assertions="4" />
      <testcase name="2 &lt; 3" classname="sums &amp; more" time="0.1" file="tests/core/a.test.ts" line="9" assertions="1">
        <failure type="AssertionError" message="short">AssertionError: &quot;two&quot;&#10;&#10;      at tests/core/a.test.ts:9:26&#10;</failure>
      </testcase>
    </testsuite>
    <testcase name="waits" classname="" time="0.1" file="tests/core/a.test.ts" line="12" assertions="0">
      <failure type="TimeoutError" message="test timed out" />
    </testcase>
  </testsuite>
  <testsuite name="tests/core/b.test.ts" file="tests/core/b.test.ts" tests="2" assertions="0" failures="0" skipped="0" time="0.25" hostname="vm">
  </testsuite>
</testsuites>
`

test('readReport returns counts and seconds of each file, groups of tests left out, and the reasons of failures', () => {
  const reasons = [
    'sums & more > 2 < 3\nAssertionError: "two"\n\n      at tests/core/a.test.ts:9:26',
    'waits\ntest timed out',
  ]
  expect(readReport(report)).toEqual([
    { file: 'tests/core/a.test.ts', passed: 2, failed: 2, seconds: 2.5, reasons },
    { file: 'tests/core/b.test.ts', passed: 2, failed: 0, seconds: 0.25, reasons: [] },
  ])
})
