import { expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { sweepMedia } from '../../src/features/media/sweep'
import { receiveBatch } from '../../src/features/messages/receive'
import { limits } from '../../src/shared/limits'
import { personIdentity, textMessage } from '../inbound-events'
import { createInstallation, errorAnswer } from '../installation'

/** Bob's open ticket, and a photo of its customer. */
async function conversation() {
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
  const allow = async (megabytes: string) =>
    expect((await installation.clientAs('root').settings({ key: 'mediaQuota' }).put({ value: megabytes })).status).toBe(
      200,
    )
  const send = (bytes: number, name = 'dados.bin') =>
    installation
      .clientAs('bob')
      .messages({ id })
      .post({ medias: [new File([new Uint8Array(bytes).fill(7)], name)] })
  const photo = (size: number) => ({ kind: 'image', mime: 'image/jpeg', fileName: null, size }) as const
  const receive = async (size: number) => {
    const message = textMessage({
      chat: personIdentity('5511988887777'),
      mediaType: 'image',
      detail: { size },
      media: photo(size),
    })
    await receiveBatch(installation.systemScope(), { companyId, whatsappId }, [message])
    await installation.jobs.settle()
  }
  const received = async () => {
    const { data } = await installation.clientAs('bob').messages({ id }).get({ query: {} })
    return data?.messages.findLast(({ fromMe }) => !fromMe)
  }
  const onDisk = () =>
    readdirSync(installation.ports.media.directory, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    ).length
  return { ...installation, id, allow, send, receive, received, onDisk }
}

test('what is sent beyond the room of the company is refused whole, and what is swept makes room', async () => {
  const { allow, send, onDisk, acme, platform, clientAs, id } = await conversation()
  expect((await send(900_000)).status).toBe(200)
  await allow('1')
  expect(await send(200_000)).toMatchObject(errorAnswer(413, 'ERR_NO_ROOM'))
  expect((await send(100_000)).status).toBe(200)
  const full = await clientAs('bob')
    .messages({ id })
    .upload.put(new Uint8Array(1) as never, { query: { fileName: 'a' } })
  expect(full).toMatchObject(errorAnswer(413, 'ERR_NO_ROOM'))
  expect([onDisk(), (await acme.select('messages').select('id').execute()).length]).toEqual([2, 2])
  await acme.transaction((tx) => tx.delete('messages').execute())
  await sweepMedia(platform, Date.now() + 25 * 3_600_000)
  expect(onDisk()).toBe(0)
  expect((await send(200_000)).status).toBe(200)
})

test('another company has room of its own', async () => {
  const { allow, send, rival, store, insertTicket, insertConnection, whatsapp, clientAs } = await conversation()
  await allow('1')
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

test('a received message without room for its file is kept, and has it when there is room and somebody asks', async () => {
  const { allow, send, receive, received, whatsapp, clientAs, jobs } = await conversation()
  await allow('1')
  await send(1_000_000)
  await receive(3)
  expect(await received()).toMatchObject({ mediaStatus: 'failed', mediaUrl: null, detail: { missing: 'noRoom' } })
  expect(whatsapp.calls.filter(({ method }) => method === 'downloadMedia')).toEqual([])
  await allow('0')
  const { id } = (await received()) as { id: number }
  await clientAs('bob').messages({ id }).retry.post()
  await jobs.settle()
  const here = await received()
  expect(here).toMatchObject({ mediaStatus: 'ready', mediaUrl: expect.any(String) })
  expect(here?.detail).not.toHaveProperty('missing')
})

test('a received file that says less than it is does not come in either', async () => {
  const { allow, send, receive, received, whatsapp, onDisk } = await conversation()
  await allow('1')
  await send(999_990)
  whatsapp.mediaBytes = new Uint8Array(11)
  await receive(3)
  expect(await received()).toMatchObject({ mediaStatus: 'failed', detail: { missing: 'noRoom' } })
  expect(onDisk()).toBe(1)
})

test('a received file beyond the limit says so, and is not fetched again', async () => {
  const { receive, received, whatsapp, clientAs, jobs } = await conversation()
  whatsapp.mediaBytes = new Uint8Array(limits.media + 1)
  await receive(limits.media + 1)
  expect(await received()).toMatchObject({ mediaStatus: 'failed', detail: { missing: 'tooLarge' } })
  const { id } = (await received()) as { id: number }
  expect((await clientAs('bob').messages({ id }).retry.post()).data).toMatchObject({ mediaStatus: 'failed' })
  await jobs.settle()
  expect(whatsapp.calls.filter(({ method }) => method === 'downloadMedia')).toHaveLength(1)
})
