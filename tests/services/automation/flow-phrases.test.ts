import { describe, expect, test } from 'bun:test'
import { withPhrases } from '../../../src/features/automation/bot/read-phrases'
import { readBotRules } from '../../../src/features/automation/bot/read-rules'
import { saveFlow } from '../../../src/features/automation/flows/drafts'
import { getPhrase, listPhrases } from '../../../src/features/automation/flows/phrases/read'
import { createPhrase, deletePhrase, updatePhrase } from '../../../src/features/automation/flows/phrases/service'
import { createFlow, updateFlow } from '../../../src/features/automation/flows/service'
import { deleteConnection } from '../../../src/features/numbers/connections/delete'
import type { BotRules } from '../../../src/shared/bot/rules'
import { findPhrase } from '../../../src/shared/flow/phrase'
import { limits } from '../../../src/shared/limits'
import { createInstallation } from '../../installation'

async function withFlow() {
  const installation = await createInstallation()
  const ana = installation.scopeOf('ana')
  const { id: flowId } = await createFlow(ana, 'Vendas')
  const { whatsappId } = await installation.insertTicket({ status: 'closed' })
  return { ...installation, ana, flowId, whatsappId: whatsappId as number }
}

describe('phrases', () => {
  test('are active on every connection unless told otherwise', async () => {
    const { ana, flowId } = await withFlow()
    const phrase = await createPhrase(ana, { name: ' Oferta ', flowId, phrase: ' Quero a  oferta ' })
    expect(phrase).toMatchObject({ name: 'Oferta', phrase: 'Quero a  oferta', whatsappId: null, status: true })
    expect(phrase).toMatchObject({ matching: 'exact', flowName: 'Vendas', sameAs: [] })
    const { searchText } = await ana.db.select('flow_phrases').select('searchText').executeTakeFirstOrThrow()
    expect(searchText).toBe('quero a oferta')
  })

  test('start something only while their flow is active and published', async () => {
    const { ana, flowId } = await withFlow()
    const { id, flowStarts } = await createPhrase(ana, { name: 'Oferta', flowId, phrase: 'Oferta' })
    expect(flowStarts).toBe(false)
    const position = { x: 0, y: 0 }
    const nodes = [
      { id: '1', type: 'start', position, data: {} },
      { id: 'end', type: 'end', position, data: {} },
    ]
    const connections = [{ id: 'e', source: '1', sourceHandle: 'a', target: 'end' }]
    await saveFlow(ana, flowId, { nodes, connections })
    expect((await getPhrase(ana, id)).flowStarts).toBe(true)
    await updateFlow(ana, { flowId, active: false })
    expect((await getPhrase(ana, id)).flowStarts).toBe(false)
  })

  test('that a message cannot match are not read, and the others start the flow that a comparison of all starts', async () => {
    const { ana, flowId, whatsappId } = await withFlow()
    const position = { x: 0, y: 0 }
    const nodes = [
      { id: '1', type: 'start', position, data: {} },
      { id: 'end', type: 'end', position, data: {} },
    ]
    const connections = [{ id: 'e', source: '1', sourceHandle: 'a', target: 'end' }]
    await saveFlow(ana, flowId, { nodes, connections })
    const words = ['oferta', 'bolo de milho', '10%', 'promoção', 'bolo', '#promo', 'milho']
    for (const [at, word] of words.entries())
      for (const matching of ['exact', 'contains'] as const)
        await createPhrase(ana, { name: `${word} ${at}`, flowId, phrase: word, matching })
    const all = await ana.db.select('flow_phrases').select(['flowId', 'searchText', 'matching']).orderBy('id').execute()
    const rules = (await readBotRules(ana, whatsappId)) as BotRules
    const found = async (text: string) => (await withPhrases(ana, rules, whatsappId, text)).phrases
    for (const text of ['Oferta', 'quero bolo de milho!', 'PROMOCAO', 'contraoferta', 'dou 10% hoje', 'xyz', '', '?']) {
      const phrases = await found(text)
      expect([text, findPhrase(phrases, text)]).toEqual([text, findPhrase(all, text)])
      expect(phrases.length).toBeLessThanOrEqual(3)
    }
    expect(await found('x'.repeat(4097))).toEqual([])
    await updateFlow(ana, { flowId, active: false })
    expect(await found('oferta')).toEqual([])
  })

  test('name active phrases with the same text on the same connection', async () => {
    const { ana, flowId, whatsappId } = await withFlow()
    const first = await createPhrase(ana, { name: 'Um', flowId, phrase: 'Olá' })
    const second = await createPhrase(ana, { name: 'Dois', flowId, phrase: ' OLA ', whatsappId })
    expect([second.sameAs, (await getPhrase(ana, first.id)).sameAs]).toEqual([['Um'], ['Dois']])
    await updatePhrase(ana, { id: first.id, status: false })
    expect((await listPhrases(ana)).map(({ sameAs }) => sameAs)).toEqual([[], []])
  })

  test('are refused with a flow, connection or text that the company does not have', async () => {
    const { ana, scopeOf, flowId } = await withFlow()
    const input = { name: 'Oferta', flowId, phrase: 'Oferta' }
    const { id } = await createPhrase(ana, input)
    await expect(createPhrase(ana, { ...input, flowId: 999 })).rejects.toThrow('ERR_NO_FLOW_FOUND')
    await expect(updatePhrase(ana, { id, whatsappId: 999 })).rejects.toThrow('ERR_NO_WAPP_FOUND')
    // A combining accent alone folds to nothing.
    await expect(createPhrase(ana, { ...input, phrase: '\u0301' })).rejects.toMatchObject({
      code: 'ERR_VALIDATION',
      detail: { fields: ['phrase'] },
    })
    await expect(getPhrase(scopeOf('rui'), id)).rejects.toThrow('ERR_NO_FLOW_CAMPAIGN_FOUND')
    expect(await listPhrases(ana)).toHaveLength(1)
  })

  test('are refused beyond the number that is compared with each message', async () => {
    const { ana, flowId, acme } = await withFlow()
    const row = { name: 'x', flowId, whatsappId: null, phrase: 'x', searchText: 'x' }
    await acme.transaction(async (tx) => {
      for (let number = 0; number < limits.phrases; number++) await tx.insert('flow_phrases', row).execute()
    })
    await expect(createPhrase(ana, { name: 'Oferta', flowId, phrase: 'y' })).rejects.toThrow('ERR_TOO_MANY_PHRASES')
  })

  test('of a deleted connection are switched off', async () => {
    const { ana, flowId, whatsappId } = await withFlow()
    const { id } = await createPhrase(ana, { name: 'Oferta', flowId, phrase: 'Oferta', whatsappId })
    await deleteConnection(ana, whatsappId)
    expect(await getPhrase(ana, id)).toMatchObject({ whatsappId: null, status: false })
  })

  test('are deleted', async () => {
    const { ana, flowId } = await withFlow()
    const { id } = await createPhrase(ana, { name: 'Oferta', flowId, phrase: 'Oferta' })
    expect(await deletePhrase(ana, id)).toEqual({ id })
    await expect(deletePhrase(ana, id)).rejects.toThrow('ERR_NO_FLOW_CAMPAIGN_FOUND')
  })
})
