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
