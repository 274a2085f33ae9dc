import { afterAll, afterEach, expect, test } from 'bun:test'
import { startOpenAi } from '../../../emulator/openai/server'
import { startSpeech } from '../../../emulator/speech/server'
import { createPrompt } from '../../../src/features/automation/prompts/service'
import { acceptTicket } from '../../../src/features/inbox/tickets/state/change'
import { createFlowCompany, edge, node } from '../../flow-company'
import { until } from '../../until'

const key = 'sk-proj-0123456789abcdef'
const voiceKey = 'azure-0123456789abcdef'
const service = startOpenAi({ keys: [key] })
const speech = startSpeech({ keys: { brazilsouth: voiceKey } })
afterAll(async () => {
  await service.stop()
  await speech.stop()
})
afterEach(() => void speech.spoken.splice(0))

const settings = {
  ...{ name: 'Aurora', prompt: 'Você atende a Padaria Aurora com frases curtas. O bolo custa 30 reais.' },
  ...{ model: 'gpt-4o-mini', apiKey: key, baseUrl: service.url, queueId: 1 },
  ...{ maxTokens: 100, temperature: 1, maxMessages: 10 },
  ...{ voice: 'pt-BR-AntonioNeural', voiceRegion: 'brazilsouth', voiceKey },
}

/**
 * Company whose flow has the prompt of a node answer, and then says goodbye. `later` are fields that a publication would
 * refuse, as a version of an earlier release may have them.
 */
async function createTalkingFlow(laterNode: object = {}) {
  const company = await createFlowCompany({
    nodes: [
      node('1', 'start'),
      node('ai', 'openai', { typebotIntegration: settings }),
      node('bye', 'message', { label: 'Até logo!' }),
    ],
    connections: [edge('1', 'ai'), edge('ai', 'bye')],
  })
  company.ports.speechUrl = speech.url
  const { acme, flowId } = company
  const version = await acme.select('flow_versions').select('content').where('flowId', '=', flowId).executeTakeFirst()
  const content = JSON.parse(version?.content as string)
  Object.assign(content.nodes[1].data.typebotIntegration, laterNode)
  const change = { content: JSON.stringify(content) }
  await acme.transaction((tx) => tx.update('flow_versions').set(change).where('flowId', '=', flowId).execute())
  const calls = () => acme.select('prompt_calls').selectAll().orderBy('id').execute()
  const ownMessages = () => acme.select('messages').selectAll().where('fromMe', '=', 1).orderBy('id').execute()
  return { ...company, calls, ownMessages }
}

test('the prompt of a node speaks with its own key, and its words stay in the conversation', async () => {
  const { ask, calls, ownMessages, whatsapp } = await createTalkingFlow()
  service.sayNext('O bolo custa 30 reais.', 'De nada!')
  expect(await ask('quero comprar')).toEqual(['media'])
  expect(speech.spoken).toEqual([
    { voice: 'pt-BR-AntonioNeural', region: 'brazilsouth', words: 'O bolo custa 30 reais.' },
  ])
  expect(whatsapp.sent.at(-1)?.content).toMatchObject({ kind: 'voice', mime: 'audio/ogg; codecs=opus' })
  expect(await ownMessages()).toMatchObject([
    { body: 'O bolo custa 30 reais.', mediaType: 'audio', origin: 'flow', senderName: 'Triagem' },
  ])
  expect((await calls()).map(({ kind, promptId, outcome }) => [kind, promptId, outcome])).toEqual([
    ['chat', null, 'answered'],
    ['speech', null, 'answered'],
  ])
  expect(await ask('Obrigada')).toEqual(['media'])
  expect(service.chats.at(-1)?.messages.slice(1)).toEqual([
    { role: 'user', content: 'quero comprar' },
    { role: 'assistant', content: 'O bolo custa 30 reais.' },
    { role: 'user', content: 'Obrigada' },
  ])
})

test('a flow goes on after the last voice note of a node', async () => {
  const { ask, runs } = await createTalkingFlow()
  service.sayNext('Já chamo. Ação: Transferir para o setor de atendimento')
  expect(await ask('quero comprar')).toEqual(['media', 'Até logo!'])
  expect(await runs()).toMatchObject([{ state: 'done', end: 'end', programSays: null }])
})

test.each([
  ['a refused key', { voiceKey: 'azure-wrong-9876543210' }, 'keyRefused'],
  ['no key', { voiceKey: '' }, 'noKey'],
  ['a region that is no label of a host', { voiceRegion: 'evil.example/x' }, 'noKey'],
])('a node with %s sends its text once', async (_, fields, outcome) => {
  const { ask, calls, ownMessages } = await createTalkingFlow(fields)
  service.sayNext('O bolo custa 30 reais.')
  expect(await ask('quero comprar')).toEqual(['O bolo custa 30 reais.'])
  expect((await calls()).at(-1)).toMatchObject({ kind: 'speech', outcome })
  expect(await ownMessages()).toHaveLength(1)
})

test('a node with a voice that does not exist sends text', async () => {
  const { ask, calls } = await createTalkingFlow({ voice: 'pt-BR-NobodyNeural' })
  service.sayNext('O bolo custa 30 reais.')
  expect(await ask('quero comprar')).toEqual(['O bolo custa 30 reais.'])
  expect((await calls()).map(({ kind }) => kind)).toEqual(['chat'])
})

test('a node that names a saved prompt speaks with the voice of that prompt', async () => {
  const { acme, scopeOf, ask, flowId, calls } = await createTalkingFlow()
  const { queueId, ...values } = settings
  const prompt = await createPrompt(scopeOf('ana'), { ...values, queueId, voice: 'pt-BR-YaraNeural' })
  const content = { nodes: [node('1', 'start'), node('ai', 'openai', { typebotIntegration: { promptId: prompt.id } })] }
  await acme.transaction((tx) =>
    tx
      .update('flow_versions')
      .set({ content: JSON.stringify({ ...content, connections: [edge('1', 'ai')] }) })
      .where('flowId', '=', flowId)
      .execute(),
  )
  service.sayNext('O bolo custa 30 reais.')
  expect(await ask('quero comprar')).toEqual(['media'])
  expect(speech.spoken[0]?.voice).toBe('pt-BR-YaraNeural')
  expect((await calls()).at(-1)).toMatchObject({ kind: 'speech', promptId: prompt.id })
})

test('an agent who accepts while the voice is asked for hears nothing more of the node', async () => {
  const { ask, scopeOf, ticketOf, ownMessages, runs } = await createTalkingFlow()
  const release = speech.hold()
  service.sayNext('O bolo custa 30 reais.')
  const settled = ask('quero comprar')
  await until('the call', async () => speech.spoken.length === 1)
  expect(JSON.parse((await runs())[0]?.programSays as string).says[0].voice).toBe('asked')
  await acceptTicket(scopeOf('ana'), (await ticketOf()).id)
  release()
  await settled
  expect(await ownMessages()).toEqual([])
})
