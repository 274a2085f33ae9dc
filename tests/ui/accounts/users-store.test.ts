import '../browser'
import { afterAll, beforeEach, expect, test } from 'bun:test'
import type { User } from '../../../src/features/accounts/users/model'
import { deviceName } from '../../../ui/logins/device-name'
import { byName, receiveUserEvent, userPages, userQuery } from '../../../ui/pages/accounts/users/store'
import { ana, json } from '../browser'

const nativeFetch = globalThis.fetch
afterAll(() => {
  globalThis.fetch = nativeFetch
})

let stored: User[]
const person = (id: number, name: string): User => ({ ...(ana as unknown as User), id, name, email: `${id}@x.test` })

/** Server pages of 20 users. */
function answer({ searchParams }: URL) {
  const [after = '', text = ''] = [searchParams.get('cursor') ?? '', searchParams.get('searchParam') ?? '']
  const all = stored.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase())).sort(byName)
  const rest = all.filter(
    (user) => after === '' || byName(user, stored.find(({ id }) => `${id}` === after) ?? user) > 0,
  )
  const users = rest.slice(0, 20)
  return { users, hasMore: rest.length > 20, next: `${users.at(-1)?.id}`, count: all.length }
}

beforeEach(() => {
  stored = Array.from({ length: 50 }, (_, n) => person(n + 1, `Pessoa ${String(n).padStart(2, '0')}`))
  globalThis.fetch = (async (url: string) => json(answer(new URL(url, 'http://localhost')))) as unknown as typeof fetch
  userQuery.value = ''
  userPages.clear()
})

const names = () => userPages.rows.peek().map(({ name }) => name)

test.each([
  ['created on the page', person(90, 'Ágata')],
  ['created beyond the page', person(90, 'Zilda')],
  ['renamed on the page', person(3, 'Beto')],
  ['renamed to beyond the page', person(3, 'Zilda')],
  ['renamed onto the page', person(49, 'Beto')],
  ['set online', { ...person(5, 'Pessoa 04'), online: true }],
])('a user who was %s: the loaded page plus the event equals a fresh page', async (_, user) => {
  await userPages.more()
  const action = stored.some(({ id }) => id === user.id) ? 'update' : 'create'
  stored = [...stored.filter(({ id }) => id !== user.id), user]
  receiveUserEvent({ action, user })
  const live = names()
  userPages.clear()
  await userPages.more()
  // An event makes the page longer or shorter than a fresh one.
  const shared = Math.min(live.length, names().length, 19)
  expect(live.slice(0, shared)).toEqual(names().slice(0, shared))
})

test('a deleted user and one that no longer matches the search are removed', async () => {
  userQuery.value = 'pessoa 1'
  await userPages.more()
  expect(names().length).toBe(10)
  receiveUserEvent({ action: 'delete', userId: 12 })
  receiveUserEvent({ action: 'update', user: person(13, 'Outro Nome') })
  receiveUserEvent({ action: 'create', user: person(99, 'Pessoa 1x') })
  expect(names()).not.toContain('Pessoa 11')
  expect(names()).not.toContain('Outro Nome')
  expect(names().at(-1)).toBe('Pessoa 1x')
})

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0', 'Firefox · Linux'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0',
    'Edge · Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605 Version/19.0 Mobile Safari/604.1',
    'Safari · iOS',
  ],
  ['Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36', 'Chrome · Android'],
  ['curl/8.0', ''],
])('the user agent %s is named %p', (userAgent, device) => expect(deviceName(userAgent)).toBe(device))
