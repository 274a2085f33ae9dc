import { expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { receiveBatch } from '../../../src/features/inbox/messages/receive/receive'
import { sweepMedia } from '../../../src/features/platform/media/sweep'
import { limits } from '../../../src/shared/limits'
import { personIdentity, textMessage } from '../../inbound-events'
import { createInstallation, errorAnswer } from '../../installation'

/** Bob's open ticket, with functions that set the quota and send and receive files. */
async function createConversation() {
  const installation = await createInstallation()
  const { id: whatsappId, companyId } = await installation.insertConnection()
  installation.whatsapp.openConnections.add(whatsappId)
  const contact = await installation.insertContact('acme', { number: '5511988887777' })
  const { id } = await installation.insertTicket({
    status: 'open',
    userId: 3,
    queueId: 1,
    whatsappId,
    contactId: contact.id,
  })
  const setQuota = async (megabytes: string) =>
    expect((await installation.clientAs('root').settings({ key: 'mediaQuota' }).put({ value: megabytes })).status).toBe(
      200,
    )
  const send = (bytes: number, name = 'dados.bin') =>
    installation
      .clientAs('bob')
      .messages({ id })
      .post({ medias: [new File([new Uint8Array(bytes).fill(7)], name)] })
  const photoOf = (size: number) => ({ kind: 'image', mime: 'image/jpeg', fileName: null, size }) as const
  const receive = async (size: number) => {
    const message = textMessage({
      chat: personIdentity('5511988887777'),
      mediaType: 'image',
      detail: { size },
      media: photoOf(size),
    })
    await receiveBatch(installation.systemScope(), { companyId, whatsappId }, [message])
    await installation.jobs.settle()
  }
  const lastReceived = async () => {
    const { data } = await installation.clientAs('bob').messages({ id }).get({ query: {} })
    return data?.messages.findLast(({ fromMe }) => !fromMe)
  }
  const countFiles = () =>
    readdirSync(installation.ports.media.directory, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    ).length
  return { ...installation, id, setQuota, send, receive, lastReceived, countFiles }
}

test('files beyond the quota are refused and not stored; swept files free quota', async () => {
  const { setQuota, send, countFiles, acme, platform, clientAs, id } = await createConversation()
  expect((await send(900_000)).status).toBe(200)
  await setQuota('1')
  expect(await send(200_000)).toMatchObject(errorAnswer(413, 'ERR_NO_ROOM'))
  expect((await send(100_000)).status).toBe(200)
  const full = await clientAs('bob')
    .messages({ id })
    .upload.put(new Uint8Array(1) as never, { query: { fileName: 'a' } })
  expect(full).toMatchObject(errorAnswer(413, 'ERR_NO_ROOM'))
  expect([countFiles(), (await acme.select('messages').select('id').execute()).length]).toEqual([2, 2])
  await acme.transaction((tx) => tx.delete('messages').execute())
  await sweepMedia(platform, Date.now() + 25 * 3_600_000)
  expect(countFiles()).toBe(0)
  expect((await send(200_000)).status).toBe(200)
})

test('each company has a quota of its own', async () => {
  const { setQuota, send, rival, store, insertTicket, insertConnection, whatsapp, clientAs } =
    await createConversation()
  await setQuota('1')
  expect((await send(999_999)).status).toBe(200)
  const { id: whatsappId } = await insertConnection('rival')
  whatsapp.openConnections.add(whatsappId)
  const { id } = await insertTicket({ status: 'open', userId: 5, whatsappId }, 'rival')
  const medias = [new File([new Uint8Array(999_999).fill(7)], 'a.bin')]
  expect((await clientAs('rui').messages({ id }).post({ medias })).status).toBe(200)
  expect(await rival.select('media_used').select('bytes').execute()).toEqual([{ bytes: 999_999 }])
  const counted = await store.read.kysely.selectFrom('media_used').select(['companyId', 'bytes']).execute()
  expect(counted.map(({ bytes }) => bytes)).toEqual([999_999, 999_999])
})

test('a received message beyond the quota is stored without its file, which a later retry downloads', async () => {
  const { setQuota, send, receive, lastReceived, whatsapp, clientAs, jobs } = await createConversation()
  await setQuota('1')
  await send(1_000_000)
  await receive(3)
  expect(await lastReceived()).toMatchObject({ mediaStatus: 'failed', mediaUrl: null, detail: { missing: 'noRoom' } })
  expect(whatsapp.calls.filter(({ method }) => method === 'downloadMedia')).toEqual([])
  await setQuota('0')
  const { id } = (await lastReceived()) as { id: number }
  await clientAs('bob').messages({ id }).retry.post()
  await jobs.settle()
  const retried = await lastReceived()
  expect(retried).toMatchObject({ mediaStatus: 'ready', mediaUrl: expect.any(String) })
  expect(retried?.detail).not.toHaveProperty('missing')
})

test('a received file larger than announced and beyond the quota is not stored', async () => {
  const { setQuota, send, receive, lastReceived, whatsapp, countFiles } = await createConversation()
  await setQuota('1')
  await send(999_990)
  whatsapp.mediaBytes = new Uint8Array(11)
  await receive(3)
  expect(await lastReceived()).toMatchObject({ mediaStatus: 'failed', detail: { missing: 'noRoom' } })
  expect(countFiles()).toBe(1)
})

test('a received file beyond the size limit is marked tooLarge and not downloaded again', async () => {
  const { receive, lastReceived, whatsapp, clientAs, jobs } = await createConversation()
  whatsapp.mediaBytes = new Uint8Array(limits.media + 1)
  await receive(limits.media + 1)
  expect(await lastReceived()).toMatchObject({ mediaStatus: 'failed', detail: { missing: 'tooLarge' } })
  const { id } = (await lastReceived()) as { id: number }
  expect((await clientAs('bob').messages({ id }).retry.post()).data).toMatchObject({ mediaStatus: 'failed' })
  await jobs.settle()
  expect(whatsapp.calls.filter(({ method }) => method === 'downloadMedia')).toHaveLength(1)
})

test('a company export replaces the one before, and is refused beyond the quota', async () => {
  const { setQuota, send, countFiles, clientAs, jobs, acme } = await createConversation()
  expect((await send(400_000)).status).toBe(200)
  const exported = async () => {
    const { status, error } = await clientAs('ana').exports.post()
    await jobs.settle()
    const { data } = await clientAs('ana').exports.get()
    return {
      status,
      error: error?.value,
      latest: data?.exports[0],
      links: data?.exports.filter(({ url }) => url).length,
    }
  }
  for (let n = 0; n < 3; n++) expect(await exported()).toMatchObject({ status: 200, links: 1 })
  expect(countFiles()).toBe(2)
  await setQuota('1')
  expect(await exported()).toMatchObject({ status: 200, latest: { status: 'ready' }, links: 1 })
  expect((await acme.select('media_used').select('bytes').executeTakeFirstOrThrow()).bytes).toBeGreaterThan(800_000)
  expect(await send(300_000)).toMatchObject(errorAnswer(413, 'ERR_NO_ROOM'))
  expect((await send(101_000)).status).toBe(200)
  expect(await exported()).toMatchObject({ status: 413, error: { error: 'ERR_NO_ROOM' }, links: 1 })
  expect(countFiles()).toBe(3)
})

test('an export whose rows exceed the quota fails and leaves no file', async () => {
  const { setQuota, clientAs, jobs, insertContact, countFiles } = await createConversation()
  await setQuota('1')
  for (let n = 0; n < 30; n++)
    await insertContact('acme', { number: `55119${10_000_000 + n}`, name: 'x'.repeat(40_000) })
  await clientAs('ana').exports.post()
  await jobs.settle()
  const { data } = await clientAs('ana').exports.get()
  expect(data?.exports).toMatchObject([{ status: 'failed', url: null }])
  expect(countFiles()).toBe(0)
})
