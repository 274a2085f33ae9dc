import { expect, test } from 'bun:test'
import type { Kysely } from 'kysely'
import type { Handle } from '../../src/core/storage/db'
import * as expressions from '../../src/core/storage/expressions'
import { knownNumbers } from '../../src/core/storage/known-numbers'
import type { CompanyId, Database } from '../../src/core/storage/schema'
import { hot, TenantDb } from '../../src/core/storage/tenant'
import { createSeededRandom } from '../crash/seeded-random'
import { openBothEngines } from './both-engines'

const both = await openBothEngines()
const random = createSeededRandom('expressions')
const { id: companyId } = (await both.insert('companies')) as { id: CompanyId }

/** Pieces in which the engines could differ: case, accents, other scripts, patterns, quotes, JSON. */
const pieces = [
  'a',
  'A',
  'b',
  'É',
  'é',
  'ß',
  'İ',
  '漢',
  '😀',
  '%',
  '_',
  '\\',
  "'",
  '"',
  '\n',
  ' ',
  '10',
  '2',
  '[',
  '{}',
  ',',
  '\u00a0',
]
const text = (most = 6) => Array.from({ length: Math.floor(random.next() * most) }, () => random.pick(pieces)).join('')
const orNull = <T>(value: T) => (random.happens(0.3) ? null : value)
const time = () => new Date(Date.UTC(2026, 0, 1 + Math.floor(random.next() * 9))).toISOString()

const someTime = time()
const { id: userId } = await both.insert('users', { companyId, name: 'Ana' })
const { id: otherUser } = await both.insert('users', { companyId, name: 'Érica' })
const ticket = await both.insert('tickets', { companyId })
const of = { companyId, ticketId: ticket.id!, contactId: ticket.contactId! }
for (let n = 0; n < 60; n++)
  await both.insert('messages', {
    ...{
      ...of,
      body: text(),
      senderName: text(3),
      quotedWaId: orNull(text(2)),
      sentAt: orNull(time()),
      readAt: orNull(time()),
    },
    ...{
      fromMe: Number(random.happens(0.5)),
      ack: Math.floor(random.next() * 5) - 1,
      origin: 'agent',
      error: orNull(text(2)),
    },
    ...{ read: Number(random.happens(0.5)), userId: orNull(userId!), proto: orNull(new TextEncoder().encode(text())) },
    detail: orNull(
      JSON.stringify({ fileName: orNull(text()), lines: [text()], address: random.happens(0.5) ? text() : undefined }),
    ),
  })
for (let n = 0; n < 10; n++)
  await both.insert('ticket_notes', {
    companyId,
    ticketId: ticket.id!,
    mentions: JSON.stringify(random.pick([[], [userId], [userId, otherUser]])),
  })
for (const number of [
  '5511987654321',
  '551187654321',
  '5212345678901',
  '525512345678',
  '22990123456',
  '2290197123456',
  '549115551234',
  null,
])
  await both.insert('contacts', { companyId, number, searchText: text(), email: text(2) })

type Db = Kysely<Database>
type Query = (db: Db) => { execute(): Promise<unknown[]> }
const { listOf, recordsOf, everyRow } = expressions
const bodies = ['a', '', 'É', '%', "'", '漢', '😀', text(), '\\']
const ids = listOf([1, 3, 5, 8, 13, 21, 1000])
const rows = (db: Db) =>
  db.selectFrom('messages').select('messages.id').where('messages.companyId', '=', companyId).orderBy('messages.id')

/** One query or more for each exported name; the names are those of the file. */
const cases: Record<string, Query[]> = {
  listOf: [(db) => rows(db).where('id', 'in', expressions.inList(listOf([])))],
  inList: [
    (db) => rows(db).where('id', 'in', expressions.inList(ids)),
    (db) => rows(db).where('id', 'not in', expressions.inList(ids)),
  ],
  inTexts: [
    (db) => rows(db).where('body', 'in', expressions.inTexts(listOf(bodies))),
    (db) => rows(db).where('body', 'in', expressions.inTexts(listOf([]))),
  ],
  listRows: [
    (db) =>
      db
        .selectFrom(expressions.listRows(ids).as('l'))
        .innerJoin('messages', 'messages.id', 'l.value')
        .select('messages.id')
        .orderBy('messages.id'),
  ],
  recordsOf: [],
  recordRows: [
    (db) =>
      db
        .selectFrom(
          expressions
            .recordRows(recordsOf(bodies.map((body, id) => ({ id, body }))), { id: 'integer', body: 'text' })
            .as('r'),
        )
        .innerJoin('messages', 'messages.body', 'r.body')
        .select(['r.id', 'r.body', 'messages.id as messageId'])
        .orderBy('messages.id')
        .orderBy('r.id'),
  ],
  unindexedColumn: [
    (db) =>
      rows(db)
        .where(expressions.unindexedColumn('messages.userId'), 'is', null)
        .orderBy(expressions.unindexedColumn('messages.id')),
  ],
  containsText: bodies.map((body) => (db: Db) => rows(db).where(expressions.containsText('body', body))),
  bytesContainText: bodies.map((body) => (db: Db) => rows(db).where(expressions.bytesContainText('proto', body))),
  occursIn: [(db) => rows(db).where(expressions.occursIn('body', 'aé 10%_\\'))],
  byteLength: [
    (db) =>
      rows(db).select([expressions.byteLength('body').as('size'), expressions.byteLength('quotedWaId').as('other')]),
  ],
  jsonObjects: [],
  jsonValues: [],
  jsonElements: [
    (db) =>
      db
        .selectFrom('ticket_notes')
        .select(({ selectFrom }) => [
          'ticket_notes.id',
          selectFrom(expressions.jsonElements('ticket_notes.mentions').as('m'))
            .innerJoin('users as u', 'u.id', 'm.value')
            .select(({ fn }) => fn.countAll<number>().as('count'))
            .as('mentioned'),
        ])
        .orderBy('ticket_notes.id'),
  ],
  jsonField: [
    (db) =>
      rows(db).select(['fileName', 'address', 'lines'].map((name) => expressions.jsonField('detail', name).as(name))),
  ],
  sortsBefore: [(db) => rows(db).where(expressions.sortsBefore(['body', 'id'], ['a', 20]))],
  sortsAfter: [(db) => rows(db).where(expressions.sortsAfter(['body', 'id'], ['É', 20]))],
  sortsUpTo: [(db) => rows(db).where(expressions.sortsUpTo(['sentAt', 'id'], [someTime, 20]))],
  isNullUnless: [0, 1].map((flag) => (db: Db) => rows(db).where(expressions.isNullUnless('sentAt', flag))),
  msBetween: [
    (db) => rows(db).select(expressions.msBetween('sentAt', 'readAt').as('ms')),
    (db) => rows(db).select(expressions.msBetween('createdAt', 'sentAt').as('ms')),
  ],
  startOfText: [0, 1, 3].map(
    (length) => (db: Db) => rows(db).select(expressions.startOfText('body', length).as('start')),
  ),
  emptyText: [(db) => rows(db).where('body', '<>', expressions.emptyText)],
  literal: [
    (db) => rows(db).where('ack', '=', expressions.literal(2)).where('origin', '=', expressions.literal('agent')),
  ],
  everyRow: [(db) => rows(db).limit(everyRow)],
  lastText: [(db) => rows(db).where('body', '<', expressions.lastText)],
  isUniqueViolation: [],
  knownNumbers: [
    (db) =>
      db
        .selectFrom('contacts')
        .select(['id', knownNumbers.as('numbers')])
        .orderBy('id'),
  ],
}

/** Queries that Kysely writes alike and the engines could read differently. */
const builderCases: Record<string, Query> = {
  'order of a column with nulls': (db) =>
    rows(db).clearOrderBy().select('sentAt').orderBy('sentAt').orderBy('messages.id'),
  'descending order of a column with nulls': (db) =>
    rows(db).clearOrderBy().select('readAt').orderBy('readAt', 'desc').orderBy('id', 'desc').limit(9),
  'order by text': (db) => rows(db).clearOrderBy().select('body').orderBy('body').orderBy('id').limit(40).offset(3),
  'order of a left join': (db) =>
    rows(db)
      .clearOrderBy()
      .leftJoin('users', 'users.id', 'messages.userId')
      .select('users.name')
      .orderBy('users.name', 'desc')
      .orderBy('messages.id'),
  'order of an aggregate': (db) =>
    db
      .selectFrom('messages')
      .select(({ fn }) => ['body', fn.max('sentAt').as('last')])
      .groupBy('body')
      .orderBy('last', 'desc')
      .orderBy('body'),
  'empty list': (db) => rows(db).where('id', 'in', []),
  'not in an empty list': (db) => rows(db).where('id', 'not in', []),
  'is a value': (db) => rows(db).where('sentAt', 'is', someTime),
  'is not a value': (db) => rows(db).where('error', 'is not', 'a'),
  'a null value is null': (db) => rows(db).where(({ eb, val }) => eb(val(null as string | null), 'is', null)),
  'a value is not null': (db) => rows(db).where(({ eb, val }) => eb(val(7 as number | null), 'is not', null)),
  'truth values as columns': (db) =>
    rows(db).select(({ eb, exists, selectFrom }) => [
      eb('ack', '>', 1).as('isRead'),
      exists(selectFrom('users').select('id').where('users.name', '=', 'Érica')).as('found'),
    ]),
  'greatest and least of two': (db) =>
    rows(db).select(({ fn, lit }) => [
      fn<number>('max', ['ack', lit(1)]).as('most'),
      fn<number>('min', ['ack', lit(1)]).as('least'),
    ]),
  'count, sum and extremes': (db) =>
    db
      .selectFrom('messages')
      .select(({ fn }) => [
        fn.countAll().as('count'),
        fn.sum('ack').as('sum'),
        fn.max('ack').as('max'),
        fn.min('body').as('min'),
        fn.count('sentAt').distinct().as('times'),
      ]),
  'sum of no rows': (db) =>
    db
      .selectFrom('messages')
      .select(({ fn }) => [fn.sum('ack').as('sum'), fn.max('body').as('last')])
      .where('id', '<', 0),
  'case and arithmetic': (db) =>
    rows(db).select(({ eb }) =>
      eb
        .case()
        .when('ack', '>', 2)
        .then(eb('ack', '+', 1))
        .else(eb('ack', '*', 2))
        .end()
        .as('figure'),
    ),
  'lower case': (db) => rows(db).select(({ fn }) => fn<string>('lower', ['body']).as('lower')),
  'part of a text': (db) =>
    rows(db).select(({ fn, lit }) => fn<string>('substr', ['createdAt', lit(1), lit(10)]).as('day')),
  'group of a flag': (db) =>
    db
      .selectFrom('messages')
      .select(({ fn }) => ['read', fn.countAll().as('count')])
      .groupBy('read')
      .orderBy('read'),
  union: (db) =>
    db
      .selectFrom('messages')
      .select('body as text')
      .union(db.selectFrom('contacts').select('searchText as text'))
      .orderBy('text'),
  ...Object.fromEntries(
    ['a%', '%A%', '%\\%', '_', '%é%', '%É%', '%ß'].map((pattern) => [
      `like ${pattern}`,
      (db: Db) => rows(db).where('body', 'like', pattern),
    ]),
  ),
}

async function resultsOf(query: Query) {
  const inBoth = [both.sqlite.read, both.postgres.read] as Handle[]
  const [sqlite, postgres] = await Promise.all(inBoth.map(({ kysely }) => query(kysely).execute()))
  return { sqlite, postgres }
}

test.each(Object.entries(cases))('%s has the same result in both engines', async (_, queries) => {
  for (const query of queries) {
    const { sqlite, postgres } = await resultsOf(query)
    expect(postgres).toEqual(sqlite!)
  }
})

test.each(Object.entries(builderCases))('%s has the same result in both engines', async (_, query) => {
  const { sqlite, postgres } = await resultsOf(query)
  expect(postgres).toEqual(sqlite!)
})

test('every export of expressions.ts has a case', () => {
  expect(Object.keys(cases).sort()).toEqual([...Object.keys(expressions), 'knownNumbers'].sort())
})

test('jsonObjects and jsonValues return the same JSON, in its order', async () => {
  const query: Query = (db) =>
    db
      .selectFrom('tickets')
      .select(({ selectFrom }) => [
        'tickets.id',
        selectFrom('messages')
          .whereRef('messages.ticketId', '=', 'tickets.id')
          .select(
            expressions
              .jsonObjects({ id: 'messages.id', body: 'messages.body', at: 'messages.sentAt' }, 'messages.body')
              .as('json'),
          )
          .as('objects'),
        selectFrom('messages')
          .whereRef('messages.ticketId', '=', 'tickets.id')
          .select(expressions.jsonValues('messages.body', 'messages.id').as('json'))
          .as('values'),
        selectFrom('messages')
          .where('messages.id', '<', 0)
          .select(expressions.jsonObjects({ id: 'messages.id' }).as('json'))
          .as('none'),
      ])
      .orderBy('tickets.id')
  const parsed = (rows: unknown[] | undefined) =>
    (rows as { objects: string; values: string; none: string }[]).map(({ objects, values, none }) => {
      const list = JSON.parse(objects) as { body: string; id: number }[]
      expect(list.map(({ body }) => body)).toEqual(
        list.map(({ body }) => body).sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other))),
      )
      return { objects: list.sort((one, other) => one.id - other.id), values: JSON.parse(values), none }
    })
  const { sqlite, postgres } = await resultsOf(query)
  expect(parsed(postgres)).toEqual(parsed(sqlite))
})

test('an average is the same up to the last digits', async () => {
  const { sqlite, postgres } = await resultsOf((db) =>
    db.selectFrom('messages').select(({ fn }) => fn.avg('ack').as('average')),
  )
  const [one, other] = [sqlite, postgres].map((rows) => (rows as { average: number }[])[0]!.average) as [number, number]
  expect(other).toBeCloseTo(one, 9)
})

test('isUniqueViolation names the violated column in both engines', async () => {
  const { id: _, ...user } = await both.insert('users', { companyId })
  const twice = { ...user, id: 1_000_000 } as never // PostgreSQL counts no ids that a row brings
  for (const store of [both.sqlite, both.postgres]) {
    const error = await store
      .write(({ kysely }: Handle) => kysely.insertInto('users').values(twice).execute())
      .catch((error: unknown) => error)
    expect(expressions.isUniqueViolation(error, 'users', 'email')).toBe(true)
    expect(expressions.isUniqueViolation(error, 'users', 'name')).toBe(false)
    expect(expressions.isUniqueViolation(error, 'companies', 'email')).toBe(false)
  }
})

const page = hot<{ limit: number; before: string; ids: expressions.ListParameter }>()((db, p) =>
  db
    .select('messages')
    .select(['id', 'sentAt'])
    .where('sentAt', '<', p('before'))
    .where('id', 'in', expressions.inList(p('ids')))
    .orderBy('sentAt', 'desc')
    .orderBy('id')
    .limit(p('limit')),
)

test('a hot query has the same rows in both engines, with any of its values', async () => {
  for (let n = 0; n < 20; n++) {
    const params = {
      limit: 1 + Math.floor(random.next() * 9),
      before: time(),
      ids: listOf(Array.from({ length: 30 }, () => Math.floor(random.next() * 90))),
    }
    const [sqlite, postgres] = await Promise.all(
      [both.sqlite, both.postgres].map((store) => TenantDb.of(store, companyId).run(page, params)),
    )
    expect(postgres).toEqual(sqlite!)
  }
})
