import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { Platform } from '../../../src/core/scope'
import type { CompanyId } from '../../../src/core/storage/schema'
import { companyMark } from '../../../src/core/storage/sqlite/message-index'
import { openMemory } from '../../../src/core/storage/sqlite/store'
import { TenantDb } from '../../../src/core/storage/tenant'
import { searchEverything } from '../../../src/features/inbox/search/everything/service'
import { indexNewMessages } from '../../../src/features/inbox/search/index-messages'
import { snippetOf, textOf, wordsOf } from '../../../src/features/inbox/search/words'
import { listTickets } from '../../../src/features/inbox/tickets/list/list'
import { companies, createInstallation, type Name, people } from '../../installation'
import { sqliteTest } from '../../postgres-databases'
import { daySeed, sizeOf } from '../../size'

let insertedMessages = 0
/** Inserts a message into a ticket and returns its id. */
async function insertMessage(
  made: Awaited<ReturnType<typeof createInstallation>>,
  ticket: { id: number; contactId: number; whatsappId: number | null },
  body: string,
  more: { company?: keyof typeof companies; fileName?: string; at?: string; userId?: number } = {},
) {
  const { company = 'acme', fileName, at = '2026-11-20T12:00:00.000Z', userId = null } = more
  const place = { ticketId: ticket.id, contactId: ticket.contactId, whatsappId: ticket.whatsappId }
  const file = fileName === undefined ? {} : { mediaStatus: 'ready' as const, detail: JSON.stringify({ fileName }) }
  const row = { mediaType: 'chat', mediaId: null, mediaStatus: null, detail: null, ack: 0, error: null } as const
  return TenantDb.of(made.store, companies[company] as CompanyId).transaction(async (tx) => {
    const ids = {
      waId: `S${++insertedMessages}`,
      fromMe: 0,
      origin: 'customer',
      userId,
      quotedWaId: null,
      proto: null,
    } as const
    const values = { ...place, ...row, ...file, ...ids, body, createdAt: at, updatedAt: at }
    return (await tx.insert('messages', values).returning('id').executeTakeFirstOrThrow()).id
  })
}

async function createSearchableTicket() {
  const installation = await createInstallation()
  const ticket = await installation.insertTicket({ status: 'open', userId: people.bob.id, queueId: 1 })
  const found = async (name: Name, q: string, more: object = {}) =>
    (await searchEverything(installation.scopeOf(name), { q, ...more })).messages.map(({ message }) => message.id)
  return { ...installation, held: ticket, found }
}

const bodies = [
  'Olá, o pedido Nº 55 já saiu?',
  'PEDIDO\ncancelado 100%',
  'a ação da maçã_verde',
  'ação',
  'é',
  'bom  dia',
]

describe.each(['indexed', 'not yet indexed'])('messages that are %s', (state) => {
  const questions: [string, number[]][] = [
    ['pedido', [1, 0]],
    ['PEDIDÓ', [1, 0]],
    ['pedido saiu', [0]],
    ['"pedido cancelado"', [1]],
    ['"pedido saiu"', []],
    ['acao', [3, 2]],
    ['e', [6, 4, 2, 1, 0]],
    ['100%', [1]],
    ['p%o', []],
    ['maca_v', [2]],
    ['maca.v', []],
    ['"bom dia"', [5]],
    ['"', []],
    ['nota-fiscal.pdf', [6]],
  ]
  sqliteTest.each(questions)('%s', async (q, at) => {
    const made = await createSearchableTicket()
    const ids: number[] = []
    for (const body of bodies) ids.push(await insertMessage(made, made.held, body))
    ids.push(await insertMessage(made, made.held, 'segue', { fileName: 'Nota-Fiscal.PDF' }))
    if (state === 'indexed') await indexNewMessages(made.platform, 0)
    expect(await made.found('ana', q)).toEqual(at.map((index) => ids[index] as number))
  })
})

const wild = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.string({
    unit: fc.constantFrom(
      'a',
      'á',
      'ç',
      'C',
      'ß',
      'İ',
      'ﬁ',
      'Σ',
      ' ',
      '"',
      '%',
      '\u0301',
      '\0',
      '👩‍💻',
      '\ud800',
      '\u{F0001}',
      '\uFFFF',
    ),
    maxLength: 12,
  }),
)

test('search finds what a comparison with every message finds, with any characters', async () => {
  const made = await createSearchableTicket()
  const texts = fc.sample(wild, { numRuns: sizeOf({ everyday: 100, full: 300 }), seed: daySeed })
  const stored: { id: number; text: string }[] = []
  for (const text of texts) stored.push({ id: await insertMessage(made, made.held, text), text })
  // Compares with the text SQLite returns, which has no lone surrogates.
  const rows = await made.acme.select('messages').select(['id', 'body']).orderBy('id', 'desc').execute()
  await indexNewMessages(made.platform, 0)
  const pieces = texts.flatMap((text) => [text, text.slice(0, 3), text.slice(1, 5), [...text].slice(-4).join('')])
  for (const q of [
    ...new Set(pieces),
    ...fc.sample(wild, { numRuns: sizeOf({ everyday: 20, full: 60 }), seed: daySeed + 1 }),
  ]) {
    const words = wordsOf(q)
    if (words.length === 0) continue
    const plain = rows
      .filter(({ body }) => words.every((word) => textOf({ mediaType: 'chat', body }).includes(word)))
      .map(({ id }) => id)
    expect([q, await made.found('ana', q)]).toEqual([q, plain.slice(0, 20)])
  }
})

sqliteTest(
  'a message that is deleted or changed after it was read for the index is not found by its former text',
  async () => {
    const made = await createSearchableTicket()
    const gone = await insertMessage(made, made.held, 'sumido')
    const changed = await insertMessage(made, made.held, 'antes')
    class ChangingPlatform extends Platform {
      private changes = [
        () => made.acme.delete('messages').where('id', '=', gone),
        () => made.acme.update('messages').set({ body: 'depois' }).where('id', '=', changed),
      ]
      override async transaction<R>(work: (platform: Platform) => Promise<R>): Promise<R> {
        for (const change of this.changes.splice(0))
          await made.store.write(({ kysely }) => kysely.executeQuery(change()))
        return super.transaction(work)
      }
    }
    await indexNewMessages(new ChangingPlatform(made.platform.ports), 0)
    const indexed = (text: string) =>
      made.store.raw.statements.sqlite.query('select rowid from message_search where message_search match ?').all(text)
    expect([indexed('"sum"'), indexed('"ant"')]).toEqual([[], []])
    expect(await made.found('ana', 'depois')).toEqual([changed])
  },
)

test('search never finds a row of another company, even by its internal marker', async () => {
  const made = await createSearchableTicket()
  const theirs = await made.insertTicket({ status: 'open' }, 'rival')
  await insertMessage(made, theirs, 'segredo do rival', { company: 'rival' })
  const mine = await insertMessage(made, made.held, `segredo nosso ${companyMark(2 as CompanyId)}`)
  await indexNewMessages(made.platform, 0)
  const mark = companyMark(2 as CompanyId)
  for (const q of ['segredo', `segredo ${mark}`, mark, `"${mark}"`, 'rival', `segredo" OR "${mark}`])
    for (const id of await made.found('ana', q)) expect(id).toBe(mine)
  expect(await made.found('rui', 'segredo')).toHaveLength(1)
  expect(await made.found('root', 'segredo')).toEqual([])
})

test('search returns only messages the user may see', async () => {
  const made = await createSearchableTicket()
  const other = await made.insertTicket({ status: 'closed', userId: people.sara.id, queueId: 2 })
  const loose = await made.insertTicket({ status: 'pending' })
  const [his, theirs, nobodys] = [
    await insertMessage(made, made.held, 'palavra'),
    await insertMessage(made, other, 'palavra'),
    await insertMessage(made, loose, 'palavra'),
  ]
  await indexNewMessages(made.platform, 0)
  const seen: Record<'ana' | 'sara' | 'bob' | 'caio', number[]> = {
    ana: [nobodys, theirs, his],
    sara: [theirs, his],
    bob: [his],
    caio: [nobodys],
  }
  for (const name of ['ana', 'sara', 'bob', 'caio'] as const) {
    expect([name, await made.found(name, 'palavra')]).toEqual([name, seen[name]])
    const { tickets } = await listTickets(made.scopeOf(name), { searchParam: 'PALAVRÁ', showAll: true })
    expect([name, tickets.length]).toEqual([name, seen[name].length])
  }
})

test('the ticket list names the newest found message of a ticket whose contact does not match', async () => {
  const made = await createSearchableTicket()
  const named = await made.insertContact('acme', { name: 'Boleto Silva' })
  const other = await made.insertTicket({ status: 'open', contactId: named.id })
  await insertMessage(made, made.held, 'o boleto venceu')
  const newest = await insertMessage(made, made.held, 'mande a segunda via do Boletô, por favor')
  await insertMessage(made, made.held, 'obrigado')
  await insertMessage(made, other, 'boleto')
  const list = (searchParam: string) => listTickets(made.scopeOf('ana'), { searchParam, showAll: true })
  const { tickets, matches } = await list('boleto')
  expect(tickets.map(({ id }) => id).sort()).toEqual([made.held.id, other.id].sort())
  expect(matches).toEqual([
    {
      ticketId: made.held.id,
      messageId: newest,
      snippet: snippetOf('mande a segunda via do Boletô, por favor', ['boleto']),
    },
  ])
  expect((await list('nota-fiscal')).matches).toEqual([])
  const file = await insertMessage(made, made.held, 'segue', { fileName: 'Nota-Fiscal.pdf' })
  expect((await list('nota-fiscal')).matches).toMatchObject([{ messageId: file, snippet: { text: 'Nota-Fiscal.pdf' } }])
  expect((await listTickets(made.scopeOf('ana'), { status: 'open', showAll: true })).matches).toEqual([])
})

test('search filters by ticket user or author, contact, queue, tag, day and media', async () => {
  const made = await createSearchableTicket()
  const other = await made.insertTicket({ status: 'closed', userId: people.sara.id, queueId: 2 })
  const tag = await made.acme.transaction(async (tx) => {
    const values = { name: 'VIP', searchText: 'vip', color: '#fff', userId: null }
    const { id } = await tx.insert('tags', values).returning('id').executeTakeFirstOrThrow()
    await tx.insert('ticket_tags', { ticketId: other.id, tagId: id }).execute()
    return id
  })
  const late = '2026-11-21T02:59:59.999Z' // the 20th in São Paulo
  const first = await insertMessage(made, made.held, 'palavra', {
    at: '2026-11-19T12:00:00.000Z',
    userId: people.sara.id,
  })
  const second = await insertMessage(made, made.held, 'palavra', { at: late, fileName: 'x.pdf' })
  const third = await insertMessage(made, other, 'palavra', { at: '2026-11-21T03:00:00.000Z' })
  await indexNewMessages(made.platform, 0)
  const all: [object, number[]][] = [
    [{ userId: people.sara.id }, [third, first]],
    [{ contactId: made.held.contactId }, [second, first]],
    [{ queueId: 2 }, [third]],
    [{ tagId: tag }, [third]],
    [{ from: '2026-11-20' }, [third, second]],
    [{ to: '2026-11-20' }, [second, first]],
    [{ from: '2026-11-20', to: '2026-11-20' }, [second]],
    [{ hasMedia: true }, [second]],
  ]
  for (const [filter, ids] of all) {
    expect([filter, await made.found('ana', 'palavra', filter)]).toEqual([filter, ids])
    expect([filter, await made.found('ana', '', filter)]).toEqual([filter, ids])
  }
  await expect(made.found('ana', 'palavra', { from: '2026-02-31' })).rejects.toMatchObject({ code: 'ERR_VALIDATION' })
})

test('edits, deletions and ticket merges are found correctly before and after indexing', async () => {
  const made = await createSearchableTicket()
  const id = await insertMessage(made, made.held, 'antes')
  await indexNewMessages(made.platform, 0)
  await made.acme.transaction((tx) => tx.update('messages').set({ body: 'depois' }).where('id', '=', id).execute())
  for (const told of [false, true]) {
    expect([told, await made.found('ana', 'antes'), await made.found('ana', 'depois')]).toEqual([told, [], [id]])
    await indexNewMessages(made.platform, 0)
  }
  const other = await made.insertTicket({ contactId: made.held.contactId, status: 'closed', queueId: 2 })
  await made.acme.transaction((tx) => tx.update('messages').set({ ticketId: other.id }).where('id', '=', id).execute())
  expect([await made.found('bob', 'depois'), await made.found('ana', 'depois')]).toEqual([[], [id]])
  await made.acme.transaction((tx) => tx.delete('messages').where('id', '=', id).execute())
  expect(await made.found('ana', 'depois')).toEqual([])
  const next = await insertMessage(made, made.held, 'novidade')
  for (const _ of [1, 2]) {
    expect([await made.found('ana', 'novidade'), await made.found('ana', 'depois')]).toEqual([[next], []])
    await indexNewMessages(made.platform, 0)
  }
})

sqliteTest('deleting a company or contact removes its text from the index', async () => {
  const made = await createSearchableTicket()
  for (const body of bodies) await insertMessage(made, made.held, body)
  await indexNewMessages(made.platform, 0)
  const inIndex = () => made.store.raw.statements.get('select count(*) as n from message_search_docsize').all()
  expect(inIndex()).toEqual([{ n: bodies.length }])
  await made.acme.transaction((tx) => tx.delete('contacts').where('id', '=', made.held.contactId).execute())
  expect(inIndex()).toEqual([{ n: 0 }])
  expect(await made.found('ana', 'pedido')).toEqual([])
})

sqliteTest('a crash while indexing loses and repeats nothing', async () => {
  const made = await createSearchableTicket()
  const ids: number[] = []
  for (let n = 0; n < 450; n++) ids.push(await insertMessage(made, made.held, n % 10 === 0 ? 'pedido' : 'conversa'))
  // The step is written, and the process ends before the commit.
  const lost = made.store.write(async (tx) => {
    await indexNewMessages(
      new (class extends Platform {
        override transaction<R>(work: (platform: Platform) => Promise<R>) {
          return work(new Platform(made.ports, tx)).then(() => Promise.reject(new Error('the end')))
        }
      })(made.ports, tx),
    )
  })
  await expect(lost).rejects.toThrow('the end')
  // State at the next start: half of the messages are indexed.
  const image = made.store.raw.statements.sqlite.serialize()
  const restored = openMemory(image)
  const again = new Platform({ ...made.ports, store: restored })
  await indexNewMessages(again, 0)
  await indexNewMessages(made.platform, 0)
  for (const store of [restored, made.store]) {
    const { n } = store.raw.statements.get('select count(*) as n from message_search_docsize').get() as { n: number }
    expect(n).toBe(450)
    expect(
      (await TenantDb.of(store, 1 as CompanyId).searchCandidates({ words: ['pedido'], before: 1e9, limit: 100 })).ids,
    ).toEqual(ids.filter((_, n) => n % 10 === 0).reverse())
  }
})

test('pages return each message once until the end', async () => {
  const made = await createSearchableTicket()
  const ids: number[] = []
  for (let n = 0; n < 47; n++) ids.push(await insertMessage(made, made.held, `palavra ${n}`))
  await indexNewMessages(made.platform, 0)
  for (let n = 0; n < 5; n++) ids.push(await insertMessage(made, made.held, `palavra nova ${n}`))
  const found: number[] = []
  let cursor: string | undefined
  do {
    const page = await searchEverything(made.scopeOf('ana'), { q: 'palavra', cursor })
    found.push(...page.messages.map(({ message }) => message.id))
    cursor = page.next ?? undefined
  } while (cursor)
  expect(found).toEqual(ids.reverse())
})

test('contacts and tickets are found by name and number, and matches in messages are marked', async () => {
  const installation = await createInstallation()
  const contact = await installation.insertContact('acme', { name: 'Joao da Silva', number: '5511987654321' })
  const ticket = await installation.insertTicket({ contactId: contact.id, queueId: 1 })
  await insertMessage(installation, ticket, 'bom dia, sou o JOÃO. '.repeat(9))
  for (const q of ['joao', 'silva joao', '98765']) {
    const { contacts, tickets } = await searchEverything(installation.scopeOf('bob'), { q })
    expect([q, contacts.map(({ id }) => id), tickets.map(({ id }) => id)]).toEqual([q, [contact.id], [ticket.id]])
  }
  const { messages } = await searchEverything(installation.scopeOf('bob'), { q: 'joao' })
  const { text, ranges } = messages[0]?.snippet ?? { text: '', ranges: [] }
  expect(ranges.map(([from, to]) => text.slice(from, to))).toEqual(ranges.map(() => 'JOÃO'))
  expect(ranges.length).toBeGreaterThan(3)
  expect((await searchEverything(installation.scopeOf('sara'), { q: '' })).contacts).toEqual([])
})

test.each([
  ['o pedido saiu', ['pedido'], 'o pedido saiu', ['pedido']],
  [`${'x '.repeat(60)}a AÇÃO${' y'.repeat(200)}`, ['acao'], null, ['AÇÃO']],
  ['ﬁm do ﬁo', ['fi'], 'ﬁm do ﬁo', []],
  ['İstanbul', ['istan'], 'İstanbul', ['İstan']],
  ['bbb', ['bb'], 'bbb', ['bb']],
])('the excerpt of %s is cut and marked around the match', (body, words, text, marked) => {
  const snippet = snippetOf(body, words)
  if (text !== null) expect(snippet.text).toBe(text)
  expect(snippet.ranges.map(([from, to]) => snippet.text.slice(from, to))).toEqual(marked)
  expect(snippet.text.length).toBeLessThan(165)
})

test('a snippet marks no word that its end cuts', () => {
  const { text, ranges } = snippetOf(`pedido ${'a '.repeat(75)}pedido pronto`, ['pedido'])
  expect(text.endsWith('ped…')).toBe(true)
  expect(ranges).toEqual([[0, 6]])
})
