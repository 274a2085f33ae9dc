import { afterAll, expect, test } from 'bun:test'
import { startSpeech } from '../../../emulator/speech/server'
import { createPrompt } from '../../../src/features/automation/prompts/service'
import { testVoice } from '../../../src/features/automation/prompts/speech/test-voice'
import { createInstallation } from '../../installation'

const voiceKey = 'azure-0123456789abcdef'
const speech = startSpeech({ keys: { brazilsouth: voiceKey } })
afterAll(() => speech.stop())
const yara = { voice: 'pt-BR-YaraNeural', voiceRegion: 'brazilsouth' } as const

async function createInstallationWithSpeech() {
  const installation = await createInstallation()
  installation.ports.speechUrl = speech.url
  return installation
}

test('a test speaks a sentence with the typed key, and is in the log with its cost', async () => {
  const { scopeOf, acme } = await createInstallationWithSpeech()
  const { audio, ...result } = await testVoice(scopeOf('ana'), { ...yara, voiceKey })
  expect(Buffer.from(audio, 'base64').subarray(0, 4).toString()).toBe('OggS')
  const characters = speech.spoken.at(-1)?.words.length as number
  expect(result).toMatchObject({ outcome: 'answered', detail: '', characters, cost: characters * 15 })
  const calls = await acme.select('prompt_calls').selectAll().execute()
  expect(calls).toMatchObject([{ kind: 'speechTest', model: yara.voice, characters, promptId: null }])
})

test.each(['', '••••cdef', undefined])('a test with the key %p uses the stored key of the prompt', async (typed) => {
  const { scopeOf } = await createInstallationWithSpeech()
  const scope = scopeOf('ana')
  const { id: promptId } = await createPrompt(scope, {
    ...{ name: 'Atendimento', prompt: 'Você atende os clientes da Padaria Aurora com frases curtas.' },
    ...{ model: 'gpt-4o-mini', maxTokens: 100, temperature: 0.7, maxMessages: 10, apiKey: 'sk-proj-0123456789' },
    ...{ queueId: 1, ...yara, voiceKey },
  })
  expect(await testVoice(scope, { ...yara, voiceKey: typed, promptId })).toMatchObject({ outcome: 'answered' })
})

test('a test with a refused or missing key returns that as its result, without a second attempt', async () => {
  const { scopeOf } = await createInstallationWithSpeech()
  const before = speech.requests()
  const refused = await testVoice(scopeOf('ana'), { ...yara, voiceKey: 'azure-wrong-9876543210' })
  expect(refused).toMatchObject({ outcome: 'keyRefused', audio: '', cost: 0 })
  expect(await testVoice(scopeOf('ana'), yara)).toMatchObject({ outcome: 'noKey', audio: '' })
  speech.failNext({ status: 502 })
  expect(await testVoice(scopeOf('ana'), { ...yara, voiceKey })).toMatchObject({ outcome: 'unreachable', audio: '' })
  expect(speech.requests() - before).toBe(2)
})

test('a test of a prompt of another company is not found', async () => {
  const { scopeOf } = await createInstallationWithSpeech()
  const input = { ...yara, voiceKey, promptId: 999 }
  await expect(testVoice(scopeOf('ana'), input)).rejects.toMatchObject({ code: 'ERR_NO_PROMPT_FOUND' })
})
