import './browser'
import { beforeEach, expect, test } from 'bun:test'
import { createElement } from 'react'
import type { Profile } from '../../src/shared/enums'
import { FlowSelect } from '../../ui/components/flow-select'
import { IntegrationSelect } from '../../ui/components/integration-select'
import { PromptSelect } from '../../ui/components/prompt-select'
import { createForm } from '../../ui/lib/form'
import { integrations } from '../../ui/lib/integrations'
import { prompts } from '../../ui/lib/prompts'
import { session } from '../../ui/lib/session'
import { startVisit } from '../../ui/lib/token'
import { until } from '../until'
import { ana, json, serve } from './browser'
import { answerRequest, holdRequests, requestOf, sendEvent } from './held-requests'
import { render } from './rendered'
import { signInForEachTest } from './signed-in'

/** Selects of forms that have nothing to choose yet. */

await signInForEachTest()
const signInAs = (profile: Profile) => {
  const company = { ...ana.company, plan: { useOpenAi: true, useIntegrations: true } }
  session.value = { kind: 'in', me: { ...ana, profile, company } as never }
}
beforeEach(() => {
  signInAs('admin')
  for (const list of [prompts, integrations]) list.clear()
})

const field = () => createForm({ id: '' }, {}).field('id')
const flowSelect = () => createElement(FlowSelect, { field: field(), label: 'Fluxo', hint: 'Começa.' })

test.each([
  ['prompts', () => createElement(PromptSelect, { field: field() }), '/prompts'],
  ['integrations', () => createElement(IntegrationSelect, { field: field() }), '/queue-integration'],
  ['flows', flowSelect, '/flowbuilders'],
] as const)('a select of %s without any links to the page where the first one is made', async (_, select, to) => {
  serve(() => json({ prompts: [], queueIntegrations: [], flows: [], hasMore: false, next: null }))
  const element = render(select())
  const link = () => element.querySelector('a')
  expect(link()).toBeNull()
  await until('the link', () => link() !== null)
  expect([link()?.getAttribute('href'), link()?.target]).toEqual([to, '_blank'])
})

test('a supervisor, who may not make flows, gets no link', async () => {
  signInAs('supervisor')
  serve(() => json({ flows: [] }))
  const element = render(flowSelect())
  await until('the hint', () => element.textContent?.includes('Nenhum fluxo ativo e publicado.') === true)
  expect(element.querySelector('a')).toBeNull()
})

test('flows that cannot be loaded are not called missing or inactive', async () => {
  serve(() => json({ error: 'ERR_INTERNAL' }, 500))
  const chosen = createForm({ id: '7' }, {}).field('id')
  const element = render(createElement(FlowSelect, { field: chosen, label: 'Fluxo', hint: 'Começa.' }))
  await until('the failure', () => element.textContent?.includes('Começa.') === false)
  expect([element.querySelector('a'), element.querySelector('select')?.disabled]).toEqual([null, true])
  expect(element.querySelector('select')?.selectedOptions[0]?.textContent).toBe('O fluxo escolhido')
})

test('a flow made in another tab can be chosen', async () => {
  holdRequests()
  const element = render(flowSelect())
  await answerRequest('GET /flow-runs/flows', { flows: [] })
  await until('the link', () => element.querySelector('a') !== null)
  sendEvent('flow', { action: 'update', flow: { id: 3 } })
  await requestOf('GET /flow-runs/flows', 2)
  await answerRequest('GET /flow-runs/flows', { flows: [{ id: 3, name: 'Boas-vindas' }] }, 2)
  await until('the flow', () => element.textContent?.includes('Boas-vindas') === true)
  expect(element.querySelector('select')?.disabled).toBe(false)
})

// The last test: a tab that is a visit stays one.
test('in a support visit the place is named without a link', async () => {
  startVisit('token-of-the-visit')
  serve(() => json({ prompts: [], hasMore: false, next: null }))
  const element = render(createElement(PromptSelect, { field: field() }))
  await until('the hint', () => element.textContent?.includes('Crie um em Prompts de IA.') === true)
  expect(element.querySelector('a')).toBeNull()
})
