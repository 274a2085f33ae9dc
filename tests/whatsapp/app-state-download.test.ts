import { afterAll, expect, test } from 'bun:test'
import { createCipheriv, randomBytes } from 'node:crypto'
import { downloadExternalBlob, getMediaKeys } from '@whiskeysockets/baileys'
import { guardBaileysTransfers } from '../../src/whatsapp/baileys-transfers'

/** Downloads of app state by Baileys' own code, from a server whose files have any length. */

guardBaileysTransfers(null)
const mebibyte = 2 ** 20
const mediaKey = randomBytes(32)
const content = randomBytes(3 * mebibyte)

/** Bytes of endless downloads that the server has sent. */
let sent = 0
const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  async fetch({ url }) {
    if (url.endsWith('/whole')) return new Response(await encrypted())
    if (url.endsWith('/announced')) return new Response(new Uint8Array(64 * mebibyte))
    return new Response(endless())
  },
})
afterAll(() => server.stop(true))

async function encrypted() {
  const { cipherKey, iv } = await getMediaKeys(mediaKey, 'md-app-state')
  const cipher = createCipheriv('aes-256-cbc', cipherKey, iv)
  return new Uint8Array(Buffer.concat([cipher.update(content), cipher.final(), randomBytes(10)]))
}

const endless = () =>
  new ReadableStream({
    async pull(controller) {
      await Bun.sleep(0)
      sent += mebibyte
      if (sent > 512 * mebibyte) controller.close()
      else controller.enqueue(new Uint8Array(mebibyte))
    },
  })

const download = (path: string) => downloadExternalBlob({ mediaKey, url: `${server.url}${path}` } as never, {})

test('app state of usual size is downloaded whole', async () => {
  expect((await download('whole')).equals(content)).toBe(true)
})

test('app state that announces 64 MB is refused', async () => {
  await expect(download('announced')).rejects.toThrow('Failed to fetch stream')
})

test('app state without an end is cut off at 32 MB, and fails', async () => {
  await expect(download('endless')).rejects.toThrow()
  expect(sent).toBeLessThan(128 * mebibyte)
})

test('other requests have no limit', async () => {
  const { length } = await (await fetch(`${server.url}announced`)).bytes()
  expect(length).toBe(64 * mebibyte)
})
