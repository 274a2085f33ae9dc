import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeXlsx } from 'hucre/xlsx'
import type { Page } from 'playwright'
import { expectAccessible } from '../../expect-accessible'
import { phone, until } from '../harness'
import { openNetworkProxy } from '../network-proxy'
import { acceptTicket, button, composer, conversation, horizontalOverflow, signIn } from '../screen'
import { createTicket } from '../shop'
import { harness, setUpShop, shop } from '../shop-setup'

/** Contacts: import, search, edit, export, merge, and the details beside a conversation. */

let ana: Page
const directory = mkdtempSync(join(tmpdir(), 'balcao-contacts-'))

setUpShop()
beforeAll(async () => {
  ana = await signIn(await harness.newContext(), shop.url, 'ana')
})
afterAll(() => rmSync(directory, { recursive: true }))

const contact = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })
const details = (page: Page) => page.getByRole('complementary', { name: 'Detalhes do contato' })
async function idOf(name: string) {
  const path = `/contacts?searchParam=${encodeURIComponent(name)}`
  const { contacts } = await shop.request<{ contacts: { id: number }[] }>('GET', path)
  return contacts[0]?.id
}
const openContacts = (page: Page) => page.goto(`${shop.url}/contacts`)

async function writeSheet(name: string, rows: (string | number)[][]) {
  const file = join(directory, name)
  await Bun.write(file, (await writeXlsx({ sheets: [{ name: 'Plan1', rows }] })) as Uint8Array<ArrayBuffer>)
  return file
}

test('a spreadsheet import adds valid rows and lists invalid rows with their reason', async () => {
  await openContacts(ana)
  const chooseFile = async (file: string) => {
    await button(ana, 'Importar contatos').first().click()
    await ana.getByRole('dialog', { name: 'Importar contatos' }).getByLabel('Escolher arquivo').setInputFiles(file)
  }
  const dialog = ana.getByRole('dialog', { name: 'Conferir as colunas' })
  const products = [
    ['produto', 'preço'],
    ['pão', 1],
  ]
  await chooseFile(await writeSheet('errada.xlsx', products))
  await dialog.getByText('Escolha a coluna em que está o número.').waitFor()
  expect(await button(dialog, 'Importar').isDisabled()).toBe(true)
  await button(dialog, 'Cancelar').click()
  const people = Array.from({ length: 620 }, (_, n) => [`Cliente ${String(n).padStart(3, '0')}`, 5511940000000 + n, ''])
  const rows = [
    ['Nome', 'Número', 'E-mail'],
    ['Érica Simões', '11 98111-2222', 'erica@x.test'],
    ['Sem Número', '12', ''],
    ...people,
  ]
  await chooseFile(await writeSheet('clientes.xlsx', rows))
  await dialog.getByText('1 linha fica de fora, porque não tem um número.').waitFor()
  await dialog.getByRole('cell', { name: '12: Faltam dígitos no número' }).waitFor()
  await expectAccessible(ana, 'preview of an import')
  await button(dialog, 'Importar').click()
  const result = ana.getByRole('region', { name: 'Última importação' })
  await result.getByText('621 adicionados · 1 inválido').waitFor()
  const download = ana.waitForEvent('download')
  await button(result, 'Baixar linhas recusadas').click()
  expect(await Bun.file(await (await download).path()).text()).toContain('3;Sem Número;12;Faltam dígitos no número')
  await button(result, 'Fechar').click()
  await ana.getByText('621 contatos', { exact: true }).waitFor()
  await ana.getByRole('textbox', { name: /^Buscar por nome/ }).fill('ERICA sim')
  await ana.getByText('1 contato', { exact: true }).waitFor()
  await contact(ana, 'Érica Simões').getByText('+55 11 98111-2222').waitFor()
})

test('a contact is edited with an extra field; a number of another contact is refused at its field', async () => {
  await contact(ana, 'Érica Simões').getByRole('button', { name: 'Editar', exact: true }).click()
  const dialog = ana.getByRole('dialog', { name: 'Editar contato' })
  await button(dialog, 'Adicionar campo').click()
  await dialog.getByLabel('Nome do campo').fill('Aniversário')
  await dialog.getByLabel('Valor de Aniversário').fill('12/10')
  await dialog.getByLabel('WhatsApp').fill('11 94000-0001')
  await button(dialog, 'Salvar').click()
  await dialog.locator('[name=number][aria-invalid=true]').waitFor()
  await dialog.getByLabel('WhatsApp').fill('11 98111-2222')
  await button(dialog, 'Salvar').click()
  await dialog.waitFor({ state: 'detached' })
})

test('contatos.csv contains all contacts', async () => {
  await button(ana, 'Importar e exportar').click()
  const download = ana.waitForEvent('download')
  await ana.getByRole('menuitem', { name: 'Exportar contatos.csv' }).click()
  const saved = await download
  expect(saved.suggestedFilename()).toBe('contatos.csv')
  const text = await Bun.file(await saved.path()).text()
  expect(text.split('\r\n')).toHaveLength(623)
  expect(text).toContain('Érica Simões;5511981112222;erica@x.test')
})

test('two contacts are merged on the contacts page, and the merge is undone in the form', async () => {
  const search = (text: string) => ana.getByRole('textbox', { name: /^Buscar por nome/ }).fill(text)
  await button(contact(ana, 'Érica Simões'), 'Mesclar').click()
  const dialog = ana.getByRole('dialog')
  await dialog.getByLabel('Contato duplicado').fill('cliente 618')
  await ana.getByRole('option', { name: /Cliente 618/ }).click()
  await button(dialog, 'Mesclar contatos').click()
  await dialog.waitFor({ state: 'detached' })
  await search('cliente 618')
  await ana.getByText('Nenhum contato encontrado').waitFor()
  await search('erica')
  await button(contact(ana, 'Érica Simões'), 'Editar Érica').click()
  await button(ana.getByRole('dialog'), 'Desfazer').click()
  await dialog.waitFor({ state: 'detached' })
  await search('cliente 618')
  await contact(ana, 'Cliente 618').waitFor()
  await search('erica')
})

test('a reconnect far down in the list loads few pages and keeps the visible row in place', async () => {
  const proxy = await openNetworkProxy(shop.serving.port)
  const page = await signIn(await harness.newContext(), proxy.url, 'bia')
  await page.goto(`${proxy.url}/contacts`)
  const rows = page.getByRole('list', { name: 'Contatos' })
  const box = rows.locator('..')
  await rows.getByRole('listitem').first().waitFor()
  const second = page.waitForRequest((request) => /api.contacts/.test(request.url()))
  await box.evaluate((element) => element.scrollTo(0, element.scrollHeight - element.clientHeight - 90))
  await second
  await until('the list is loaded up to there', async () => {
    await box.evaluate((element) => element.scrollTo(0, 300 * 56))
    return contact(page, 'Cliente 305').isVisible()
  })
  const place = () => contact(page, 'Cliente 305').boundingBox()
  const before = await place()
  proxy.cut()
  const asked: string[] = []
  page.on('request', (request) => /api.contacts/.test(request.url()) && asked.push(request.url()))
  await shop.request('DELETE', `/contacts/${await idOf('Cliente 010')}`)
  await shop.request('PUT', `/contacts/${await idOf('Cliente 304')}`, { name: 'Cliente 304 bis' })
  proxy.restore()
  await contact(page, 'Cliente 304 bis').waitFor()
  expect(await place()).toEqual(before)
  expect(asked.length).toBeLessThan(5)
  await box.evaluate((element) => element.scrollTo(0, 0))
  await contact(page, 'Cliente 011').waitFor()
  expect(await contact(page, 'Cliente 010').count()).toBe(0)
  proxy.close()
})

test('in the details beside a conversation, the contact is edited and merged, and the merge is undone', async () => {
  await createTicket(harness, shop, 'Lara Pinho')
  await ana.goto(`${shop.url}/tickets`)
  await acceptTicket(ana, 'Lara Pinho')
  await button(details(ana), 'Editar').click()
  await ana.getByRole('dialog').getByLabel('Nome', { exact: true }).fill('Lara Pinho Dias')
  await button(ana.getByRole('dialog'), 'Salvar').click()
  await conversation(ana).getByRole('heading', { name: 'Lara Pinho Dias' }).waitFor()

  await button(details(ana), 'Mais ações do contato').click()
  await ana.getByRole('menuitem', { name: 'Mesclar' }).click()
  const dialog = ana.getByRole('dialog')
  await dialog.getByLabel('Contato duplicado').fill('erica')
  await ana.getByRole('option', { name: /Érica/ }).click()
  await button(dialog, 'Mesclar contatos').click()
  await details(ana).getByText('Aniversário').waitFor()
  await details(ana).getByText('+55 11 98111-2222').waitFor()
  await button(details(ana), 'Desfazer').click()
  await details(ana).getByText('Aniversário').waitFor({ state: 'detached' })
})

test('on a phone, contacts are cards and the details cover the conversation', async () => {
  const page = await signIn(await harness.newContext(phone), shop.url, 'bia')
  await openContacts(page)
  await contact(page, 'Cliente 000').getByText('+55 11 94000-0000').waitFor()
  expect(await horizontalOverflow(page)).toBe(0)
  await page.goto(`${shop.url}/tickets`)
  await createTicket(harness, shop, 'Mateus Sá')
  await acceptTicket(page, 'Mateus Sá')
  await composer(page).waitFor()
  await button(page, 'Mostrar detalhes do contato').tap()
  const sheet = page.getByRole('dialog', { name: 'Detalhes do contato' })
  await sheet.getByText('Mateus Sá').waitFor()
  expect(await horizontalOverflow(page)).toBe(0)
  await button(sheet, 'Ocultar detalhes do contato').tap()
  await sheet.waitFor({ state: 'detached' })
})
