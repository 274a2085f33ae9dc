import { expect, test } from 'bun:test'
import type { RouteEntry } from '../../src/core/http/route-table'
import { effectsIn, untouched } from './access/effects'
import { createInstallationWithTargets, unchangedInstallation } from './access/installation'
import { httpRoutes, routeKey, rowOf } from './access/table'

const { app } = await createInstallationWithTargets()
const routes = httpRoutes(app)

/** Columns that no request may set, with values that would gain something. */
const forged = {
  id: 424_242,
  companyId: 2,
  super: true,
  profile: 'admin',
  allTicket: 'enabled',
  passwordHash: 'forged',
  ack: 3,
  status: 'forged',
  uuid: 'forged',
  waId: 'forged',
  waJid: 'forged@s.whatsapp.net',
  lid: '424242',
  searchText: 'forged',
  fromMe: false,
  origin: 'forged',
  userId: 2,
  shouldConnect: false,
  qrcode: 'forged',
  pairingCode: 'forged',
  retries: 424_242,
  number: '424242424242',
  isGroup: true,
  unreadMessages: 424_242,
  lastMessage: 'forged',
  profilePicUrl: 'forged',
  proto: 'forged',
  dueDate: '2098-01-01',
  planId: 2,
  trialExpiration: '2098-01-01',
  createdAt: '2001-01-01T00:00:00.000Z',
  updatedAt: '2001-01-01T00:00:00.000Z',
}

/** Names that every JavaScript object has; some routes refuse them. */
const prototypeFields = {
  ['__proto__']: { admin: true, super: 1, profile: 'admin', companyId: 2 },
  constructor: { prototype: {} },
}

const routesWithBody = routes.filter((route) => rowOf(route).body && rowOf(route).anyone === undefined)

/** Sends the route's body with `extra` fields in an unchanged installation; returns status, stored rows and published events. */
async function sendWithFields(route: RouteEntry, extra: object) {
  const installation = await unchangedInstallation()
  const { own, superUser } = rowOf(route)
  const actor = superUser ? 'root' : own[0] === 200 ? 'bob' : 'ana'
  const usual = rowOf(route).body?.(installation.ids.own)
  const body = Array.isArray(usual) ? usual.map((item) => ({ ...item, ...extra })) : { ...usual, ...extra }
  const { status } = await installation.sendRequest(actor, route, installation.ids.own, { body })
  return { status, ...(await effectsIn(installation)) }
}

test.each(routesWithBody.map((route) => [routeKey(route), route] as const))(
  '%s ignores read-only and unknown body fields',
  async (key, route) => {
    const { hooks } = app.routes.find(({ method, path }) => `${method} ${path.replace(/\/$/, '')}` === key) as never
    const { body } = hooks as { body: { properties?: object; items: { properties: object } } }
    const ownFields = Object.keys(body.properties ?? body.items.properties)
    const readOnly = Object.fromEntries(Object.entries(forged).filter(([field]) => !ownFields.includes(field)))
    expect(Object.keys(readOnly).length).toBeGreaterThan(18)
    const plain = await sendWithFields(route, {})
    expect(await sendWithFields(route, readOnly)).toEqual(plain)
    const withPrototype = await sendWithFields(route, prototypeFields)
    if (withPrototype.status !== 422) expect(withPrototype).toEqual(plain)
    else expect([withPrototype.stored, withPrototype.published]).toEqual([untouched, '[]'])
  },
)
