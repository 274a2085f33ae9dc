import { expect, test } from 'bun:test'
import type { RouteEntry } from '../../src/core/http/route-table'
import { PaymentConfigInput } from '../../src/features/payments/model'
import { settingRules } from '../../src/shared/settings'
import * as pt from '../../ui/i18n/pt/all'
import { findFieldText } from '../../ui/pages/audit/field-texts'
import { optionGroups } from '../../ui/pages/settings/option-rows'
import type { Actor } from './access/actors'
import { isAimed } from './access/expected-status'
import { type Populated, populated } from './access/installation'
import { byHand } from './access/rows/payments'
import { keyOf, rowOf, walked } from './access/table'

/** Every change an admin or the provider makes leaves one line, in words, and a refused one none. */

const areas = new RegExp(
  `^/api/(${[
    ...['users', 'queue', 'queue-options', 'whatsapp', 'settings', 'companies', 'plans', 'helps', 'announcements'],
    ...[
      'invoices',
      'subscription(/card)?$',
      'files',
      'payments/(config|webhook)',
      'auth/sessions',
      'support',
      'exports',
    ],
    ...['contacts/:id/(merge|data|erase)', 'contacts/merges'],
  ].join('|')})\\b`,
)
/** Which change nothing that an admin answers for. */
const unaudited: Record<string, string> = {
  'POST /api/companies/cadastro': 'a stranger, who has no company yet',
  'POST /api/announcements/read': 'what one has read',
  'POST /api/users/set-language/:lang': "one's own taste",
  'POST /api/invoices': 'the invoice the calendar would make',
}
/** What the row of the table asks for is so already: nothing changes, and no line says that it did. */
const unchanged = [
  'PUT /api/companies/:id/schedules',
  'DELETE /api/announcements/:id/media-upload',
  'DELETE /api/users/:id/second-factor',
  'PUT /api/queue-options/order',
  'DELETE /api/auth/sessions',
]

const reading = await populated()
const changing = walked(reading.app).filter(
  (route) => route.method !== 'GET' && areas.test(route.path) && !(keyOf(route) in unaudited),
)

/** What has to stand before; cards and the calls of a service want one that answers: tests/services/payments.test.ts. */
const prepared: Record<string, (made: Populated) => Promise<unknown>> = {
  'POST /api/subscription': (made) => made.clientAs('root').payments.config.put(byHand),
}

/** Whoever may. */
function actorOf(route: RouteEntry): Actor | null {
  const { own, above } = rowOf(route)
  if (above !== undefined) return above === 200 ? 'root' : null
  if (own[3] === 200 || keyOf(route) in prepared) return 'ana'
  return own[0] === 200 ? 'bob' : null
}
const newest = ({ store }: Populated): number =>
  (store.raw.statements.sqlite.query('select max(id) as id from audit_log').get() as { id: number }).id
interface Line {
  action: string
  entity: string
  actorName: string
  before: string
  after: string
}
const linesAfter = ({ store }: Populated, id: number) =>
  store.raw.statements.sqlite
    .query('select action, entity, actorName, before, after from audit_log where id > ?')
    .all(id) as Line[]

/** What of a line would stand on the page as it is in the database. */
function wordless({ action, entity, before, after }: Line): string[] {
  const fields = Object.keys({ ...JSON.parse(before), ...JSON.parse(after) })
  return [
    ...(action in pt.audit.actions ? [] : [action]),
    ...(entity in pt.audit.entities ? [] : [entity]),
    ...fields
      .filter((field) => entity !== 'setting' && !findFieldText(entity, field))
      .map((field) => `${entity}.${field}`),
  ]
}

const allowed = changing.filter((route) => actorOf(route) && !unchanged.includes(keyOf(route)))

test.each(allowed.map((route) => [keyOf(route), route] as const))('%s leaves one line', async (_, route) => {
  const made = await populated()
  await prepared[keyOf(route)]?.(made)
  const before = newest(made)
  const { status } = await made.ask(actorOf(route)!, route, made.ids.own)
  const name = { bob: 'Bob', ana: 'Ana', root: 'Root' }[actorOf(route) as string]
  const lines = linesAfter(made, before)
  expect([status, lines]).toEqual([200, [expect.objectContaining({ actorName: expect.stringContaining(name!) })]])
  expect(lines.flatMap(wordless)).toEqual([])
})

test('what is refused, and what changes nothing, leaves none', async () => {
  const before = newest(reading)
  for (const route of changing) {
    await reading.ask('nobody', route, reading.ids.own)
    if (isAimed(rowOf(route))) await reading.ask('rui', route, reading.ids.missing)
    if (rowOf(route).own[0] === 403) await reading.ask('bob', route, reading.ids.own)
  }
  for (const route of changing.filter((route) => unchanged.includes(keyOf(route))))
    await reading.ask(actorOf(route)!, route, reading.ids.own)
  expect(linesAfter(reading, before)).toEqual([])
})

test('what only some changes touch has its words, too', () => {
  const fields = Object.keys(PaymentConfigInput.properties).map((field) => ['payments', field])
  const others = {
    user: ['super', 'secondFactor', 'recoveryCodes', 'recoveryCode', 'password'],
    queueOption: ['order'],
  }
  const more = Object.entries(others).flatMap(([entity, names]) => names.map((field) => [entity, field]))
  expect([...fields, ...more].filter(([entity, field]) => !findFieldText(entity!, field!))).toEqual([])
  const rows = optionGroups.flatMap(({ rows }) => rows.map(({ key }) => key))
  expect(Object.keys(settingRules).sort()).toEqual(rows.sort())
})
