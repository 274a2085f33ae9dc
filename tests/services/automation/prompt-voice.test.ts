import { afterAll, afterEach, describe, expect, test } from 'bun:test'
import { startOpenAi } from '../../../emulator/openai/server'
import { startSpeech } from '../../../emulator/speech/server'
import { enqueueProgram } from '../../../src/features/automation/bot/session'
import type { PromptInput } from '../../../src/features/automation/prompts/model'
import { createPrompt } from '../../../src/features/automation/prompts/service'
import { acceptTicket } from '../../../src/features/inbox/tickets/state/change'
import type { SettingKey } from '../../../src/shared/settings'
import { createBotCompany } from '../../bot-company'
import { makeJobsDue } from '../../make-jobs-due'
import { until } from '../../until'

const key = 'sk-proj-0123456789abcdef'
const voiceKey = 'azure-0123456789abcdef'
const service = startOpenAi({ keys: [key] })
const speech = startSpeech({ keys: { brazilsouth: voiceKey } })
afterAll(async () => {
  await service.stop()
  await speech.stop()
})
afterEach(() => {
  service.chats.splice(0)
  speech.spoken.splice(0)
})

const input: PromptInput = {
  name: 'Aurora',
  prompt: 'Você atende a Padaria Aurora. Abrimos de segunda a sábado, das 6h às 20h. O bolo de milho custa 30 reais.',
  model: 'gpt-4o-mini',
  maxTokens: 100,
  temperature: 0.5,
  maxMessages: 10,
  apiKey: key,
  baseUrl: service.url,
  queueId: 1,
  voice: 'pt-BR-FranciscaNeural',
  voiceRegion: 'brazilsouth',
  voiceKey,
}

/** Company whose connection has a prompt that speaks; `ask` sends a message and returns what the customer received. */
async function createSpeakingCompany(
  change: Partial<PromptInput> = {},
  settings: Partial<Record<SettingKey, string>> = {},
) {
  const company = await createBotCompany({ settings })
  const { acme, scopeOf, whatsappId, write, number, jobs, ports, whatsapp } = company
  ports.speechUrl = speech.url
  const prompt = await createPrompt(scopeOf('ana'), { ...input, ...change })
  await acme.transaction((tx) =>
    tx.update('connections').set({ promptId: prompt.id }).where('id', '=', whatsappId).execute(),
  )
  const settle = async () => {
    await makeJobsDue(ports.store)
    await jobs.settle()
    return company.sentTo(number)
  }
  const ask = async (body: string) => [...(await write(body)), ...(await settle()), ...(await settle())]
  const calls = () => acme.select('prompt_calls').selectAll().orderBy('id').execute()
  const month = () => acme.select('prompt_months').select(['calls', 'tokens', 'cost']).executeTakeFirst()
  const ownMessages = () => acme.select('messages').selectAll().where('fromMe', '=', 1).orderBy('id').execute()
  const lastContent = () => whatsapp.sent.at(-1)?.content
  return { ...company, prompt, ask, settle, calls, month, ownMessages, lastContent }
}
const alerts = ({ published }: Awaited<ReturnType<typeof createSpeakingCompany>>) =>
  published.filter(({ entity }) => entity === 'promptAlert').map(({ payload }) => payload)

describe('a prompt with a voice', () => {
  test('answers with a voice note whose words stay in the conversation', async () => {
    const { ask, ownMessages, lastContent, acme } = await createSpeakingCompany()
    service.sayNext('O *bolo de milho* custa 30 reais. 🎂')
    expect(await ask('Quanto custa o bolo?')).toEqual(['media'])
    expect(speech.spoken).toEqual([
      { voice: 'pt-BR-FranciscaNeural', region: 'brazilsouth', words: 'O bolo de milho custa 30 reais.' },
    ])
    expect(lastContent()).toMatchObject({ type: 'media', kind: 'voice', mime: 'audio/ogg; codecs=opus', seconds: 2 })
    const [message] = await ownMessages()
    expect(message).toMatchObject({ body: 'O *bolo de milho* custa 30 reais. 🎂', mediaType: 'audio', origin: 'bot' })
    const media = await acme
      .select('media')
      .selectAll()
      .where('id', '=', message?.mediaId as string)
      .execute()
    expect(media).toMatchObject([{ mime: 'audio/ogg; codecs=opus' }])
  })

  test('has both calls in the log, and the characters cost 15 millionths of a dollar each', async () => {
    const { ask, calls, month, prompt, ticketOf } = await createSpeakingCompany()
    service.sayNext('Custa 30 reais.')
    await ask('Quanto custa o bolo?')
    const [chat, spoken] = await calls()
    expect(spoken).toMatchObject({
      ...{ kind: 'speech', model: 'pt-BR-FranciscaNeural', outcome: 'answered', characters: 15, cost: 225 },
      ...{ promptId: prompt.id, ticketId: (await ticketOf()).id, inputTokens: 0, outputTokens: 0 },
    })
    expect(spoken?.durationMs).toBeNumber()
    const { inputTokens = 0, outputTokens = 0, cost = 0 } = chat ?? {}
    expect(await month()).toEqual({ calls: 2, tokens: inputTokens + outputTokens, cost: cost + 225 })
  })

  test('tells the model what its voice has said', async () => {
    const { ask } = await createSpeakingCompany()
    service.sayNext('Custa 30 reais.')
    await ask('Quanto custa o bolo?')
    await ask('E amanhã?')
    expect(service.chats.at(-1)?.messages.slice(1)).toEqual([
      { role: 'user', content: 'Quanto custa o bolo?' },
      { role: 'assistant', content: 'Custa 30 reais.' },
      { role: 'user', content: 'E amanhã?' },
    ])
  })

  test('shows the customer that it records', async () => {
    const { ask, whatsapp } = await createSpeakingCompany()
    await ask('Oi')
    const shown = whatsapp.calls.filter(({ method }) => method === 'typing').map(({ args }) => args[1])
    expect(shown).toEqual(['recording'])
  })

  test.each(['Veja https://loja.example', '👍'])('answers %j in text without a call', async (said) => {
    const { ask, calls } = await createSpeakingCompany()
    service.sayNext(said)
    expect(await ask('Oi')).toEqual([said])
    expect((await calls()).map(({ kind }) => kind)).toEqual(['chat'])
  })

  test('hands the ticket over after the voice note', async () => {
    const { ask, ticketOf, attendanceOf } = await createSpeakingCompany()
    service.sayNext('Já chamo alguém. Ação: Transferir para o setor de atendimento')
    expect(await ask('Quero uma pessoa')).toEqual(['media'])
    expect(await ticketOf()).toMatchObject({ status: 'pending', queueId: 1, chatbot: 0 })
    expect(await attendanceOf()).toMatchObject({ botStage: 'done', programSays: null })
  })
})

test('sixteen voice notes within five minutes are a loop of two robots, as texts are', async () => {
  const { ask, ticketOf } = await createSpeakingCompany()
  for (let round = 1; round <= 17; round++) {
    if (round <= 16) service.sayNext('Sim, abrimos.')
    await ask(`Pergunta ${round}`)
  }
  expect(speech.spoken).toHaveLength(16)
  expect(await ticketOf()).toMatchObject({ botLoop: 1, chatbot: 0 })
})

describe('when the speech service', () => {
  test('refuses the key, the text is sent once, and admins are told', async () => {
    const company = await createSpeakingCompany({ voiceKey: 'azure-wrong-9876543210' })
    const { ask, calls, prompt, acme } = company
    service.sayNext('Custa 30 reais.')
    expect(await ask('Quanto custa o bolo?')).toEqual(['Custa 30 reais.'])
    expect((await calls()).map(({ kind, outcome, cost }) => [kind, outcome, cost > 0])).toEqual([
      ['chat', 'answered', true],
      ['speech', 'keyRefused', false],
    ])
    const row = await acme.select('prompts').select('voiceKeyRefusedAt').executeTakeFirstOrThrow()
    expect(row.voiceKeyRefusedAt).not.toBeNull()
    expect(alerts(company)).toEqual([{ action: 'keyRefused', service: 'voice', promptId: prompt.id, name: 'Aurora' }])
    service.sayNext('Sim.')
    await ask('E amanhã?')
    expect(alerts(company)).toHaveLength(1)
  })

  test.each([
    [{ status: 500 }, 2, 'unreachable'],
    [{ status: 429 }, 2, 'limited'],
    [{ body: '<p>Oi</p>', type: 'text/html' }, 1, 'invalid'],
  ] as const)('answers %p, the text is sent after %p requests', async (fault, requests, outcome) => {
    const { ask, calls } = await createSpeakingCompany()
    const before = speech.requests()
    service.sayNext('Custa 30 reais.')
    for (let each = 0; each < requests; each++) speech.failNext(fault)
    expect(await ask('Quanto custa o bolo?')).toEqual(['Custa 30 reais.'])
    expect(speech.requests() - before).toBe(requests)
    expect((await calls()).at(-1)).toMatchObject({ kind: 'speech', outcome })
  })

  test('sends what begins as Ogg and is none, the text is sent', async () => {
    const { ask } = await createSpeakingCompany()
    service.sayNext('Custa 30 reais.')
    speech.failNext({ body: `OggS${'x'.repeat(5000)}`, type: 'audio/ogg' })
    expect(await ask('Quanto custa o bolo?')).toEqual(['Custa 30 reais.'])
  })

  test('would exceed the budget, it is not asked and the text is sent', async () => {
    const { ask, calls, acme } = await createSpeakingCompany(
      { inputPrice: 0, outputPrice: 0 },
      { aiMonthlyDollars: '1' },
    )
    await acme.transaction((tx) =>
      tx
        .insert('prompt_months', { month: new Date().toISOString().slice(0, 7), calls: 1, tokens: 1, cost: 999_900 })
        .execute(),
    )
    const before = speech.requests()
    service.sayNext('Custa 30 reais.')
    expect(await ask('Quanto custa o bolo?')).toEqual(['Custa 30 reais.'])
    expect(speech.requests()).toBe(before)
    expect((await calls()).map(({ kind, outcome }) => [kind, outcome])).toEqual([
      ['chat', 'answered'],
      ['speech', 'budget'],
    ])
  })

  test('has no key because the prompt was imported, the text is sent', async () => {
    const { ask, calls, acme } = await createSpeakingCompany()
    await acme.transaction((tx) => tx.update('prompts').set({ voiceKeySealed: null }).execute())
    service.sayNext('Custa 30 reais.')
    expect(await ask('Quanto custa o bolo?')).toEqual(['Custa 30 reais.'])
    expect((await calls()).at(-1)).toMatchObject({ kind: 'speech', outcome: 'noKey', cost: 0 })
  })
})

describe('while the speech service is asked', () => {
  /** A company whose speech is under way, and its end. */
  async function createWaitingCompany() {
    const company = await createSpeakingCompany()
    const release = speech.hold()
    service.sayNext('Custa 30 reais.')
    await company.write('Quanto custa o bolo?')
    await makeJobsDue(company.ports.store)
    const settled = company.settle()
    await until('the call', async () => speech.spoken.length === 1)
    const end = () => {
      release()
      return settled
    }
    return { ...company, end }
  }

  test('an agent who accepts the ticket hears nothing more of the prompt', async () => {
    const { end, scopeOf, ticketOf, ownMessages, calls } = await createWaitingCompany()
    await acceptTicket(scopeOf('ana'), (await ticketOf()).id)
    await end()
    expect(await ownMessages()).toEqual([])
    expect((await calls()).at(-1)).toMatchObject({ kind: 'speech', outcome: 'answered' })
  })

  test('the answer is marked, so that the job of a killed process sends the text without a second call', async () => {
    const { end, attendanceOf, acme, settle, ownMessages, systemScope } = await createWaitingCompany()
    const { id, programSays } = await attendanceOf()
    expect(JSON.parse(programSays as string).says).toEqual([{ text: 'Custa 30 reais.', voice: 'asked' }])
    await acme.transaction((tx) => tx.update('attendances').set({ programSays: null }).where('id', '=', id).execute())
    await end()
    expect(await ownMessages()).toEqual([])
    await acme.transaction((tx) => tx.update('attendances').set({ programSays }).where('id', '=', id).execute())
    const [{ ticketId }, prompt] = [await attendanceOf(), { kind: 'prompt', id: 0 } as const]
    const before = speech.requests()
    await systemScope().transaction((scope) => enqueueProgram(scope, ticketId, prompt))
    await settle()
    expect(speech.requests()).toBe(before)
    expect((await ownMessages()).map(({ body, mediaType }) => [body, mediaType])).toEqual([['Custa 30 reais.', 'chat']])
  })
})
