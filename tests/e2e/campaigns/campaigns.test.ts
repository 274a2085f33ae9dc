import type { Database } from 'bun:sqlite'
import { beforeAll, expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright'
import { expectAccessible } from '../../expect-accessible'
import { png } from '../../sample-files'
import { phone, until } from '../harness'
import { withoutFrames } from '../inbox/burst'
import { button, horizontalOverflow, signIn, waitForValue } from '../screen'
import { nextNumber, writeDatabase } from '../shop'
import { harness, setUpShop, shop } from '../shop-setup'

/** Campaigns from their settings over the dialog to the report, with simulated customers. */

let ana: Page
const customers: { number: string; name: string }[] = []
let offline: string

setUpShop()
beforeAll(async () => {
  for (const name of ['Maria Souza', 'João Lima', 'Rita Alves']) {
    const { number } = await harness.control.addCustomer({ number: nextNumber(), name, readsAtOnce: true })
    customers.push({ number, name })
  }
  offline = nextNumber()
  await createList('Clientes da padaria')
  ana = await signIn(await harness.newContext(), shop.url, 'ana')
})

const dialog = (page = ana) => page.getByRole('dialog').first()
const tab = (within: Locator, name: string) => within.getByRole('tab', { name, exact: true })
const go = (path: string, page = ana) => page.goto(`${shop.url}${path}`)

/** A list with the customers, whose numbers are checked, and one number that is not on WhatsApp. */
async function createList(name: string) {
  const { id: contactListId } = await shop.request<{ id: number }>('POST', '/contact-lists', { name })
  for (const person of [...customers, { name: 'Fora do WhatsApp', number: offline }])
    await shop.request('POST', '/contact-list-items', { ...person, contactListId })
  writeDatabase(shop.serving.dataDir, (db: Database) => {
    db.query(
      "update contact_list_items set validity = 'valid', waJid = number || '@s.whatsapp.net' where number <> ?",
    ).run(offline)
    db.query("update contact_list_items set validity = 'invalid' where number = ?").run(offline)
  })
}

const received = async (number: string) =>
  (await harness.control.inbox({ phone: number })).map(({ text }) => text ?? '')

test('the settings mark unsafe values, restore safe ones, and keep a variable that exists', async () => {
  await go('/campaigns-config')
  await ana.getByText('Todos os valores são seguros.').waitFor()
  await expectAccessible(ana, 'settings of campaigns')
  await ana.getByLabel('Intervalo entre mensagens').selectOption('0')
  await ana.getByLabel('Mensagens por dia').fill('0')
  await ana.getByText('2 valores passam do seguro').waitFor()
  await ana.getByText('Seguro: 20 segundos').waitFor()
  await button(ana, 'Voltar aos valores seguros').click()
  await ana.getByText('Todos os valores são seguros.').waitFor()
  await waitForValue(ana.getByLabel('Intervalo entre mensagens'), '20')

  // The fastest pace at any hour, for the tests below.
  await ana.getByLabel('Intervalo entre mensagens').selectOption('0')
  await ana.getByRole('switch', { name: 'Aquecer números novos' }).click()
  await ana.getByLabel('Domingo').check()
  for (const label of ['Das', 'Até as']) await ana.getByLabel(label, { exact: true }).fill('00:00')
  await button(ana, 'Adicionar variável').click()
  await ana.getByLabel('Nome da variável 1').fill('nome')
  await ana.getByText('Use letras, números e sublinhado').waitFor()
  await ana.getByLabel('Nome da variável 1').fill('loja')
  await ana.getByLabel('Valor da variável 1').fill('Padaria Estrela')
  await button(ana, 'Adicionar variável').click()
  await ana.getByLabel('Nome da variável 2').fill('loja')
  await ana.getByText('Esta variável já existe.').waitFor()
  await button(ana, 'Remover a variável 2').click()
  await button(ana, 'Salvar').click()
  await ana.getByText('Configurações salvas.').waitFor()
  await ana.reload()
  await waitForValue(ana.getByLabel('Valor da variável 1'), 'Padaria Estrela')
})

test('the dialog asks before words are lost, completes variables and shows each text as a person reads it', async () => {
  await go('/campaigns')
  await button(ana, 'Nova campanha').first().click()
  await dialog().getByLabel('Nome', { exact: true }).fill('Pães da semana')
  await ana.keyboard.press('Escape')
  const question = ana.getByRole('dialog', { name: 'Descartar as alterações?' })
  await button(question, 'Cancelar').click()
  await question.waitFor({ state: 'detached' })
  await waitForValue(dialog().getByLabel('Nome', { exact: true }), 'Pães da semana')
  await expectAccessible(ana, 'people of a campaign')

  // A start needs a basis, recipients, a connection and a text; the first tab with a problem opens.
  await tab(dialog(), 'Início').click()
  await dialog().getByLabel('Quando começa').selectOption('now')
  await button(dialog(), 'Salvar').click()
  await dialog().getByText('Escolha uma opção.').first().waitFor()
  expect(await dialog().getByText('Escolha uma opção.').count()).toBe(3)
  await dialog().getByLabel('Conexão').selectOption(String(shop.whatsappId))
  await dialog().getByText('Conectada.').waitFor()
  await dialog().getByLabel('Lista de contatos').selectOption({ label: 'Clientes da padaria (4)' })
  await dialog().getByLabel('Por que estas pessoas').selectOption('customers')
  // The first tab is complete, so the next refusal opens the tab with the missing text.
  await button(dialog(), 'Salvar').click()
  await dialog().getByText('Preencha este campo.').waitFor()
  const message = dialog().getByLabel('Mensagem 1')
  await message.pressSequentially('Oi, {prim')
  await ana.getByRole('option', { name: '{primeiroNome}' }).waitFor()
  await withoutFrames(ana, async () => {
    await ana.keyboard.press('Tab')
    await ana.keyboard.type('! Aqui é a {loja}, com {desconto}.')
  })
  await waitForValue(message, 'Oi, {primeiroNome}! Aqui é a {loja}, com {desconto}.')
  await dialog().getByText('Na mensagem 1 não existe a variável {desconto}').waitFor()
  await dialog().getByText('Oi, Maria! Aqui é a Padaria Estrela, com {desconto}.').waitFor()
  await dialog().getByLabel('Ver como outra pessoa').fill('João')
  await ana.getByRole('option', { name: /João Lima/ }).click()
  await dialog().getByText('Oi, João! Aqui é a Padaria Estrela, com {desconto}.').waitFor()
  await tab(dialog(), 'Texto 2').click()
  await dialog().getByLabel('Mensagem 2').fill('{nome}, saiu pão quente!')
  await dialog().getByText('João Lima, saiu pão quente!').waitFor()
  await expectAccessible(ana, 'messages of a campaign')

  await dialog().getByLabel('Seu número').fill(customers[2]!.number)
  await button(dialog(), 'Enviar teste').click()
  await ana.getByText(`Teste enviado para ${customers[2]!.number}.`).waitFor()
  // The test has stored the campaign: its dialog is no longer that of a new one.
  await ana.getByRole('heading', { name: 'Editar campanha' }).waitFor()
  await until('the test', async () =>
    (await received(customers[2]!.number)).some((text) => /saiu pão quente!/.test(text)),
  )

  await tab(dialog(), 'Início').click()
  await dialog().getByText('3 pessoas recebem.').waitFor()
  await dialog().getByText('1 número não está no WhatsApp.').waitFor()
  await expectAccessible(ana, 'start of a campaign')
  await dialog().getByLabel('Quando começa').selectOption('draft')
  await button(dialog(), 'Salvar').click()
  await dialog().waitFor({ state: 'detached' })
  await ana
    .getByRole('row', { name: /Pães da semana/ })
    .getByText('Rascunho')
    .waitFor()
  await expectAccessible(ana, 'campaigns')
})

test('while lists load, the dialog of a campaign shows its list as loading and not as none', async () => {
  const gate = Promise.withResolvers<void>()
  await ana.route(/\/api\/contact-lists(\?|$)/, (route) => gate.promise.then(() => route.continue()))
  await button(ana.getByRole('row', { name: /Pães da semana/ }), /^Editar/).click()
  const list = dialog().getByLabel('Lista de contatos')
  await list.waitFor()
  const shown = () => list.evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.text)
  expect(await shown()).toBe('Carregando…')
  gate.resolve()
  await until('the list', async () => (await shown()) === 'Clientes da padaria (4)')
  await ana.unrouteAll()
  await button(dialog(), 'Cancelar').click()
  await dialog().waitFor({ state: 'detached' })
})

test('a campaign with a picture waits on a paused number, is stopped, restarted, sent and reported', async () => {
  await go('/campaigns-config')
  await button(ana, 'Pausar por um dia').click()
  await ana.getByText('Número salvo.').waitFor()
  await go('/campaigns')
  const row = ana.getByRole('row', { name: /Pães da semana/ })
  await button(row, 'Editar Pães da semana').click()
  await tab(dialog(), 'Mensagens').click()
  await dialog()
    .locator('input[type=file]')
    .setInputFiles({ name: 'pao.png', mimeType: 'image/png', buffer: Buffer.from(png()) })
  await dialog().locator('img').first().waitFor()
  await tab(dialog(), 'Início').click()
  await dialog().getByLabel('Quando começa').selectOption('now')
  await button(dialog(), 'Salvar').click()
  await dialog().waitFor({ state: 'detached' })
  await row.getByText(/Espera: número pausado, até/).waitFor()
  await button(row, 'Parar Pães da semana').click()
  await button(ana.getByRole('dialog'), 'Parar').click()
  await row.getByText('Parada').waitFor()
  await button(row, 'Reiniciar Pães da semana').click()
  await row.getByText('Em andamento').waitFor()
  for (const { number } of customers)
    expect((await received(number)).filter((text) => text.startsWith('Oi, '))).toEqual([])
  await go('/campaigns-config')
  await button(ana, 'Retomar').click()
  await button(ana, 'Pausar por um dia').waitFor()
  await go('/campaigns')
  for (const { number } of customers)
    await until(`the campaign at ${number}`, async () =>
      (await received(number)).some((text) => /Padaria Estrela, com|saiu pão quente!/.test(text)),
    )
  await row.getByText('Concluída').waitFor()

  await harness.control.send({ from: customers[0]!.number, to: shop.owner, content: 'Quero dois!' })
  await button(row, 'Relatório de Pães da semana').click()
  await ana.getByText('3 de 3 entregues').waitFor()
  await ana.locator('.recharts-bar-rectangle').first().waitFor()
  const figure = (name: string) => ana.getByLabel('Números').locator('div', { hasText: name }).first()
  await figure('Responderam').getByText('1', { exact: true }).waitFor()
  await ana.getByText(/Ainda não dá para dizer qual texto|Só um texto foi enviado/).waitFor()
  await expectAccessible(ana, 'report of a campaign')
  const list = ana.getByRole('list', { name: 'Destinatários' })
  expect(await list.getByRole('listitem').count()).toBe(3)
  await ana.getByLabel('Mostrar', { exact: true }).selectOption('answered')
  await until('one answered recipient', async () => (await list.getByRole('listitem').count()) === 1)
  await list.getByText('Maria Souza', { exact: true }).waitFor()
  const download = ana.waitForEvent('download')
  await button(ana, 'Exportar CSV').click()
  expect((await download).suggestedFilename()).toBe('Pães da semana.csv')
})

test('the printed report is light in both themes, has its charts and leaves menu and buttons out', async () => {
  const surfaceOfPaper = () =>
    ana.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--surface'))
  await ana.emulateMedia({ media: 'print' })
  for (const theme of ['light', 'dark']) {
    await ana.evaluate((name) => {
      document.documentElement.dataset.theme = name
    }, theme)
    expect(await surfaceOfPaper()).toMatch(/^#fff(fff)?$/)
    for (const chart of await ana.locator('.recharts-wrapper > .recharts-surface').all())
      expect((await chart.boundingBox())?.width ?? 0).toBeGreaterThan(300)
    expect(await ana.locator('.recharts-bar-rectangle').first().isVisible()).toBe(true)
    expect(await ana.getByRole('navigation').count()).toBe(0)
    expect(await button(ana, 'Imprimir').count()).toBe(0)
  }
  await ana.emulateMedia({ media: 'screen' })
})

test('the people who did not answer become a list for the next campaign', async () => {
  const refused: string[] = []
  ana.on('response', (answer) => answer.status() >= 400 && refused.push(`${answer.status()} ${answer.url()}`))
  await button(ana, 'Lista de quem não respondeu').click()
  await ana.getByRole('heading', { name: 'Pães da semana – sem resposta' }).waitFor()
  for (const name of ['João Lima', 'Rita Alves']) await ana.getByText(name).first().waitFor()
  expect(await ana.getByText('Maria Souza').count()).toBe(0)
  await ana.getByText('Importação concluída: pessoas da campanha').waitFor()
  expect(refused).toEqual([])
})

test('a campaign that runs or has ended is read-only with the reason, and is duplicated', async () => {
  await go('/campaigns')
  await button(ana, 'Ver Pães da semana').click()
  await dialog().getByText('A campanha terminou. Duplique-a para enviar de novo.').waitFor()
  expect(await dialog().getByLabel('Nome', { exact: true }).isDisabled()).toBe(true)
  expect(await button(dialog(), 'Salvar').count()).toBe(0)
  await button(dialog(), 'Fechar').first().click()
  await button(ana, 'Ações de Pães da semana').click()
  await ana.getByRole('menuitem', { name: 'Duplicar' }).click()
  await ana.getByText('Campanha duplicada como rascunho.').waitFor()
  expect(await ana.getByRole('row', { name: /Pães da semana/ }).count()).toBe(2)
})

test('on a phone, campaigns are cards and every screen fits the width', async () => {
  const page = await signIn(await harness.newContext(phone), shop.url, 'duda')
  await go('/campaigns', page)
  const cards = page.getByRole('list', { name: 'Campanhas' })
  await cards.getByText('Concluída').waitFor()
  const fits = async () => expect([page.url(), await horizontalOverflow(page)]).toEqual([page.url(), 0])
  await fits()
  await expectAccessible(page, 'campaigns on a phone')
  await button(page, 'Ver Pães da semana').tap()
  for (const name of ['Mensagens', 'Início', 'Pessoas']) {
    await tab(dialog(page), name).tap()
    await fits()
  }
  await button(dialog(page), 'Fechar').first().tap()
  await page.getByRole('button', { name: 'Relatório de Pães da semana', exact: true }).tap()
  await page.getByText('3 de 3 entregues').waitFor()
  await page.locator('.recharts-bar-rectangle').first().waitFor()
  await fits()
  await go('/campaigns-config', page)
  await page.getByText('valores passam do seguro').waitFor()
  await fits()
  await expectAccessible(page, 'settings of campaigns on a phone')
  await page.context().close()
})

test('a user without the permission gets no campaigns', async () => {
  const page = await signIn(await harness.newContext(), shop.url, 'bia')
  await go('/campaigns', page)
  await page.getByText('Você não tem permissão').first().waitFor()
  await page.context().close()
})
