import { describe, expect, test } from 'bun:test'
import { existsSync, readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { saveStream } from '../../../src/features/platform/media/files'
import { sweepMedia } from '../../../src/features/platform/media/sweep'
import { limits } from '../../../src/shared/limits'
import { createInstallation, errorAnswer, type Name } from '../../installation'
import { endlessRecording, png, recording } from '../../sample-files'

const file = (bytes: Uint8Array<ArrayBuffer>, name: string, type = '') => new File([bytes], name, { type })
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text))

/** Installation with Bob's open ticket and functions that upload, send and read files. */
async function createConversation() {
  const installation = await createInstallation()
  const { id: whatsappId } = await installation.insertConnection()
  installation.whatsapp.openConnections.add(whatsappId)
  const { id } = await installation.insertTicket({ status: 'open', userId: 3, queueId: 1, whatsappId })
  const get = (path: string, headers: Record<string, string> = {}) =>
    installation.app.handle(new Request(`http://localhost:3000${path}`, { headers }))
  const upload = async (name: Name, body: BodyInit, fileName: string, ticketId = id) =>
    installation.app.handle(
      new Request(`http://localhost:3000/api/messages/${ticketId}/upload?fileName=${encodeURIComponent(fileName)}`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${await installation.tokenOf(name)}` },
        body,
      }),
    )
  const send = async (values: object) => {
    const { data, error } = await installation.clientAs('bob').messages({ id }).post(values)
    if (error) return { error }
    return { message: data.messages[0] as NonNullable<(typeof data.messages)[0]>, messages: data.messages }
  }
  const listFiles = () =>
    readdirSync(installation.ports.media.directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
  return { ...installation, id, get, upload, send, listFiles }
}

describe('POST /messages/:ticketId with files', () => {
  test('limits the text of a file to the length of a caption, and stores nothing beyond it', async () => {
    const { send, listFiles, acme } = await createConversation()
    const picture = file(png(), 'foto.png')
    const { error } = await send({ body: 'x'.repeat(limits.caption.max + 1), medias: [picture] })
    expect(error).toMatchObject({ status: 422, value: { error: 'ERR_VALIDATION', fields: ['body'] } })
    expect([listFiles(), await acme.select('messages').select('id').execute()]).toEqual([[], []])
    expect(await send({ body: 'x'.repeat(limits.caption.max), medias: [picture] })).toMatchObject({
      message: { mediaType: 'image' },
    })
    expect(await send({ body: 'x'.repeat(limits.caption.max + 1) })).toMatchObject({ message: { mediaType: 'chat' } })
  })

  test('sends an image with detected type, size, thumbnail and caption', async () => {
    const { send, jobs, whatsapp, get } = await createConversation()
    const { message } = await send({ body: 'veja', medias: [file(png(), 'foto.txt', 'text/plain')] })
    expect(message).toMatchObject({
      body: 'veja',
      mediaType: 'image',
      mediaStatus: 'ready',
      detail: { fileName: 'foto.txt', mime: 'image/png', width: 200, height: 100 },
    })
    expect(message?.detail?.thumbnail).toStartWith('data:image/jpeg;base64,')
    await jobs.settle()
    expect(whatsapp.sent).toMatchObject([
      {
        content: {
          type: 'media',
          kind: 'image',
          mime: 'image/png',
          caption: 'veja',
          thumbnail: expect.stringMatching(/^\/9j/),
        },
      },
    ])
    const response = await get(message?.mediaUrl ?? '')
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(png())
  })

  test.each([
    ['<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'logo.svg'],
    ['<!doctype html><script>alert(1)</script>', 'pagina.png'],
    ['GIF89a', 'anima.gif'],
    ['a;b\n1;2', 'tabela.csv'],
  ])('sends %s named %s as a document that browsers download and do not render', async (content, name) => {
    const { send, get } = await createConversation()
    const { message } = await send({ medias: [file(bytesOf(content), name, 'image/png')] })
    expect(message).toMatchObject({ mediaType: 'application', detail: { fileName: name } })
    const response = await get(message?.mediaUrl ?? '')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('content-type')).not.toContain('html')
    const isInline = response.headers.get('content-disposition')?.startsWith('inline')
    expect(isInline).toBe(name.endsWith('.gif'))
  })

  test('sends several files as messages in their order, with the text on the first', async () => {
    const { send } = await createConversation()
    const { messages } = await send({ body: 'dois', medias: [file(png(), 'a.png'), file(bytesOf('x'), 'b.txt')] })
    expect(messages).toMatchObject([
      { body: 'dois', mediaType: 'image' },
      { body: '', mediaType: 'application' },
    ])
  })

  test.each(['webm', 'ogg'] as const)('sends a voice note recorded as %s as Ogg with Opus', async (format) => {
    const { send, jobs, whatsapp, listFiles } = await createConversation()
    const waveform = Array.from({ length: 64 }, (_, i) => i)
    const medias = [file(await recording(format, 1.5), `voz.${format}`)]
    const { message } = await send({ medias, voice: true, seconds: 99, waveform })
    expect(message).toMatchObject({
      mediaType: 'audio',
      detail: { voice: true, mime: 'audio/ogg; codecs=opus', waveform },
    })
    expect([1, 2]).toContain(message?.detail?.seconds as number)
    await jobs.settle()
    const [sent] = whatsapp.sent
    expect(sent).toMatchObject({ content: { kind: 'voice', waveform } })
    const path = sent?.content.type === 'media' ? sent.content.path : ''
    expect(await Bun.file(path).slice(0, 4).text()).toBe('OggS')
    expect(listFiles()).toHaveLength(1)
  })

  test.each([
    [async () => recording('webm', 0.4), 400, 'ERR_VOICE_TOO_SHORT'],
    [async () => png(), 415, 'ERR_MEDIA_TYPE'],
    [async () => endlessRecording(53), 415, 'ERR_MEDIA_TYPE'],
    [async () => endlessRecording(124), 415, 'ERR_MEDIA_TYPE'],
    [async () => new Uint8Array(limits.voiceFile + 1), 413, 'ERR_TOO_LARGE'],
  ])('refuses an invalid voice note with its error and stores no file', async (bytes, status, code) => {
    const { send, listFiles, acme } = await createConversation()
    const { error } = await send({ medias: [file(await bytes(), 'voz.webm')], voice: true })
    expect(error).toMatchObject({ status, value: { error: code } })
    expect(listFiles()).toEqual([])
    expect(await acme.select('messages').select('id').execute()).toEqual([])
  })

  test('stores no file for a pending ticket', async () => {
    const { acme, send, listFiles } = await createConversation()
    await acme.transaction((tx) => tx.update('tickets').set({ status: 'pending', userId: null }).execute())
    expect((await send({ medias: [file(png(), 'a.png')] })).error).toMatchObject({ status: 409 })
    expect(listFiles()).toEqual([])
  })

  test('stores one message and one file when a form is repeated with its Idempotency-Key', async () => {
    const { clientAs, id, listFiles } = await createConversation()
    const sendForm = () =>
      clientAs('bob')
        .messages({ id })
        .post({ medias: [file(png(), 'a.png')] }, { headers: { 'idempotency-key': 'k' } })
    const [first, second] = [await sendForm(), await sendForm()]
    expect(second.data).toEqual(first.data)
    expect(listFiles()).toHaveLength(1)
  })

  test('removes path separators and control characters from file names, which are no part of the path', async () => {
    const { send, get, listFiles } = await createConversation()
    const { message } = await send({ medias: [file(bytesOf('x'), '../../../etc/pass\u202ewd\r\nx: y')] })
    expect(listFiles()).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)])
    expect(message?.detail?.fileName).not.toMatch(/[/\r\n\u202e]/)
    const response = await get(message?.mediaUrl ?? '')
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename\*=UTF-8''[\w%.-]+$/)
  })
})

describe('PUT /messages/:ticketId/upload', () => {
  test('stores a file to be sent by its id, for users who may answer the ticket', async () => {
    const { upload, send, id } = await createConversation()
    const response = await upload('bob', png(), 'grande.png')
    const { mediaId } = (await response.json()) as { mediaId: string }
    expect(response.status).toBe(200)
    expect(await send({ body: 'oi', mediaIds: [mediaId] })).toMatchObject({
      message: { mediaType: 'image', body: 'oi' },
    })
    expect((await upload('caio', png(), 'a.png')).status).toBe(403)
    expect((await upload('rui', png(), 'a.png', id)).status).toBe(404)
    expect((await upload('bob', '', 'a.png')).status).toBe(400)
  })

  test('stores nothing of a file beyond the limit', async () => {
    const { scopeOf, listFiles } = await createConversation()
    async function* endless() {
      for (;;) yield new Uint8Array(1 << 20)
    }
    const saved = saveStream(scopeOf('bob'), endless(), 'a', 4 << 20)
    await expect(saved).rejects.toMatchObject({ code: 'ERR_TOO_LARGE', detail: { limit: 4 << 20 } })
    expect(listFiles()).toEqual([])
  })

  test('a media id of another company is refused when it is sent', async () => {
    const { systemScope, rival, send } = await createConversation()
    const foreign = await saveStream(systemScope('rival'), new Blob([png()]).stream(), 'a.png')
    await rival.transaction((tx) => tx.insert('media', foreign).execute())
    expect((await send({ mediaIds: [foreign.id] })).error).toMatchObject({
      status: 404,
      value: { error: 'ERR_NO_MEDIA_FOUND' },
    })
  })
})

describe('GET /media/:id', () => {
  async function sendImage() {
    const conversation = await createConversation()
    const { message } = await conversation.send({ medias: [file(png(), 'a.png')] })
    const url = message?.mediaUrl ?? ''
    return { ...conversation, url, mediaId: url.slice(7, 39) }
  }

  test('accepts the signed URL and no changed one', async () => {
    const { get, url, mediaId } = await sendImage()
    expect((await get(url)).status).toBe(200)
    const parts = new URL(url, 'http://x')
    const changed = (name: string, value: string) => {
      const other = new URL(parts)
      other.searchParams.set(name, value)
      return other.pathname + other.search
    }
    const later = String(Number(parts.searchParams.get('exp')) + 3600)
    for (const path of [
      changed('c', '2'),
      changed('exp', later),
      changed('sig', `${parts.searchParams.get('sig')}A`),
      changed('sig', ''),
      url.replace(mediaId, 'f'.repeat(32)),
      `/media/${mediaId}`,
      '/media/..%2f..%2fsecret.key',
    ])
      expect([path, (await get(path)).status]).toEqual([path, 404])
  })

  test('accepts tokens of the company only', async () => {
    const { get, mediaId, tokenOf } = await sendImage()
    const statusFor = async (name: Name) =>
      (await get(`/media/${mediaId}`, { authorization: `Bearer ${await tokenOf(name)}` })).status
    expect([await statusFor('bob'), await statusFor('rui')]).toEqual([200, 404])
  })

  test.each([
    ['bytes=0-3', 206, 'bytes 0-3/{n}', 4],
    ['bytes=-4', 206, 'bytes {n-4}-{n-1}/{n}', 4],
    ['bytes=10-', 206, 'bytes 10-{n-1}/{n}', -10],
    ['bytes=99999-', 416, 'bytes */{n}', 0],
    ['bytes=0-1,3-4', 200, null, 0],
    ['lines=1-2', 200, null, 0],
  ])('answers range %s with %i', async (range, status, contentRange, length) => {
    const { get, url } = await sendImage()
    const size = png().length
    const response = await get(url, { range })
    const expectedRange = contentRange
      ?.replace('{n-4}', `${size - 4}`)
      .replace('{n-1}', `${size - 1}`)
      .replace('{n}', `${size}`)
    expect(response.status).toBe(status)
    expect(response.headers.get('content-range')).toBe(expectedRange ?? null)
    const body = await response.arrayBuffer()
    if (status === 206) expect(body.byteLength).toBe(length < 0 ? size + length : length)
  })

  test('sends private cache-control and a sandbox policy', async () => {
    const { get, url } = await sendImage()
    const { headers } = await get(url)
    expect(headers.get('cache-control')).toContain('private')
    expect(headers.get('content-security-policy')).toContain('sandbox')
    expect(headers.get('content-type')).toBe('image/png')
  })
})

test('sweepMedia removes files without a reference that are older than a day', async () => {
  const { send, upload, platform, listFiles, ports, acme } = await createConversation()
  await send({ medias: [file(png(), 'usado.png')] })
  await upload('bob', png(), 'abandonado.png')
  const unreferenced = join(ports.media.directory, '1/2020/01', 'a'.repeat(32))
  await Bun.write(unreferenced, 'x')
  await sweepMedia(platform)
  expect(listFiles()).toHaveLength(3)
  utimesSync(unreferenced, 0, 0)
  await sweepMedia(platform, Date.now() + 25 * 3_600_000)
  expect(existsSync(unreferenced)).toBe(false)
  expect(listFiles()).toHaveLength(1)
  expect(await acme.select('media').select('originalName').execute()).toEqual([{ originalName: 'usado.png' }])
})

test('GET /messages/:ticketId without a token is refused', async () => {
  const { clientWithHeaders, id } = await createConversation()
  expect(await clientWithHeaders().messages({ id }).get({ query: {} })).toMatchObject(
    errorAnswer(403, 'ERR_SESSION_EXPIRED'),
  )
})
