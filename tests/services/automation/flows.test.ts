import { describe, expect, test } from 'bun:test'
import { publishDraft, restoreVersion, saveDraft, saveFlow } from '../../../src/features/automation/flows/drafts'
import {
  getFlow,
  getFlowWithContent,
  getVersion,
  listFlows,
  listVersions,
} from '../../../src/features/automation/flows/read'
import { createFlow, deleteFlow, duplicateFlow, updateFlow } from '../../../src/features/automation/flows/service'
import { insertCampaign } from '../../campaign-rows'
import { createInstallation } from '../../installation'

const node = (id: string, type: string, data = {}) => ({ id, type, position: { x: 0, y: 0 }, data })
const edge = (source: string, target: string) => ({ id: `${source}-${target}`, source, sourceHandle: 'a', target })
const saying = (label: string) => ({
  nodes: [node('1', 'start'), node('m', 'message', { label })],
  connections: [edge('1', 'm')],
})

describe('flows', () => {
  test('have unique names within a company regardless of case and accents', async () => {
    const { scopeOf } = await createInstallation()
    const [ana, rui] = [scopeOf('ana'), scopeOf('rui')]
    const { id } = await createFlow(ana, 'Recepção')
    await createFlow(rui, 'Recepção')
    await expect(createFlow(ana, ' RECEPCAO')).rejects.toThrow('ERR_FLOW_NAME_EXISTS')
    expect(await updateFlow(ana, { flowId: id, active: false })).toMatchObject({ name: 'Recepção', active: false })
    expect((await listFlows(ana, { searchParam: 'recepcao' })).flows).toHaveLength(1)
    await expect(getFlow(rui, id)).rejects.toThrow('ERR_NO_FLOW_FOUND')
  })

  test('are copied with their draft under free names', async () => {
    const { scopeOf } = await createInstallation()
    const ana = scopeOf('ana')
    const { id } = await createFlow(ana, 'Um nome que já tem quase cinquenta letras, mesmo')
    await saveFlow(ana, id, saying('Oi'))
    const copy = await duplicateFlow(ana, { flowId: id })
    const second = await duplicateFlow(ana, { flowId: id })
    expect([copy.name.endsWith(' - cópia'), second.name.endsWith(' - cópia 2')]).toEqual([true, true])
    expect(copy.name.length).toBeLessThanOrEqual(50)
    expect(await getFlowWithContent(ana, copy.id)).toMatchObject({ version: null, flow: saying('Oi') })
  })

  test('keep a draft apart from the published versions', async () => {
    const { scopeOf } = await createInstallation()
    const ana = scopeOf('ana')
    const { id } = await createFlow(ana, 'Recepção')
    expect(await getFlowWithContent(ana, id)).toMatchObject({ flow: null, version: null, hasChanges: false })
    await saveDraft(ana, id, saying('Um'))
    expect(await getFlow(ana, id)).toMatchObject({ version: null, hasChanges: true })
    expect(await publishDraft(ana, id, 'Primeira')).toMatchObject({ version: 1, hasChanges: false })
    await Bun.sleep(2) // times have milliseconds
    expect(await saveDraft(ana, id, saying('Dois'))).toMatchObject({ version: 1, hasChanges: true })
    await publishDraft(ana, id)
    const restored = await restoreVersion(ana, id, 1)
    expect(restored).toMatchObject({ version: 3, flow: saying('Um') })
    const versions = await listVersions(ana, id)
    expect(versions.map(({ number, note, isPublished }) => [number, note, isPublished])).toEqual([
      [3, '#1', true],
      [2, '', false],
      [1, 'Primeira', false],
    ])
    expect(await getVersion(ana, id, 2)).toEqual(saying('Dois'))
    await expect(getVersion(ana, id, 4)).rejects.toThrow('ERR_NO_FLOW_FOUND')
  })

  test('are not published with errors, and keep the version before', async () => {
    const { scopeOf } = await createInstallation()
    const ana = scopeOf('ana')
    const { id } = await createFlow(ana, 'Recepção')
    await expect(publishDraft(ana, id)).rejects.toMatchObject({ code: 'ERR_FLOW_INVALID' })
    await saveDraft(ana, id, saying(' '))
    await expect(publishDraft(ana, id)).rejects.toMatchObject({
      code: 'ERR_FLOW_INVALID',
      detail: { lints: [{ node: 1, code: 'emptyText' }] },
    })
    const invalid = { nodes: [node('1', 'start')], connections: [edge('1', 'x')] }
    await expect(saveFlow(ana, id, invalid)).rejects.toMatchObject({
      detail: { fault: { reason: 'unknownNode', place: 'connections.0.target' } },
    })
    expect(await getFlowWithContent(ana, id)).toMatchObject({ version: null, flow: saying(' ') })
  })

  test('refuse a draft of an editor that has not seen the newest one', async () => {
    const { scopeOf } = await createInstallation()
    const ana = scopeOf('ana')
    const { id } = await createFlow(ana, 'Recepção')
    const { draftAt } = await saveDraft(ana, id, { ...saying('Um'), draftAt: null })
    await Bun.sleep(2) // times have milliseconds
    await saveDraft(ana, id, { ...saying('Dois'), draftAt })
    await expect(saveDraft(ana, id, { ...saying('Três'), draftAt })).rejects.toThrow('ERR_FLOW_CHANGED')
    expect((await getFlowWithContent(ana, id)).flow).toEqual(saying('Dois'))
  })

  test('refuse to publish or to go back while the draft is one that the editor has not seen', async () => {
    const { scopeOf } = await createInstallation()
    const ana = scopeOf('ana')
    const { id } = await createFlow(ana, 'Recepção')
    const { draftAt } = await saveFlow(ana, id, saying('Um'))
    await Bun.sleep(2) // times have milliseconds
    await saveDraft(ana, id, saying('Dois'))
    await expect(publishDraft(ana, id, '', { draftAt })).rejects.toThrow('ERR_FLOW_CHANGED')
    await expect(restoreVersion(ana, id, 1, draftAt)).rejects.toThrow('ERR_FLOW_CHANGED')
    const now = await getFlowWithContent(ana, id)
    expect(now).toMatchObject({ version: 1, flow: saying('Dois') })
    expect(await publishDraft(ana, id, '', { draftAt: now.draftAt })).toMatchObject({ version: 2 })
  })

  test('are not deleted while a phrase or a campaign that may still send starts them', async () => {
    const { scopeOf, acme } = await createInstallation()
    const ana = scopeOf('ana')
    const { id } = await createFlow(ana, 'Recepção')
    const phrase = { name: 'Oferta', flowId: id, whatsappId: null, phrase: 'Quero', searchText: 'quero' }
    await acme.transaction((tx) => tx.insert('flow_phrases', phrase).execute())
    await expect(deleteFlow(ana, id)).rejects.toMatchObject({
      code: 'ERR_FLOW_IN_USE',
      detail: { phrases: ['Oferta'], connections: [], integrations: [], campaigns: [] },
    })
    await acme.transaction((tx) => tx.delete('flow_phrases').execute())
    const campaign = await insertCampaign(acme, { name: 'Natal', status: 'PROGRAMADA' })
    const change = (values: object) =>
      acme.transaction((tx) => tx.update('campaigns').set(values).where('id', '=', campaign).execute())
    await change({ flowId: id })
    await expect(deleteFlow(ana, id)).rejects.toMatchObject({ detail: { phrases: [], campaigns: ['Natal'] } })
    await change({ status: 'FINALIZADA' })
    expect(await deleteFlow(ana, id)).toEqual({ id })
    await expect(getFlow(ana, id)).rejects.toThrow('ERR_NO_FLOW_FOUND')
  })

  test('are not published with a queue that the company does not have', async () => {
    const { scopeOf } = await createInstallation()
    const ana = scopeOf('ana')
    const { id } = await createFlow(ana, 'Recepção')
    const content = { nodes: [node('1', 'start'), node('q', 'ticket', { id: 999 })], connections: [edge('1', 'q')] }
    await expect(saveFlow(ana, id, content)).rejects.toMatchObject({
      detail: { lints: [{ node: 1, code: 'missingQueue' }] },
    })
  })
})
