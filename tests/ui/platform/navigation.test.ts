import '../browser'
import { describe, expect, test } from 'bun:test'
import type { Me } from '../../../src/features/accounts/auth/model'
import * as en from '../../../ui/i18n/en/all'
import * as es from '../../../ui/i18n/es/all'
import * as pt from '../../../ui/i18n/pt/all'
import { isCurrent, sectionAt } from '../../../ui/navigation/current-row'
import { findRows } from '../../../ui/navigation/find-rows'
import { menuRows, rowsFor } from '../../../ui/navigation/menu-rows'
import { dailyPlaces, openableGroups, openablePlaces, sectionPlaces } from '../../../ui/navigation/rail-places'
import { settingsGroups } from '../../../ui/navigation/settings-groups'

/** Where each screen is in the navigation, by role, and how the settings are searched. */

const plan = Object.fromEntries(
  [
    'useKanban',
    'useSchedules',
    'useInternalChat',
    'useIntegrations',
    'useCampaigns',
    'useOpenAi',
    'useExternalApi',
  ].map((flag) => [flag, true]),
)
const person = (profile: Me['profile'], isSuper = false) =>
  ({ id: 1, profile, super: isSuper, company: { plan, settings: [] } }) as unknown as Me

/** Addresses of the 29 entries that the menu had when it was one flat list. */
const formerMenu = [
  ...[
    '/',
    '/tickets',
    '/team',
    '/kanban',
    '/quick-messages',
    '/todolist',
    '/contacts',
    '/schedules',
    '/tags',
    '/chats',
  ],
  ...['/helps', '/announcements', '/connections', '/files', '/queues', '/prompts', '/queue-integration', '/webhooks'],
  ...['/phrase-lists', '/flowbuilders', '/campaigns', '/contact-lists', '/opt-outs', '/campaigns-config', '/users'],
  ...['/messages-api', '/financeiro', '/settings', '/audit'],
]

test('every entry of the former menu is in the rail, a section or the settings hub', () => {
  expect(formerMenu).toHaveLength(29)
  const now = new Set(menuRows.map(({ to }) => to.replace(/\?.*/, '')))
  expect(formerMenu.filter((path) => !now.has(path))).toEqual([])
})

test('no two rows have the same address', () => {
  expect(new Set(menuRows.map(({ to }) => to)).size).toBe(menuRows.length)
})

test.each([
  ['an agent', 'user', 5],
  ['a supervisor', 'supervisor', 7],
  ['an admin', 'admin', 8],
] as const)('the rail of %s has few entries', (_, profile, entries) => {
  expect(openablePlaces(person(profile), [...dailyPlaces, ...sectionPlaces])).toHaveLength(entries)
})

test('the settings hub of an agent has only what an agent may open', () => {
  const groups = openableGroups(person('user'), settingsGroups)
  expect(groups.flatMap(({ rows }) => rows.map(({ to }) => to))).toEqual([
    '/connections',
    '/quick-messages',
    '/tags',
    '/files',
    '/helps',
  ])
})

test('only a super user has the group of the provider', () => {
  const titles = (me: Me) => openableGroups(me, settingsGroups).map(({ text }) => text)
  expect(titles(person('admin'))).not.toContain('navigation.provider')
  expect(titles(person('admin', true))).toContain('navigation.provider')
  expect(rowsFor(person('admin')).filter((row) => row.super)).toEqual([])
})

test.each([
  ['pt', pt],
  ['en', en],
  ['es', es],
])('%s names of the rail have room below an icon', (_, texts) => {
  const captions = [...dailyPlaces, ...sectionPlaces].map(({ text, caption }) => readText(texts, caption ?? text))
  expect(captions).toHaveLength(8)
  expect(captions.filter((caption) => caption.length > 14)).toEqual([])
})

/** Text of a dotted key. */
const readText = (texts: object, key: string) =>
  key.split('.').reduce<unknown>((tree, part) => (tree as Record<string, unknown>)[part], texts) as string

describe('isCurrent', () => {
  const at = (address: string) => {
    const [path, search] = address.split('?')
    return menuRows.filter((row) => isCurrent({ path: path!, search: search ?? '' }, row)).map(({ to }) => to)
  }
  test('names the row of a screen and of the screens below it', () => {
    expect(at('/campaign/3/report')).toEqual(['/campaigns'])
    expect(at('/connections/7/health')).toEqual(['/connections'])
    expect(at('/tickets/0b5e')).toEqual(['/tickets'])
    expect(at('/checkout/2')).toEqual(['/financeiro'])
  })
  test('names one part of the settings by its query', () => {
    expect(at('/settings?part=security')).toEqual(['/settings?part=security'])
    expect(at('/settings?tab=schedules')).toEqual(['/settings?tab=schedules'])
    expect(at('/settings')).toEqual([])
  })
})

test('a second panel stands beside sections and settings, not beside daily work or the flow editor', () => {
  const at = (path: string) => sectionAt(person('admin'), { path, search: '' })?.text
  expect(at('/opt-outs')).toBe('navigation.campaigns')
  expect(at('/prompts')).toBe('navigation.automation')
  expect(at('/settings')).toBe('settings.title')
  expect(at('/tags')).toBe('settings.title')
  expect(['/tickets', '/team', '/flowbuilder/4', '/all-settings', '/profile'].map(at)).toEqual(Array(5).fill(undefined))
})

test('the search finds settings by name, explaining line and group, without accents', () => {
  const t = ((key: string) => readText(pt, key)) as never
  const found = (text: string) => findRows(t, settingsGroups, text).flatMap(({ rows }) => rows.map(({ to }) => to))
  expect(found('conexo')).toEqual(['/connections'])
  expect(found('numeros whats')).toEqual(['/connections'])
  expect(found('fatura')).toEqual(['/financeiro', '/settings?tab=payments'])
  expect(found('conteúdo')).toEqual(['/quick-messages', '/tags', '/files'])
  expect(found('xyz')).toEqual([])
})
