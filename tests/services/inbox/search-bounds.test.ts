import { afterEach, beforeEach, describe, expect, spyOn, test } from 'bun:test'
import fc from 'fast-check'
import { searchConversation } from '../../../src/features/inbox/messages/read/search-conversation'
import { searchEverything } from '../../../src/features/inbox/search/everything/service'
import { indexNewMessages } from '../../../src/features/inbox/search/index-messages'
import { snippetOf, textOf, wordsOf } from '../../../src/features/inbox/search/words'
import { listTickets } from '../../../src/features/inbox/tickets/list/list'
import { limits } from '../../../src/shared/limits'
import { createInstallation, people } from '../../installation'
import { sqliteTest } from '../../postgres-databases'
import { daySeed, sizeOf } from '../../size'

/** Characters normalized for search since the last call, counted at `String.prototype.normalize`. */
let folded = 0
let spy: { mockRestore(): void }
beforeEach(() => {
  const normalize = String.prototype.normalize
  spy = spyOn(String.prototype, 'normalize').mockImplementation(function (this: string, form?: string) {
    folded += this.length
    return normalize.call(this, form)
  })
})
afterEach(() => spy.mockRestore())
const foldedSince = async (work: () => Promise<unknown>) => {
  folded = 0
  await work()
  return folded
}

/** Bob's ticket with the customer's messages; their ids in order. */
async function conversation(bodies: string[]) {
  const installation = await createInstallation()
  const ticket = await installation.insertTicket({ status: 'open', userId: people.bob.id, queueId: 1 })
  const ids: number[] = []
  await installation.acme.transaction(async (tx) => {
    const place = { ticketId: ticket.id, contactId: ticket.contactId, whatsappId: ticket.whatsappId }
    const row = { mediaType: 'chat', mediaId: null, mediaStatus: null, detail: null, ack: 0, error: null } as const
    const rest = { fromMe: 0, origin: 'customer', userId: null, quotedWaId: null, proto: null } as const
    for (const [n, body] of bodies.entries()) {
      const values = { ...place, ...row, ...rest, waId: `B${n}`, body }
      ids.push((await tx.insert('messages', values).returning('id').executeTakeFirstOrThrow()).id)
    }
  })
  return { ...installation, ticketId: ticket.id, ids, contactId: ticket.contactId }
}
type Conversation = Awaited<ReturnType<typeof conversation>>

/** Reads all pages: ids found, and characters normalized per page. */
async function everyPage(ask: (cursor?: string) => Promise<{ ids: number[]; next: string | null }>) {
  const ids: number[] = []
  const costs: number[] = []
  let cursor: string | undefined
  for (;;) {
    let page = { ids: [] as number[], next: null as string | null }
    costs.push(
      await foldedSince(async () => {
        page = await ask(cursor)
      }),
    )
    ids.push(...page.ids)
    if (page.next === null) return { ids, costs }
    cursor = page.next
  }
}

const everywhere = ({ scopeOf }: Conversation, q: string, more: object = {}) =>
  everyPage(async (cursor) => {
    const { messages, next } = await searchEverything(scopeOf('ana'), { q, cursor, ...more })
    return { ids: messages.map(({ message }) => message.id), next }
  })
const within = ({ scopeOf, ticketId }: Conversation, q: string) =>
  everyPage(async (cursor) => {
    const { hits, next } = await searchConversation(scopeOf('bob'), ticketId, { q, cursor })
    return { ids: hits.map(({ id }) => id), next }
  })

const longest = limits.messageBody.max
const filled = (unit: string) => unit.repeat(Math.ceil(longest / unit.length)).slice(0, longest)
/** Texts of the maximum length in scripts that normalization makes longer, shorter or leaves as they are. */
const scripts: [name: string, unit: string, word: string][] = [
  ['Hangul', '한국어 ', '각나'],
  ['accents', 'ação é ', 'maçã'],
  ['combining marks', 'a\u0301\u0302 ', 'e\u0301o\u0302'],
  ['emoji', '😀👩‍💻 ', '🧁'],
  ['letters without accents', 'conversa ', 'pedido'],
]
/** Characters one page may normalize: fewer than the 20 messages have. */
const bound = 1_200_000

describe.each(scripts)('20 messages of the maximum length in %s', (_, unit, word) => {
  const bodies = () => [
    ...Array(10).fill(filled(unit)),
    `${word} ${filled(unit)}`.slice(0, longest),
    ...Array(9).fill(filled(unit)),
  ]

  test.each(['indexed', 'not yet indexed'])('are searched everywhere with bounded work per page, %s', async (state) => {
    const made = await conversation(bodies())
    if (state === 'indexed') await indexNewMessages(made.platform, 0)
    for (const more of [{}, { contactId: made.contactId }]) {
      const { ids, costs } = await everywhere(made, word, more)
      expect(ids).toEqual([made.ids[10] as number])
      expect(Math.max(...costs)).toBeLessThan(bound)
    }
  })

  test('are searched within the conversation with bounded work per page', async () => {
    const made = await conversation(bodies())
    const { ids, costs } = await within(made, word)
    expect(ids).toEqual([made.ids[10] as number])
    expect(Math.max(...costs)).toBeLessThan(bound)
  })

  test('that all match are returned with excerpts cut around the match', async () => {
    const made = await conversation(Array(20).fill(`${filled(unit).slice(0, longest - word.length - 1)} ${word}`))
    const { ids, costs } = await everywhere(made, word)
    expect(ids).toEqual(made.ids.toReversed())
    expect(Math.max(...costs)).toBeLessThan(bound)
    const { messages } = await searchEverything(made.scopeOf('ana'), { q: word })
    for (const { snippet } of messages) {
      const [[from, to] = [0, 0]] = snippet.ranges
      expect(snippet.text.slice(from, to)).toBe(word)
    }
  })

  test('are indexed in steps of bounded work', async () => {
    const made = await conversation(bodies())
    const steps: number[] = []
    const transaction = made.platform.transaction.bind(made.platform)
    spyOn(made.platform, 'transaction').mockImplementation(async (work) => {
      let result: unknown
      steps.push(await foldedSince(async () => (result = await transaction(work))))
      return result as never
    })
    await indexNewMessages(made.platform, 0)
    expect(Math.max(...steps)).toBeLessThan(bound)
  })
})

test('GET /tickets with a search text normalizes a bounded number of characters', async () => {
  const made = await conversation(Array(20).fill(filled('한국어 ')))
  expect(
    await foldedSince(() => listTickets(made.scopeOf('ana'), { searchParam: '각나', showAll: true })),
  ).toBeLessThan(bound)
})

const graphemes = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 })
const letters = fc.constantFrom(
  'a',
  'á',
  'A\u0301',
  'ç',
  'ß',
  'İ',
  'ﬁ',
  'Σ',
  'ς',
  '한',
  '각',
  '\u1112\u1161\u11ab',
  '👩‍💻',
  '😀',
  ' ',
  '  ',
  '\n',
  '%',
  '_',
  '\u0301',
)
const words = fc.oneof(
  graphemes,
  fc.array(letters, { minLength: 1, maxLength: 5 }).map((all) => all.join('')),
)
/** Long text with some words, so that pages end at the work limit. */
const texts = fc
  .tuple(fc.constantFrom('x', '한', 'é', '\u0301', '😀'), fc.nat(40_000), fc.array(words, { maxLength: 4 }))
  .map(
    ([filler, length, some]) =>
      `${some.join(' ')} ${filler.repeat(length).slice(0, 50_000)} ${some.toReversed().join('\n')}`,
  )

test('all pages together find the rows that normalizing every message finds, in any script', async () => {
  const made = await conversation(fc.sample(texts, { numRuns: sizeOf({ everyday: 20, full: 60 }), seed: daySeed }))
  await indexNewMessages(made.platform, 0)
  const rows = await made.acme.select('messages').select(['id', 'body']).orderBy('id', 'desc').execute()
  const folded = rows.map(({ id, body }) => ({ id, text: textOf({ mediaType: 'chat', body }) }))
  for (const q of new Set(fc.sample(words, { numRuns: sizeOf({ everyday: 20, full: 40 }), seed: daySeed }))) {
    const asked = wordsOf(q)
    if (asked.length > 0) {
      const plain = folded.filter(({ text }) => asked.every((word) => text.includes(word))).map(({ id }) => id)
      expect([q, (await everywhere(made, q)).ids]).toEqual([q, plain])
    }
    const phrase = textOf({ mediaType: 'chat', body: q })
    const plain = phrase === '' ? [] : folded.filter(({ text }) => text.includes(phrase)).map(({ id }) => id)
    expect([q, (await within(made, q)).ids]).toEqual([q, plain])
  }
})

test('the excerpt of a long text contains the first match at any position', () => {
  for (const at of [0, 1, 390, 400, 401, 799, 5000, 32_768, 65_000]) {
    const text = `${'é'.repeat(at)} Pão de queijo ${'ü'.repeat(65_536 - at)}`
    const { text: shown, ranges } = snippetOf(text, wordsOf('pao queijo'))
    expect([at, ranges.map(([from, to]) => shown.slice(from, to))]).toEqual([at, ['Pão', 'queijo']])
    expect(shown.length).toBeLessThanOrEqual(162)
  }
})

/** Text of characters at random from a range. */
const randomText = (first: number, last: number) =>
  fc
    .sample(fc.array(fc.integer({ min: first, max: last }), { minLength: longest, maxLength: longest }), {
      numRuns: 1,
      seed: daySeed,
    })[0]!
    .map((code) => String.fromCharCode(code))
    .join('')

sqliteTest.each([
  ['Chinese characters', 0x4e00, 0x9fff],
  ['Hangul syllables', 0xac00, 0xd7a3],
])(
  'a message of 65,536 different %s enters the index with at most 24,000 trigrams, and its start is found',
  async (_, first, last) => {
    const body = randomText(first, last)
    const conversationOfOne = await conversation([body])
    const { platform, store, ids } = conversationOfOne
    await indexNewMessages(platform, 0)
    const { sqlite } = store.raw.statements
    sqlite.run('create virtual table temp.trigrams using fts5vocab(main, message_search, row)')
    const { count } = sqlite.query('select count(*) as count from temp.trigrams').get() as { count: number }
    expect(count).toBeWithin(20_000, 24_002)
    expect((await everywhere(conversationOfOne, body.slice(5000, 5006))).ids).toEqual(ids)
  },
)

test('the last word of a message of 65,536 different Latin letters is found', async () => {
  const body = `${randomText(0x61, 0x7a).slice(0, -10)} zebuzadox`
  const conversationOfOne = await conversation([body])
  await indexNewMessages(conversationOfOne.platform, 0)
  expect((await everywhere(conversationOfOne, 'zebuzadox')).ids).toEqual(conversationOfOne.ids)
})
