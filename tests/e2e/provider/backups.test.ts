import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { cleanUp, type Serving, serve, superUser } from '../../executable/balcao'
import { expectAccessible } from '../../expect-accessible'
import { type Harness, openHarness, phone } from '../harness'
import { button, fillLogin, horizontalOverflow, openPage } from '../screen'

/** The provider sees the state of the backups, makes one, and reads why one failed. */

let harness: Harness
let serving: Serving
let root: Page
const folder = mkdtempSync(join(tmpdir(), 'balcao-page-'))

beforeAll(async () => {
  harness = await openHarness()
  serving = await serve({
    ...harness.whatsapp,
    BALCAO_BACKUP_URL: `file://${folder}`,
    BALCAO_BACKUP_PASSPHRASE: 'correct horse battery staple',
  })
  root = await (await harness.newContext()).newPage()
})
afterAll(async () => {
  await harness.close()
  await cleanUp()
  rmSync(folder, { recursive: true })
})
afterEach(() => expect(harness.problems.splice(0)).toEqual([]))

const state = () => root.getByRole('region', { name: 'Situação' })
const newest = () => root.getByRole('list', { name: 'Backups no destino' }).getByRole('listitem').first()

test('the page shows the backup of the start, and makes one now', async () => {
  await root.goto(`${serving.url}/login`)
  await fillLogin(root, superUser.email, superUser.password)
  await button(root, 'Sua conta').waitFor()
  await openPage(root, 'Backups')
  await state().getByText('Em dia', { exact: true }).waitFor()
  for (const text of ['há menos de uma hora', folder, 'Por senha']) await state().getByText(text).first().waitFor()
  await root.getByText('Backups no destino (1)').click()
  const before = await newest().textContent()
  await expectAccessible(root, 'backups')
  await button(root, 'Fazer backup agora').click()
  await newest()
    .filter({ hasNotText: before ?? '' })
    .waitFor()
  await state().getByText('Em dia', { exact: true }).waitFor()
})

test('time and retention are settings of the page', async () => {
  await root.getByLabel('Horário diário').fill('04:30')
  await button(root, 'Salvar').click()
  await root.getByText('Configuração salva.').waitFor()
  await root.reload()
  await state().getByText(/04:30/).waitFor()
  expect(await root.getByLabel('Dias guardados').inputValue()).toBe('7')
})

test('a folder that is gone is named with the next step, and a copy stays on the server', async () => {
  renameSync(folder, `${folder}-away`)
  try {
    await button(root, 'Fazer backup agora').click()
    await root.getByRole('alert').getByText('is its disk mounted?').waitFor()
    await state().getByText('Falhou', { exact: true }).waitFor()
    await root.getByText('Cópias neste servidor, enquanto o destino falha (1)').waitFor()
    await expectAccessible(root, 'failed backup')
    const size = root.viewportSize() as { width: number; height: number }
    await root.setViewportSize(phone.viewport)
    expect(await horizontalOverflow(root)).toBe(0)
    await expectAccessible(root, 'failed backup on a phone')
    await root.setViewportSize(size)
  } finally {
    renameSync(`${folder}-away`, folder)
  }
  await button(root, 'Fazer backup agora').click()
  await state().getByText('Em dia', { exact: true }).waitFor()
})
