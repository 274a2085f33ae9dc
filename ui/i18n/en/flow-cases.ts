import type { flowCases as Portuguese } from '../pt/flow-cases'

export const flowCases: typeof Portuguese = {
  title: 'Test cases',
  lead: 'Conversations that must end in the same place. They are checked at every publication.',
  none: 'No test case',
  noneText: 'Keep a conversation of a trial or a replay; it will be checked at every publication.',
  check: 'Check the draft',
  keep: 'Keep as test case',
  kept: 'Test case kept.',
  delete: 'Delete case {{name}}',
  expected: 'Expected',
  found: 'In the draft',
  tooLong: 'The flow takes too long.',
  accept: 'Accept the new end',
  states: { passed: 'Passed', failed: 'Failed', unknown: 'Not checked' },
  stopped: 'Test cases failed',
  stoppedText_one: 'With this draft, one conversation ends in another place:',
  stoppedText_other: 'With this draft, {{count}} conversations end in another place:',
  publishAnyway: 'Publish anyway',
}
