import '../browser'
import { expect, test } from 'bun:test'
import { createElement } from 'react'
import { Verdict } from '../../../ui/pages/numbers/health/verdict'
import { render } from '../rendered'
import { signInForEachTest } from '../signed-in'

await signInForEachTest()

test.each([
  [null, true],
  ['2026-12-01T12:00:00.000Z', false],
] as const)(
  'a good number with campaigns paused until %j says that nothing prevents anything: %j',
  (pausedUntil, says) => {
    const health = { whatsappId: 1, grade: 'good', reason: null, until: null, pausedUntil, proposal: null } as never
    const page = render(createElement(Verdict, { health, onChange: () => {} }))
    expect(page.textContent?.includes('Nada impede')).toBe(says)
  },
)
