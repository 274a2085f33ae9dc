import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { phone } from '../harness'
import { button, horizontalOverflow, signIn, tab } from '../screen'
import { harness, setUpShop, shop } from '../shop-setup'

/** Export and erasure of a person's data, the audit log, and the export of the company. */

let ana: Page

setUpShop()
beforeAll(async () => {
  ana = await signIn(await harness.newContext(), shop.url, 'ana')
})

test('a person’s data is exported and erased, with a receipt and two entries in the audit log', async () => {
  const { id } = await shop
    .request<{ id: number }>('POST', '/contacts/upload', [{ name: 'Zélia Torres', number: '11987651234' }])
    .then((answer) => (answer as unknown as { newContacts: { id: number }[] }).newContacts[0]!)
  await ana.goto(`${shop.url}/contacts`)
  await button(ana, 'Editar Zélia Torres').first().click()
  const dialog = ana.getByRole('dialog')
  await button(dialog, 'Exportar dados').click()
  await button(dialog, 'Apagar tudo…').click()
  const confirmation = dialog.getByLabel(/^Digite o número/)
  await confirmation.fill('11 98765-0000')
  await button(dialog, 'Apagar para sempre').click()
  await dialog.getByText('O texto digitado não confere.').waitFor()
  await confirmation.fill('+55 11 98765-1234')
  await button(dialog, 'Apagar para sempre').click()
  await dialog.waitFor({ state: 'detached' })

  await ana.goto(`${shop.url}/audit`)
  const log = ana.getByRole('list', { name: 'Registro' })
  await log.getByText('Apagou os dados de').waitFor()
  await ana.getByLabel('Ação', { exact: true }).selectOption({ label: 'Exportou' })
  await log.getByText('Apagou os dados de').waitFor({ state: 'hidden' })
  await log.getByRole('listitem').filter({ hasText: 'Z. T. …1234' }).waitFor()
  expect(await log.getByRole('listitem').count()).toBe(1)
  await tab(ana, 'Privacidade').click()
  await ana.getByLabel('Número que foi apagado').fill('11987651234')
  await ana.getByText(`Comprovante nº 1 · contato nº ${id}`).waitFor()
  expect(await ana.getByText('Zélia').count()).toBe(0)
})

test('the company export can be downloaded, and its page fits a phone', async () => {
  await ana.setViewportSize(phone.viewport)
  await tab(ana, 'Empresa').click()
  await button(ana, 'Preparar cópia').click()
  const download = ana.waitForEvent('download')
  await ana.getByRole('link', { name: /^Baixar/ }).click()
  expect((await download).suggestedFilename()).toMatch(/^empresa-\d{4}-\d\d-\d\d\.tar$/)
  expect(await horizontalOverflow(ana)).toBeLessThanOrEqual(0)
})
