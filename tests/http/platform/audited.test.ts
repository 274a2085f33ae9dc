import { expect, test } from 'bun:test'
import type { RouteEntry } from '../../../src/core/http/route-table'
import { PaymentConfigInput } from '../../../src/features/provider/payments/model'
import { settingRules } from '../../../src/shared/settings'
import * as pt from '../../../ui/i18n/pt/all'
import { findFieldText } from '../../../ui/pages/platform/audit/field-texts'
import { optionGroups } from '../../../ui/pages/platform/settings/option-rows'
import type { Actor } from '../access/actors'
import { dependsOnTarget } from '../access/expected-status'
import { createInstallationWithTargets, type InstallationWithTargets } from '../access/installation'
import { manualPix } from '../access/rows/payments'
import { httpRoutes, routeKey, rowOf } from '../access/table'

/**
 * The audit log of the HTTP API: one line per change of an admin or the provider and per download of rows, none for a
 * refused request.
 */

const auditedPaths = new RegExp(
  `^/api/(${[
    ...[
      'users',
      'invitations',
      'queue',
      'queue-options',
      'whatsapp',
      'settings',
      'companies',
      'plans',
      'helps',
      'announcements',
    ],
    ...[
      'invoices',
      'subscription(/card)?$',
      'files',
      'payments/(config|webhook)',
      'auth/sessions',
      'auth/passkeys/:id$',
      'support',
      'exports',
    ],
    ...[
      'contact-lists',
      'opt-outs',
      'campaigns(?!/(preview|estimate|:id/test))',
      'campaign-(settings|lanes)',
      'contacts/:id/(merge|data|erase)',
      'contacts/merges',
      'flowcampaign',
      'flowbuilder(/duplicate|/:id)?$',
    ],
  ].join('|')})\\b`,
)
/** Routes that change nothing an admin is responsible for, with the reason. */
const unaudited: Record<string, string> = {
  'POST /api/companies/cadastro/confirm': 'the sender has no company yet',
  'POST /api/companies/cadastro': 'the sender has no company yet',
  'POST /api/announcements/read': 'marks announcements as read for one user',
  'POST /api/users/set-language/:lang': 'a preference of one user',
  'POST /api/invoices': 'creates the invoice that is due anyway',
}
/** Routes whose request in the table changes nothing, because the rows already have these values. */
const withoutChange = [
  'PUT /api/companies/:id/schedules',
  'DELETE /api/announcements/:id/media-upload',
  'DELETE /api/campaigns/:id/media-upload',
  'PUT /api/queue-options/order',
  'DELETE /api/auth/sessions',
]

const shared = await createInstallationWithTargets()
/** Downloads of rows as files, which the log names because they leave the server. */
const downloads =
  /^\/api\/((contacts|opt-outs|audit|dashboard|invoices|invoices\/everyones|campaigns\/:id)\/export|dashboard\/ratings)$/
const auditedRoutes = httpRoutes(shared.app).filter(
  (route) => (route.method === 'GET' ? downloads : auditedPaths).test(route.path) && !(routeKey(route) in unaudited),
)

/** Preparation of routes that need one. tests/services/provider/payments.test.ts covers routes that need a payment service. */
const preparations: Record<string, (installation: InstallationWithTargets) => Promise<unknown>> = {
  'POST /api/subscription': (installation) => installation.clientAs('root').payments.config.put(manualPix),
}

/** Returns an actor that the route allows, or null. */
function allowedActor(route: RouteEntry): Actor | null {
  const { own, superUser } = rowOf(route)
  if (superUser !== undefined) return superUser === 200 ? 'root' : null
  if (own[3] === 200 || routeKey(route) in preparations) return 'ana'
  return own[0] === 200 ? 'bob' : null
}
const newestLineId = async ({ store }: InstallationWithTargets): Promise<number> =>
  ((await store.read.first('select max(id) as id from audit_log', [])) as { id: number }).id
interface Line {
  action: string
  entity: string
  actorName: string
  before: string
  after: string
}
const linesAfter = async ({ store }: InstallationWithTargets, id: number) =>
  (await store.read.kysely
    .selectFrom('audit_log')
    .select(['action', 'entity', 'actorName', 'before', 'after'])
    .where('id', '>', id)
    .execute()) as Line[]

/** Actions, entities and fields of a line for which the audit page has no text. */
function findMissingTexts({ action, entity, before, after }: Line): string[] {
  const fields = Object.keys({ ...JSON.parse(before), ...JSON.parse(after) })
  return [
    ...(action in pt.audit.actions ? [] : [action]),
    ...(entity in pt.audit.entities ? [] : [entity]),
    ...fields
      .filter((field) => entity !== 'setting' && !findFieldText(entity, field))
      .map((field) => `${entity}.${field}`),
  ]
}

const allowed = auditedRoutes.filter((route) => allowedActor(route) && !withoutChange.includes(routeKey(route)))

test.each(allowed.map((route) => [routeKey(route), route] as const))('%s adds one audit line', async (_, route) => {
  const installation = await createInstallationWithTargets()
  await preparations[routeKey(route)]?.(installation)
  const before = await newestLineId(installation)
  const { status } = await installation.sendRequest(allowedActor(route)!, route, installation.ids.own)
  const name = { bob: 'Bob', ana: 'Ana', root: 'Root' }[allowedActor(route) as string]
  const lines = await linesAfter(installation, before)
  expect([status, lines]).toEqual([200, [expect.objectContaining({ actorName: expect.stringContaining(name!) })]])
  expect(lines.flatMap(findMissingTexts)).toEqual([])
})

test('a refused request, or one that changes nothing, adds no audit line', async () => {
  const before = await newestLineId(shared)
  for (const route of auditedRoutes) {
    await shared.sendRequest('anonymous', route, shared.ids.own)
    if (dependsOnTarget(rowOf(route))) await shared.sendRequest('rui', route, shared.ids.missing)
    if (rowOf(route).own[0] === 403) await shared.sendRequest('bob', route, shared.ids.own)
  }
  for (const route of auditedRoutes.filter((route) => withoutChange.includes(routeKey(route))))
    await shared.sendRequest(allowedActor(route)!, route, shared.ids.own)
  const { refusals } = shared.auth
  await refusals.sweep(true)
  expect((await linesAfter(shared, before)).filter(({ entity }) => entity !== 'permission')).toEqual([])
})

test('fields that only some changes contain have a text on the audit page', () => {
  const fields = Object.keys(PaymentConfigInput.properties).map((field) => ['payments', field])
  const others = {
    user: ['super', 'secondFactor', 'recoveryCodes', 'recoveryCode', 'password'],
    queueOption: ['order'],
  }
  const otherFields = Object.entries(others).flatMap(([entity, names]) => names.map((field) => [entity, field]))
  expect([...fields, ...otherFields].filter(([entity, field]) => !findFieldText(entity!, field!))).toEqual([])
  const rows = optionGroups.flatMap(({ rows }) => rows.map(({ key }) => key))
  expect(Object.keys(settingRules).sort()).toEqual(rows.sort())
})
