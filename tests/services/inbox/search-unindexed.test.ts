import { expect, test } from 'bun:test'
import { findCandidates } from '../../../src/core/storage/search-index'
import { searchEverything } from '../../../src/features/inbox/search/everything/service'
import { indexNewMessages } from '../../../src/features/inbox/search/index-messages'
import { createInstallation } from '../../installation'

type Installation = Awaited<ReturnType<typeof createInstallation>>

async function insertMessages(
  { acme, rival, insertTicket }: Installation,
  company: 'acme' | 'rival',
  bodies: string[],
) {
  const { id: ticketId, contactId, whatsappId } = await insertTicket({ status: 'open' }, company)
  const place = { ticketId, contactId, whatsappId, mediaType: 'chat', mediaId: null, mediaStatus: null } as const
  const rest = { detail: null, ack: 0, error: null, fromMe: 0, origin: 'customer', userId: null } as const
  await (company === 'acme' ? acme : rival).transaction(async (tx) => {
    for (const [n, body] of bodies.entries()) {
      const values = { ...place, ...rest, quotedWaId: null, proto: null, waId: `${company}${ticketId}-${n}`, body }
      await tx.insert('messages', values).execute()
    }
  })
}

const foundBodies = async ({ scopeOf }: Installation, q: string) =>
  (await searchEverything(scopeOf('ana'), { q })).messages.map(({ message }) => message.body)

test('a message that is not indexed is found while thousands of another company wait for the index', async () => {
  const installation = await createInstallation()
  await insertMessages(installation, 'acme', ['um ornitorrinco'])
  await insertMessages(
    installation,
    'rival',
    Array.from({ length: 2500 }, (_, n) => `linha ${n}`),
  )
  expect(await foundBodies(installation, 'ornitorrinco')).toEqual(['um ornitorrinco'])
})

test('a message that is indexed between the reads of a search is found once', async () => {
  const installation = await createInstallation()
  const { acme, platform } = installation
  await insertMessages(installation, 'acme', ['um ornitorrinco'])
  const { id } = await acme.select('messages').select('id').executeTakeFirstOrThrow()
  const read = async (text: string, values: readonly unknown[]) => {
    const rows = await platform.handle.all(text, values)
    await indexNewMessages(platform, 0)
    return rows
  }
  const query = { words: ['ornitorrinco'], before: id + 1, limit: 10 }
  expect(await findCandidates(platform.handle, read, acme.companyId, query)).toEqual({ ids: [id], end: true })
})
