import { expect, test } from 'bun:test'
import { receiveBatch } from '../../../src/features/inbox/messages/receive/receive'
import { personIdentity, textMessage } from '../../inbound-events'
import { createInstallation } from '../../installation'

const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0mif1heic'), Buffer.alloc(40)])
const quickTime = Buffer.concat([Buffer.from([0, 0, 0, 20]), Buffer.from('ftypqt  \0\0\0\0qt  '), Buffer.alloc(40)])

/** Receives a file and returns the name under which a browser saves it. */
async function savedName(bytes: Uint8Array, values: Parameters<typeof textMessage>[0]) {
  const { insertConnection, whatsapp, systemScope, jobs, clientAs, ...installation } = await createInstallation()
  const { id: whatsappId, companyId } = await insertConnection()
  whatsapp.openConnections.add(whatsappId)
  whatsapp.mediaBytes = new Uint8Array(bytes)
  const chat = personIdentity('5511988887777')
  await receiveBatch(systemScope(), { companyId, whatsappId }, [
    textMessage({ chat, at: '2026-11-29T17:03:12.000Z', ...values }),
  ])
  await jobs.settle()
  const { data } = await clientAs('ana').messages({ id: 1 }).get({ query: {} })
  const { mediaUrl } = data?.messages[0] ?? {}
  const answer = await installation.app.handle(new Request(new URL(mediaUrl ?? '', 'http://localhost')))
  const [, name = ''] = /filename\*=UTF-8''(\S+)$/.exec(answer.headers.get('content-disposition') ?? '') ?? []
  return decodeURIComponent(name)
}

const mediaOf = (kind: 'image' | 'video' | 'document', fileName: string | null = null) =>
  ({ media: { kind, mime: 'image/jpeg', fileName, size: 3 }, detail: fileName ? { fileName } : {} }) as const

test('a file without a name is saved by kind, local time and the ending of its bytes', async () => {
  expect(await savedName(heic, { mediaType: 'image', ...mediaOf('image') })).toBe('Foto 2026-11-29 14-03-12.heic')
  expect(await savedName(quickTime, { mediaType: 'video', ...mediaOf('video') })).toBe('Vídeo 2026-11-29 14-03-12.mov')
})

test('a name with the ending of another type is saved with the right one', async () => {
  const document = (name: string) => ({ mediaType: 'application', ...mediaOf('document', name) }) as const
  expect(await savedName(heic, document('IMG_0042.jpg'))).toBe('IMG_0042.heic')
  expect(await savedName(heic, document('recibo'))).toBe('recibo.heic')
  expect(await savedName(Buffer.from('%PDF-1.7\n'), document('contrato.pdf'))).toBe('contrato.pdf')
})
