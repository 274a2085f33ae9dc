import '../browser'
import { beforeEach, expect, test } from 'bun:test'
import { createElement } from 'react'
import type { Backups } from '../../../src/features/provider/backups/model'
import { hasFailingBackup, receiveBackups } from '../../../ui/lib/backup-alert'
import { notificationHistory, removeFromHistory } from '../../../ui/lib/notify-history'
import { BackupsTab } from '../../../ui/pages/platform/settings/backups/backups-tab'
import { BackupCard } from '../../../ui/pages/provider/morning/backup-card'
import { until } from '../../until'
import { json, serve } from '../browser'
import { press, render } from '../rendered'
import { signInForEachTest } from '../signed-in'

await signInForEachTest()
beforeEach(() => {
  localStorage.clear()
  removeFromHistory()
})

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
const made = { id: 'balcao-20261130T031500Z', at: hoursAgo(5), size: 5_000_000 }
const backups: Backups = {
  ...{ isServer: false, plan: { place: 's3://shop/', encryption: 'key' }, isRunning: false, startedAt: made.at },
  ...{ success: { ...made, endedAt: made.at, damaged: 0 }, failures: 0, problem: null, nextAt: hoursAgo(-19) },
  ...{ kept: [made], local: [] },
}

async function open(state: Partial<Backups>) {
  serve(({ path }) => json(path.endsWith('/backups') ? { ...backups, ...state } : { settings: [] }))
  const page = render(createElement(BackupsTab))
  await until('the page', () => page.querySelector('dl, code') !== null)
  return page
}

test('the page shows age, size, place and the backups at the place', async () => {
  const page = await open({})
  const facts = page.querySelector('dl')?.textContent ?? ''
  for (const text of ['há 5 horas', 's3://shop/', 'Por chave pública']) expect(facts).toContain(text)
  expect(page.textContent).toContain('Em dia')
  expect(page.querySelector('ul')?.textContent).toContain(made.id)
  expect(page.querySelector('[role=alert]')).toBeNull()
})

test('a failure is an alert with its reason and the next step; copies on the server are listed', async () => {
  const page = await open({ failures: 3, problem: 'the disk of /backups is full', local: [made] })
  const alert = page.querySelector('[role=alert]')
  expect(alert?.textContent).toContain('O último backup falhou')
  expect(alert?.querySelector('[lang=en]')?.textContent).toBe('the disk of /backups is full')
  expect(alert?.textContent).toContain('docs/backups.md')
  expect(page.textContent).toContain('Cópias neste servidor')
})

test('a running backup is said in a status, and its button keeps the focus and does nothing', async () => {
  const page = await open({ isRunning: true })
  expect(page.querySelector('[role=status]')?.textContent).toBe('Em andamento')
  const button = [...page.querySelectorAll('button')].find(({ textContent }) => textContent === 'Fazer backup agora')!
  expect([button.disabled, button.getAttribute('aria-disabled')]).toEqual([false, 'true'])
  const calls = serve(() => json(backups))
  press(button)
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([])
})

test('without a place the page says how to switch backups on, and with a database on a server by which tool', async () => {
  const off = await open({ plan: null, success: null, kept: [], nextAt: null })
  expect(off.textContent).toContain('Nenhum backup automático está configurado')
  expect(off.querySelector('button')).toBeNull()
  const server = await open({ isServer: true, plan: null, success: null, kept: [], nextAt: null })
  expect(server.textContent).toContain('pg_dump')
})

test('a failing night marks the page and enters the history of notifications once', () => {
  receiveBackups({ ...backups, failures: 2 })
  expect(hasFailingBackup.value).toBe(false)
  for (const failures of [3, 4]) receiveBackups({ ...backups, failures })
  expect(hasFailingBackup.value).toBe(true)
  expect(notificationHistory.value.filter(({ key }) => key === 'backup')).toMatchObject([
    { title: 'O backup está falhando', to: '/settings?tab=backups', times: 1 },
  ])
  receiveBackups(backups)
  expect(hasFailingBackup.value).toBe(false)
})

test('the overview of the provider shows the age of the last backup, and names a missed night', async () => {
  const openCard = async (state: Partial<Backups>) => {
    serve(() => json({ ...backups, ...state }))
    const { plan, success, failures } = { ...backups, ...state }
    const age = { kind: plan ? 'on' : 'off', at: success?.at ?? null, failures } as const
    const card = render(createElement(BackupCard, { state: age }))
    await until('the card', () => card.querySelector('section') !== null)
    return card
  }
  const good = await openCard({})
  expect(good.textContent).toContain('há 5 horas')
  expect(good.querySelector('.text-danger-ink')).toBeNull()
  const success = { ...made, at: hoursAgo(50), endedAt: hoursAgo(50), damaged: 0 }
  const old = await openCard({ success, failures: 4, problem: 'the disk of /backups is full' })
  expect(old.querySelector('.text-danger-ink')?.textContent).toBe('há 2 dias')
  expect(old.querySelector('[lang=en]')?.textContent).toBe('the disk of /backups is full')
  expect((await openCard({ plan: null, success: null })).textContent).toContain('Nenhum backup automático')
})
