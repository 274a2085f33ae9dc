import { afterAll, afterEach, describe, expect, test } from 'bun:test'
import { startSpeech } from '../../../emulator/speech/server'
import { BadConfig } from '../../../src/bad-config'
import { readConfig } from '../../../src/config'
import { createOutside } from '../../../src/core/net/outside-request'
import { ServiceError } from '../../../src/features/automation/prompts/ask/ask-service'
import { askSpeech, speechUrl } from '../../../src/features/automation/prompts/speech/ask-speech'
import { ssmlOf } from '../../../src/features/automation/prompts/speech/ssml'
import { regionForm, spokenWords, voiceIds } from '../../../src/shared/voices'

const key = 'azure-0123456789abcdef'
const service = startSpeech({ keys: { brazilsouth: key } })
afterAll(() => service.stop())
afterEach(() => void service.spoken.splice(0))
const send = createOutside(['127.0.0.1'])

const francisca = { voice: 'pt-BR-FranciscaNeural', region: 'brazilsouth', key }
const speak = (words: string, change: Partial<typeof francisca> = {}) =>
  askSpeech(send, service.url, { ...francisca, ...change }, words)
const problemOf = async (answer: Promise<unknown>) => {
  const error = await answer.then(
    () => null,
    (thrown) => thrown,
  )
  expect(error).toBeInstanceOf(ServiceError)
  return { problem: error.problem, detail: error.detail as string }
}

describe('a text that a voice speaks', () => {
  test('is a file in Ogg, and the service got the voice, the region and the words', async () => {
    const bytes = await speak('Abrimos às 6h.')
    expect(new TextDecoder().decode(bytes.slice(0, 4))).toBe('OggS')
    expect(service.spoken).toEqual([{ voice: 'pt-BR-FranciscaNeural', region: 'brazilsouth', words: 'Abrimos às 6h.' }])
  })

  test.each([
    'Pão & café < R$ 10 > "hoje" \'só\'',
    '</voice></speak><voice name="x">',
    ']]> &amp; &lt; <!-- -->',
    'Linha um\nLinha dois\té 😀 𝒳',
  ])('reaches the service with the characters of %j', async (words) => {
    await speak(words)
    expect(service.spoken[0]?.words).toBe(words)
  })

  test.each(voiceIds)('may have the voice %s', async (voice) => {
    await speak('Oi', { voice })
    expect(service.spoken[0]?.voice).toBe(voice)
  })
})

describe('the service', () => {
  test('refuses a wrong key, whose text is not in the detail', async () => {
    const { problem, detail } = await problemOf(speak('Oi', { key: 'azure-wrong-9876543210' }))
    expect(problem).toBe('keyRefused')
    expect(detail).toStartWith('401 Access denied due to invalid subscription key')
    expect(detail).not.toContain('9876543210')
  })

  test('refuses a key of another region', async () => {
    expect((await problemOf(speak('Oi', { region: 'eastus' }))).problem).toBe('keyRefused')
  })

  const request = (headers: Record<string, string>, body = ssmlOf('pt-BR-YaraNeural', 'Oi')) =>
    fetch(speechUrl(service.url, 'brazilsouth'), {
      method: 'POST',
      headers: {
        'ocp-apim-subscription-key': key,
        'content-type': 'application/ssml+xml',
        'x-microsoft-outputformat': 'ogg-24khz-16bit-mono-opus',
        'user-agent': 'test',
        ...headers,
      },
      body,
    })
  test.each([
    [401, { 'ocp-apim-subscription-key': '' }, undefined],
    [415, { 'content-type': 'application/json' }, undefined],
    [400, { 'x-microsoft-outputformat': 'flac' }, undefined],
    [400, {}, '<speak version="1.0" xml:lang="pt-BR">Oi</speak>'],
    [400, {}, ssmlOf('pt-BR-NobodyNeural', 'Oi')],
    [400, {}, ssmlOf('pt-BR-YaraNeural', 'Pão').replace('Pão', 'Pão & café')],
    [400, {}, 'Oi'],
    [200, {}, undefined],
  ])('answers %p to a request with %p and the document %p', async (status, headers, body) => {
    expect((await request(headers as Record<string, string>, body)).status).toBe(status)
  })
})

describe('a request that fails', () => {
  test.each([
    [{ status: 429, retryAfter: 1 }, 2],
    [{ status: 502 }, 2],
  ])('with %p is made a second time', async (fault, expected) => {
    const before = service.requests()
    service.failNext(fault)
    await speak('Oi')
    expect(service.requests() - before).toBe(expected)
  })

  test.each([
    [{ status: 429 }, 'limited'],
    [{ status: 500 }, 'unreachable'],
  ] as const)('twice with %p ends as %s', async (fault, problem) => {
    const before = service.requests()
    service.failNext(fault, fault)
    expect((await problemOf(speak('Oi'))).problem).toBe(problem)
    expect(service.requests() - before).toBe(2)
  })

  test.each([
    ['an HTML page', { body: '<html>Oi</html>', type: 'text/html' }, 'invalid'],
    ['nine megabytes', { body: new Uint8Array(9 * 1024 * 1024), type: 'audio/ogg' }, 'invalid'],
    ['the status 400', { status: 400 }, 'refused'],
    ['the status 415', { status: 415 }, 'refused'],
  ] as const)('with %s is not made again', async (_, fault, problem) => {
    const before = service.requests()
    service.failNext(fault)
    expect((await problemOf(speak('Oi'))).problem).toBe(problem)
    expect(service.requests() - before).toBe(1)
  })

  test.each(['evil.example/x', 'a.b', 'a@b', 'A', '-a', 'a-', 'a'.repeat(41), 'a\nb', ''])(
    'because %j is no region sends nothing',
    async (region) => {
      const before = service.requests()
      expect((await problemOf(speak('Oi', { region }))).problem).toBe('refused')
      expect(service.requests()).toBe(before)
      expect(regionForm.test(region)).toBe(false)
    },
  )

  test('because no server has the address ends as unreachable', async () => {
    const answer = askSpeech(createOutside([]), service.url, francisca, 'Oi')
    expect(await problemOf(answer)).toEqual({ problem: 'unreachable', detail: 'address' })
  })
})

describe('the address of the speech service', () => {
  const read = (url?: string) => readConfig({ BALCAO_SPEECH_URL: url }).speechUrl
  test('is that of Azure, unless BALCAO_SPEECH_URL names another', () => {
    expect(read()).toBe('https://{region}.tts.speech.microsoft.com')
    expect(read('https://{region}.tts.speech.azure.us/')).toBe('https://{region}.tts.speech.azure.us')
    expect(read('http://speech:5000')).toBe('http://speech:5000')
  })
  test.each([
    'speech:5000',
    'ftp://speech',
    'https://u:p@speech',
    'https://speech?x=1',
    'https://speech/#x',
    'https://',
  ])('%s is refused', (url) => expect(() => read(url)).toThrow(BadConfig))
})

test('speechUrl replaces the region in the address of Azure', () => {
  expect(speechUrl('https://{region}.tts.speech.microsoft.com', 'brazilsouth')).toBe(
    'https://brazilsouth.tts.speech.microsoft.com/cognitiveservices/v1',
  )
})

test.each([
  ['Abrimos às 6h.', 'Abrimos às 6h.'],
  ['*Bolo* de _milho_: ~30~ `25` reais 🎂❤️👍🏽', 'Bolo de milho: 30 25 reais'],
  ['Oi\u0000\u0007 \ud800você', 'Oi você'],
  ['👍', null],
  ['…', null],
  ['Veja https://loja.example/bolos', null],
  ['Veja www.loja.example', null],
  ['Escreva para oi@loja.example', null],
])('spokenWords of the answer %j is %j', (text, words) => {
  expect(spokenWords(text)).toBe(words)
})

test('an answer of more than 3000 characters is not spoken', () => {
  const long = 'a'.repeat(3000)
  expect([spokenWords(long), spokenWords(`${long}a`)]).toEqual([long, null])
})
