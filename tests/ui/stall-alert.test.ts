import './browser'
import { expect, test } from 'bun:test'
import { createElement } from 'react'
import { StallAlert } from '../../ui/pages/platform/settings/companies/stall-alert'
import { until } from '../until'
import { json, serve } from './browser'
import { render } from './rendered'
import { signInForEachTest } from './signed-in'

await signInForEachTest()

const job = { id: 7, name: 'flow.call', companyId: 2, company: 'Padaria', failedAt: '2026-11-28T12:00:00.000Z' }

test('the alert names the job that stopped the server and its company', async () => {
  serve(() => json({ jobs: [job] }))
  const element = render(createElement(StallAlert))
  await until('the job', () => element.textContent?.includes('flow.call, de Padaria') === true)
  expect(element.querySelector('[role=alert]')?.textContent).toContain('O servidor parou durante um trabalho')
})

test('without a stalled job there is no alert', async () => {
  let isAsked = false
  serve(() => {
    isAsked = true
    return json({ jobs: [] })
  })
  const element = render(createElement(StallAlert))
  await until('the request', () => isAsked)
  await Bun.sleep(0)
  expect(element.childElementCount).toBe(0)
})
