import { expect, test } from 'bun:test'
import { createSample } from '../../../emulator/control/samples'
import { createInstallation } from '../../installation'

/** Bob's open ticket on a connected number. */
async function createConversation() {
  const installation = await createInstallation()
  const connection = await installation.insertConnection()
  installation.whatsapp.openConnections.add(connection.id)
  const { id } = await installation.insertTicket({ status: 'open', userId: 3, queueId: 1, whatsappId: connection.id })
  const send = (body: object, key?: string) =>
    installation
      .clientAs('bob')
      .messages({ id })
      .post(body as never, { headers: key ? { 'idempotency-key': key } : {} })
  return { ...installation, id, send }
}

const codeOf = ({ error }: { error: unknown }) => (error as { value: { error: string } } | null)?.value.error

test('a location is stored before it is sent, and sent once for a repeated request', async () => {
  const { send, jobs, whatsapp } = await createConversation()
  const location = { latitude: -23.5505, longitude: -46.6333, address: 'Praça da Sé' }
  const first = await send({ location }, 'place')
  expect(first.data?.messages).toMatchObject([{ mediaType: 'locationMessage', detail: location, ack: 0 }])
  expect((await send({ location }, 'place')).data?.messages[0]?.id).toBe(first.data?.messages[0]?.id as number)
  const other = await send({ location: { ...location, latitude: 1 } }, 'place')
  expect(codeOf(other)).toBe('ERR_IDEMPOTENCY_REUSED')
  await jobs.settle()
  expect(whatsapp.sent.map(({ content }) => content)).toEqual([{ type: 'location', ...location }])
})

test('a contact is sent with name and number; a group, text beside it and an unknown contact are refused', async () => {
  const { send, jobs, whatsapp, insertContact, acme } = await createConversation()
  const { id: contactId } = await insertContact('acme', { name: 'Maria', number: '5511977776666' })
  const { data } = await send({ contactId })
  const contacts = [{ name: 'Maria', numbers: ['+5511977776666'] }]
  expect(data?.messages).toMatchObject([{ mediaType: 'contactMessage', body: 'Maria', detail: { contacts } }])
  expect(codeOf(await send({ contactId, body: 'veja' }))).toBe('ERR_VALIDATION')
  expect(codeOf(await send({ contactId: 99_999 }))).toBe('ERR_NO_CONTACT_FOUND')
  await acme.transaction((tx) => tx.update('contacts').set({ isGroup: 1 }).where('id', '=', contactId).execute())
  expect(codeOf(await send({ contactId }))).toBe('ERR_VALIDATION')
  await jobs.settle()
  expect(whatsapp.sent.map(({ content }) => content)).toEqual([{ type: 'contacts', contacts }])
})

test('a WebP picture is sent as a sticker, any other file is refused', async () => {
  const { send, jobs, whatsapp } = await createConversation()
  const webp = new File([Uint8Array.from(createSample('sticker').bytes)], 'a.webp', { type: 'image/webp' })
  const { data } = await send({ medias: [webp], sticker: true })
  expect(data?.messages).toMatchObject([{ mediaType: 'sticker', mediaStatus: 'ready' }])
  const text = new File(['not a picture'], 'a.webp', { type: 'image/webp' })
  expect(codeOf(await send({ medias: [text], sticker: true }))).toBe('ERR_VALIDATION')
  await jobs.settle()
  expect(whatsapp.sent).toMatchObject([{ content: { type: 'media', kind: 'sticker', mime: 'image/webp' } }])
})
