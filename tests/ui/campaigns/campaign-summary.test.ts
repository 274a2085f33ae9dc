import '../browser'
import { expect, test } from 'bun:test'
import { createElement } from 'react'
import { Summary } from '../../../ui/pages/campaigns/report/summary'
import { render } from '../rendered'
import { signInForEachTest } from '../signed-in'

await signInForEachTest()

const campaign = { id: 1, status: 'FINALIZADA', reason: null, whatsapp: { name: 'Loja' } }

test.each([
  [226, 209, '92', '92,5% entregues'],
  [0, 0, '0', '0% entregues'],
] as const)(
  'the bar of %i recipients shows the share of the %i deliveries beside it',
  (valid, delivered, now, text) => {
    const report = { campaign, counts: { valid, delivered }, progress: 1, wait: null, endsAt: null }
    const element = render(createElement(Summary, { report: report as never }))
    const bar = element.querySelector('[role=progressbar]')!
    expect(element.textContent).toContain(`${delivered} de ${valid} entregues`)
    expect([bar.getAttribute('aria-valuenow'), bar.getAttribute('aria-valuetext')]).toEqual([now, text])
  },
)
