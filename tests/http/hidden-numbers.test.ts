import { describe, expect, test } from 'bun:test'
import { sql } from 'kysely'
import type { RouteEntry } from '../../src/core/http/route-table'
import type { Viewer } from '../../src/core/scope'
import type { CompanyId } from '../../src/core/storage/schema'
import { visibleTo } from '../../src/events'
import { companies } from '../installation'
import { createInstallationWithTargets, type InstallationWithTargets } from './access/installation'
import { routeKey } from './access/table'

/**
 * People without the right to numbers of customers call every route. No answer, and no event that their requests
 * publish, may hold a number that is stored of a customer.
 */

const people = ['bob', 'sara'] as const
const limits = JSON.stringify({ user: ['numbers'], supervisor: ['numbers'] })

/** Without the right of agents and supervisors; no customer has a name but the number. */
async function narrow(installation: InstallationWithTargets) {
  const { acme } = installation
  await acme.transaction(async (tx) => {
    const named = { name: sql<string>`number`, searchText: sql<string>`number` }
    await tx.update('contacts').set(named).where('number', 'is not', null).execute()
    await tx.update('campaign_recipients').set({ name: sql<string>`number` }).execute()
  })
  await acme.transaction((tx) => tx.insert('settings', { key: 'roleLimits', value: limits }).execute())
  await installation.auth.refreshRights(companies.acme as CompanyId)
  return installation
}

/** More customers than a page holds, each twice, and a card in place of the messages of the own conversation. */
async function crowd({ acme, insertContact, ids }: InstallationWithTargets) {
  for (let at = 0; at < 45; at++) {
    const [target, number] = [`55119${80_000_000 + at}`, `5511${80_000_000 + at}`]
    for (const each of [target, number]) await insertContact('acme', { name: each, number: each })
    await acme.transaction((tx) => tx.insert('number_aliases', { number, target }).execute())
  }
  const [first] = await acme.select('contacts').select('number').where('id', '=', ids.own.contact).execute()
  const body = first!.number as string
  const card = {
    mediaType: 'contactMessage',
    body,
    detail: JSON.stringify({ contacts: [{ name: body, numbers: [body] }] }),
  }
  await acme.transaction((tx) =>
    tx
      .update('messages')
      .set(card as never)
      .where('ticketId', '=', ids.own.ticket)
      .execute(),
  )
}

/** Numbers of customers of the company, as they are stored. */
async function numbersOf({ acme }: InstallationWithTargets): Promise<string[]> {
  const found = await Promise.all(
    (['contacts', 'contact_list_items', 'campaign_recipients', 'opt_outs', 'contact_aliases'] as const).map((table) =>
      acme.select(table).select('number').execute(),
    ),
  )
  return [...new Set(found.flat().map(({ number }) => number))].filter(
    (number) => number !== null && number.length > 7,
  ) as string[]
}

/** Numbers in a text, also with the usual separators. */
const numbersIn = (text: string, numbers: string[]) => {
  const plain = text.replace(/(?<=\d)[\s().+-]+(?=\d)/g, '')
  return numbers.filter((number) => plain.includes(number) || text.includes(number))
}

/** Decides about an event of any entity. */
const decide = (entity: string) =>
  (visibleTo as unknown as Record<string, (viewer: Viewer, payload: unknown) => object | null>)[entity]!

const reading = await createInstallationWithTargets()
await crowd(reading)
const { routes } = reading
/** Routes whose numbers are the company's own. */
const ownNumbers = /^\/api\/(whatsapp|whatsappsession|first-steps|connection)/
const checked = routes.filter(({ path }) => !ownNumbers.test(path))

async function leaks(installation: InstallationWithTargets, route: RouteEntry, numbers: string[]) {
  const found: unknown[] = []
  for (const actor of people)
    for (const target of [installation.ids.own, installation.ids.unseen]) {
      const { body } = await installation.sendRequest(actor, route, target)
      const shown = numbersIn(body, numbers)
      if (shown.length > 0) found.push([actor, routeKey(route), shown])
    }
  return found
}

/** Requests of routes that search: the field with right digits, and with wrong ones, in each spelling. */
function searches(reads: RouteEntry[], number: string): [RouteEntry, string, string][] {
  const plain = [number, number.slice(0, 2), number.slice(4, 9)]
  const texts = [...plain, ...plain.map((digits) => [...digits].join(' ')), plain[2]!.replace(/../g, '$& ')]
  const quoted = texts.flatMap((text) => [text, `"${text}"`])
  const queries = (field: string, text: string) => `${field}=${encodeURIComponent(text)}`
  return reads
    .filter(({ path }) => searching.test(path))
    .flatMap((route) =>
      quoted.map((text): [RouteEntry, string, string] => {
        const field = route.path === '/api/search' ? 'q' : 'searchParam'
        return [route, queries(field, text), queries(field, text.replace(/\d/g, '0'))]
      }),
    )
}
/** Routes with a text that is compared with contacts. */
const searching = /^\/api\/(contacts|contacts\/list|search|tickets|schedules|opt-outs|campaigns\/:id\/recipients)$/

/** True if the person gets another answer to the one query than to the other. */
async function differs(person: (typeof people)[number] | 'ana', route: RouteEntry, right: string, wrong: string) {
  const ask = (query: string) => reading.sendRequest(person, route, reading.ids.own, { query })
  const [found, other] = [await ask(right), await ask(wrong)]
  return found.status !== other.status || found.body !== other.body
}

describe('numbers of customers', async () => {
  const numbers = await numbersOf(reading)
  const reads = checked.filter(({ method }) => method === 'GET')

  test('are in the answers of many routes for people with the right', async () => {
    const showing = await Promise.all(
      reads.map(async (route) => ((await leaks(reading, route, numbers)).length > 0 ? [routeKey(route)] : [])),
    )
    expect(showing.flat()).toEqual(
      expect.arrayContaining([
        'GET /api/contacts',
        'GET /api/tickets',
        'GET /api/contacts/export',
        'GET /api/contacts/list',
      ]),
    )
    expect(showing.flat().length).toBeGreaterThan(10)
  }, 120_000)

  test('are in no answer of a read for people without it', async () => {
    await narrow(reading)
    const found = await Promise.all(reads.map((route) => leaks(reading, route, numbers)))
    expect(found.flat()).toEqual([])
  }, 120_000)

  test('are not found by their digits: a search answers to right digits as to wrong ones', async () => {
    const number = numbers.find((each) => each.startsWith('55119')) as string
    const searched = new Set<string>()
    for (const [route, ...texts] of searches(reads, number)) {
      const [whole, without] = [await differs('ana', route, ...texts), await differs('bob', route, ...texts)]
      if (whole) searched.add(routeKey(route))
      expect([routeKey(route), texts[0], without || (await differs('sara', route, ...texts))]).toEqual([
        ...[routeKey(route), texts[0]],
        false,
      ])
    }
    const routes = ['GET /api/contacts', 'GET /api/contacts/list', 'GET /api/search', 'GET /api/tickets']
    expect([...searched]).toEqual(expect.arrayContaining(routes))
  }, 120_000)

  test('are in no text that people without it send, and in no card', async () => {
    const installation = await narrow(await createInstallationWithTargets())
    const { acme, ids, whatsapp, jobs } = installation
    const route = routes.find((each) => routeKey(each) === 'POST /api/messages/:id')!
    const sent = await installation.sendRequest('bob', route, ids.own, {
      body: { body: 'Olá {{name}}, {{firstName}}!' },
    })
    expect(sent.status).toBe(200)
    const card = await installation.sendRequest('bob', route, ids.own, { body: { contactId: ids.own.freeContact } })
    expect(card.status).toBe(403)
    await jobs.settle()
    const stored = await acme.select('messages').select(['body', 'detail']).execute()
    expect(stored.map(({ body }) => body)).toContain('Olá!')
    expect(numbersIn(JSON.stringify([stored, whatsapp.sent.map(({ content }) => content)]), numbers)).toEqual([])
  })

  test('are in no answer of a change, and in no event, for people without it', async () => {
    const wrong: unknown[] = []
    let events = 0
    for (const route of checked.filter(({ method }) => method !== 'GET')) {
      const installation = await narrow(await createInstallationWithTargets())
      const fromAnswers = await leaks(installation, route, numbers)
      const seen = seenEvents(installation)
      const fromEvents = seen.filter((event) => numbersIn(JSON.stringify(event), numbers).length > 0)
      wrong.push(...fromAnswers, ...fromEvents.map((event) => [routeKey(route), event]))
      events += seen.length
    }
    expect(wrong).toEqual([])
    expect(events).toBeGreaterThan(50)
  }, 300_000)
})

/** Events of the installation as the people receive them, but for those of connections, whose numbers are the company's. */
const seenEvents = ({ published, viewerOf }: InstallationWithTargets) =>
  published
    .filter(({ entity }) => !['whatsapp', 'whatsappSession'].includes(entity))
    .flatMap(({ entity, payload }) =>
      people.map((person) => decide(entity)({ ...viewerOf(person), withheld: ['numbers'] }, payload)),
    )
    .filter((seen) => seen !== null)
