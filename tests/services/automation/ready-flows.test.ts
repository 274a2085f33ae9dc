import { describe, expect, test } from 'bun:test'
import { getFlowWithContent } from '../../../src/features/automation/flows/read'
import { readyFlows } from '../../../src/features/automation/ready-flows/all'
import type { ReadyFlow } from '../../../src/features/automation/ready-flows/ready-flow'
import { createReadyFlow, listReadyFlows } from '../../../src/features/automation/ready-flows/service'
import { type Language, languages } from '../../../src/shared/enums'
import { type Known, lint } from '../../../src/shared/flow/lints'
import { readFlow } from '../../../src/shared/flow/read'
import { runVariables } from '../../../src/shared/flow/variables'
import { createInstallation } from '../../installation'
import { readyAnswers } from '../../ready-flow-conversations'

const knownRows: Known = {
  ...{ queueIds: [1], tagIds: [], mediaIds: [], promptIds: [], integrationIds: [] },
  variables: [...runVariables, 'pedido', 'order'],
}
const all = readyFlows.flatMap((ready) =>
  languages.map((language): [string, ReadyFlow, Language] => [`${ready.key} in ${language}`, ready, language]),
)

describe.each(all)('the ready-made flow %s', (_, ready, language) => {
  const content = ready.build(language, readyAnswers)

  test('has no mistakes and no warnings', () => {
    expect(lint(readFlow(content), knownRows)).toEqual([])
  })

  test('has a queue to be chosen and nothing else that stops publication', () => {
    const unanswered = ready.build(language, { ...readyAnswers, queue: { id: null, name: '' } })
    const codes = lint(readFlow(unanswered), knownRows).map(({ code }) => code)
    expect(new Set(codes)).toEqual(new Set(['noQueue']))
  })

  test('has the graph of the Portuguese one', () => {
    const portuguese = ready.build('pt', readyAnswers)
    expect(content.connections).toEqual(portuguese.connections)
    expect(content.nodes.map(({ id, type, position }) => [id, type, position])).toEqual(
      portuguese.nodes.map(({ id, type, position }) => [id, type, position]),
    )
  })

  test('shows no two nodes at one place', () => {
    const places = content.nodes.map(({ position: { x, y } }) => `${x}/${y}`)
    expect(new Set(places).size).toBe(places.length)
  })
})

test('no text of a ready-made flow is the same in two languages', () => {
  for (const { texts } of readyFlows)
    for (const [field, text] of Object.entries(texts.pt))
      if (typeof text === 'string' && text.includes(' ')) {
        const others = [texts.en, texts.es].map((each) => (each as unknown as Record<string, string>)[field])
        expect(others).not.toContain(text)
      }
})

describe('createReadyFlow', () => {
  test('makes a draft with the chosen queue in the chosen language, not published', async () => {
    const { scopeOf } = await createInstallation()
    const ana = scopeOf('ana')
    const name = 'Recepção'
    const flow = await createReadyFlow(ana, { key: 'welcome', language: 'es', name, queueId: 1 })
    const second = await createReadyFlow(ana, { key: 'welcome', language: 'pt', name, queueId: 2 })
    expect([flow.version, second.name]).toEqual([null, 'Recepção 2'])
    const { flow: draft } = await getFlowWithContent(ana, flow.id)
    expect(JSON.stringify(draft)).toContain('¿En qué podemos ayudarle?')
    expect(draft?.nodes.find(({ type }) => type === 'ticket')?.data).toEqual({ data: { id: 1, name: 'Suporte' } })
  })

  test('needs each value that the flow asks for, and a queue of the company', async () => {
    const { scopeOf } = await createInstallation()
    const ana = scopeOf('ana')
    const input = { language: 'pt', name: 'Um fluxo' } as const
    await expect(createReadyFlow(ana, { ...input, key: 'payment', queueId: 1, pixCode: ' ' })).rejects.toMatchObject({
      detail: { fields: ['pixCode'] },
    })
    const local = { ...input, key: 'orderStatus', address: 'loja.test' }
    await expect(createReadyFlow(ana, local)).rejects.toMatchObject({ detail: { fields: ['address', 'queueId'] } })
    await expect(createReadyFlow(ana, { ...input, key: 'lead', queueId: 3 })).rejects.toThrow('ERR_NO_QUEUE_FOUND')
    await expect(createReadyFlow(ana, { ...input, key: 'none' })).rejects.toThrow('ERR_NO_FLOW_FOUND')
  })

  test('the gallery has seven flows in each language', () => {
    for (const language of languages) expect(listReadyFlows(language)).toHaveLength(7)
    expect(listReadyFlows()[0]?.name).toBe('Boas-vindas e triagem')
  })
})
