import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { createFlowWithDraft } from '../../../src/features/automation/flows/create-with-draft'
import { exportFlow } from '../../../src/features/automation/flows/files/export-flow'
import { importFlow } from '../../../src/features/automation/flows/files/import-flow'
import type { IntegrationInput } from '../../../src/features/automation/integrations/model'
import { createIntegration } from '../../../src/features/automation/integrations/service'
import { createPrompt } from '../../../src/features/automation/prompts/service'
import { attachFile } from '../../../src/features/platform/media/attach'
import { readFlow } from '../../../src/shared/flow/read'
import { createCompanyWithFlow, definitionOf, exported, stateOf } from '../../flow-file-company'
import { bodyOf, edge, everyKind, node } from '../../flow-files'
import { createInstallation } from '../../installation'
import { mp3 } from '../../sample-files'
import { sizeOf } from '../../size'

describe('a flow that is exported and imported', () => {
  test('into the same company has the same definition, with the files that exist', async () => {
    const { ana, flow } = await createCompanyWithFlow()
    const files = await ana.db.select('media').select('id').execute()
    const imported = await importFlow(ana, bodyOf(await exported(ana, flow.id)))
    expect(imported).toMatchObject({ source: 'balcao', notes: [], flow: { name: 'Recepção 2', version: null } })
    expect(await definitionOf(ana, imported.flow.id)).toEqual(await definitionOf(ana, flow.id))
    expect(await ana.db.select('media').select('id').execute()).toEqual(files)
    const kept = await ana.db.select('flow_media').select('mediaId').where('flowId', '=', imported.flow.id).execute()
    expect(kept).toHaveLength(3)
  })

  test('into another company has that company’s rows by name and files of its own', async () => {
    const { installation, ana, flow, ids } = await createCompanyWithFlow()
    const rui = installation.scopeOf('rui')
    const imported = await importFlow(rui, bodyOf(await exported(ana, flow.id)))
    expect(imported.notes).toEqual([
      { code: 'tagNotFound', place: '', detail: 'VIP' },
      { code: 'queueNotFound', place: '', detail: 'Suporte' },
    ])
    const media = await rui.db.select('media').select(['id', 'originalName', 'sha256']).execute()
    const idOf = (name: string) => media.find(({ originalName }) => originalName === name)?.id as string
    const files = { image: idOf('foto.png'), audio: idOf('voz.ogg'), video: idOf('filme.mp4') }
    const expected = readFlow(everyKind({ ...ids, ...files }))
    for (const { kind, data } of expected.nodes) {
      if (kind === 'ticket' || kind === 'prompt') data.queueId = null
      if (kind === 'tag') data.tagId = null
    }
    expect(await definitionOf(rui, imported.flow.id)).toEqual(expected)
    const own = await ana.db.select('media').select('sha256').orderBy('sha256').execute()
    expect(media.map(({ sha256 }) => sha256).sort()).toEqual(own.map(({ sha256 }) => sha256))
  })

  test('names saved prompts and integrations, which another company finds by name and never by id', async () => {
    const { scopeOf } = await createInstallation()
    const [ana, rui] = [scopeOf('ana'), scopeOf('rui')]
    const prompt = {
      ...{
        name: 'Aurora',
        prompt: 'Você atende os clientes da Padaria Aurora com frases curtas.',
        model: 'gpt-4o-mini',
      },
      ...{ maxTokens: 100, temperature: 0.5, maxMessages: 4, apiKey: 'sk-0123456789' },
    }
    const bot: IntegrationInput = { type: 'typebot', name: 'Loja', urlN8N: 'https://bot.test', typebotSlug: 'loja' }
    const { id: promptId } = await createPrompt(ana, { ...prompt, queueId: 1 })
    const { id: integrationId } = await createIntegration(ana, bot)
    await createIntegration(rui, { ...bot, name: 'Outra' })
    const own = await createIntegration(rui, { ...bot, name: 'LOJA' })
    const content = {
      nodes: [
        node('1', 'start'),
        node('ai', 'openai', { typebotIntegration: { promptId } }),
        node('bot', 'typebot', { typebotIntegration: { integrationId } }),
      ],
      connections: [edge('1', 'ai'), edge('ai', 'bot')],
    }
    const flow = await ana.transaction((scope) => createFlowWithDraft(scope, 'Programas', content))
    const file = await exported(ana, flow.id)
    const again = await importFlow(ana, bodyOf(file))
    expect(await definitionOf(ana, again.flow.id)).toEqual(readFlow(content))
    const { flow: foreign, notes } = await importFlow(rui, bodyOf(file))
    expect(notes).toEqual([{ code: 'programNotFound', place: '', detail: 'Aurora' }])
    expect((await definitionOf(rui, foreign.id)).nodes).toMatchObject([
      ...[{ kind: 'start' }, { data: { promptId: null } }, { data: { integrationId: own.id } }],
    ])
  })

  test('without its files names each missing one', async () => {
    const { installation, ana, flow } = await createCompanyWithFlow()
    const { notes } = await importFlow(installation.scopeOf('rui'), bodyOf(await exported(ana, flow.id, false)))
    expect(notes.filter(({ code }) => code === 'fileMissing').map(({ place }) => place)).toEqual([
      ...['flow.nodes.3', 'flow.nodes.3', 'flow.nodes.4', 'flow.nodes.5', 'flow.nodes.6'],
    ])
  })

  test('leaves keys and the values of its headers behind', async () => {
    const { ana } = await createCompanyWithFlow()
    const secret = 'sk-secret-1234'
    const content = {
      nodes: [
        node('1', 'start'),
        node('ai', 'openai', { typebotIntegration: { prompt: 'x', apiKey: secret, voiceKey: secret } }),
        node('r', 'request', {
          url: 'https://api.test',
          headers: [
            { name: 'Authorization', value: secret },
            { name: 'accept', value: 'text/plain' },
          ],
        }),
      ],
      connections: [edge('1', 'ai'), edge('ai', 'r')],
    }
    const { id } = await ana.transaction((scope) => createFlowWithDraft(scope, 'Com chaves', content))
    const file = await exported(ana, id)
    expect(file).not.toContain(secret)
    expect(file).toContain('text/plain')
  })

  test('names an MP3 that is marked as a voice message', async () => {
    const { ana } = await createCompanyWithFlow()
    const mediaId = await attachFile(
      ana,
      { stream: () => new Blob([mp3()]).stream(), name: 'oi.mp3' },
      (_, { id }) => id,
    )
    const content = {
      nodes: [
        node('1', 'start'),
        node('a', 'audio', { url: mediaId, record: true }),
        node('b', 'audio', { url: mediaId, record: false }),
      ],
      connections: [edge('1', 'a'), edge('a', 'b')],
    }
    const { id } = await ana.transaction((scope) => createFlowWithDraft(scope, 'Voz', content))
    const { notes } = await importFlow(ana, bodyOf(await exported(ana, id)))
    expect(notes).toEqual([{ code: 'voiceAsAudio', place: 'flow.nodes.1', detail: 'oi.mp3' }])
  })

  test('larger than a file may be is refused with files and exported without them', async () => {
    const { ana, flow } = await createCompanyWithFlow()
    const size = 33 * 1024 * 1024
    await ana.transaction(({ db }) => db.update('media').set({ size }).execute())
    await expect(exportFlow(ana, flow.id, true)).rejects.toThrow('ERR_TOO_LARGE')
    expect(JSON.parse(await exported(ana, flow.id, false)).media).toEqual([])
  })

  test('is refused whole by a company without room for its files', async () => {
    const { installation, ana, flow } = await createCompanyWithFlow()
    const rui = installation.scopeOf('rui')
    const file = await exported(ana, flow.id)
    await installation.store.write(({ kysely }) =>
      kysely.insertInto('installation').values({ key: 'mediaQuota', value: '1' }).execute(),
    )
    await attachFile(rui, { stream: () => new Blob([new Uint8Array(999_999)]).stream(), name: 'a.bin' }, () => {})
    const before = await stateOf(rui)
    await expect(importFlow(rui, bodyOf(file))).rejects.toThrow('ERR_NO_ROOM')
    expect(await stateOf(rui)).toEqual(before)
  })

  test('random flows come back with the same definition', async () => {
    const { ana, ids } = await createCompanyWithFlow()
    const whole = everyKind(ids)
    await fc.assert(
      fc.asyncProperty(fc.subarray(whole.nodes.slice(1)), fc.subarray(whole.connections), async (nodes, edges) => {
        const kept = new Set(['1', ...nodes.map(({ id }) => id)])
        const connections = edges.filter(({ source, target }) => kept.has(source) && kept.has(target))
        const content = { nodes: [whole.nodes[0] as (typeof nodes)[0], ...nodes], connections }
        const { id } = await ana.transaction((scope) => createFlowWithDraft(scope, 'Acaso', content))
        const { flow } = await importFlow(ana, bodyOf(await exported(ana, id)))
        expect(await definitionOf(ana, flow.id)).toEqual(readFlow(content))
      }),
      { numRuns: sizeOf({ everyday: 12, full: 40 }) },
    )
  })
})
