import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { expectAccessible } from '../../expect-accessible'
import { typebotFile } from '../../flow-files'
import { until } from '../harness'
import { button, signIn } from '../screen'
import { harness, setUpShop, shop } from '../shop-setup'

/** Ready-made flows, export and import on the list of flows. */

let ana: Page
setUpShop()
beforeAll(async () => {
  await shop.request('POST', '/queue', { name: 'Agenda', color: '#4338ca', greetingMessage: '' })
  ana = await signIn(await harness.newContext(), shop.url, 'ana')
})

const dialog = () => ana.getByRole('dialog')
const openList = async () => {
  await ana.goto(`${shop.url}/flowbuilders`)
  await ana.getByRole('heading', { name: 'Fluxos de conversa' }).waitFor()
}
const choose = (name: string, text: string) =>
  dialog()
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) })

test('a ready-made flow becomes a draft that can be published as it is', async () => {
  await openList()
  await button(ana, 'Fluxos prontos').click()
  await dialog().getByRole('button', { name: 'Usar Pedido de agendamento' }).waitFor()
  await expectAccessible(ana, 'gallery of ready-made flows')
  await dialog().getByRole('button', { name: 'Usar Pedido de agendamento' }).click()
  await dialog().getByRole('button', { name: 'Criar fluxo' }).click()
  await dialog().getByText('Escolha uma opção').waitFor()
  await dialog().getByLabel('Setor que recebe o atendimento').selectOption('Agenda')
  await expectAccessible(ana, 'form of a ready-made flow')
  await dialog().getByRole('button', { name: 'Criar fluxo' }).click()
  await ana.waitForURL(/\/flowbuilder\/\d+$/)
  await ana.getByText('Desenhe seu fluxo').waitFor()
  const id = Number(new URL(ana.url()).pathname.split('/').at(-1))
  const { flow } = await shop.request<{ flow: { version: number } }>('POST', `/flowbuilder/flow/${id}/publish`, {
    note: '',
  })
  expect(flow.version).toBe(1)
})

test('an exported flow is imported again; a damaged file is refused with its reason and place', async () => {
  await openList()
  await button(ana, 'Ações de Pedido de agendamento').click()
  const downloading = ana.waitForEvent('download')
  await ana.getByRole('menuitem', { name: 'Exportar' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('Pedido de agendamento.json')
  const text = await Bun.file(await download.path()).text()

  await button(ana, 'Importar').click()
  await choose('cortado.json', text.slice(0, 100))
  await dialog().getByText('O arquivo não é um JSON válido.').waitFor()
  await dialog().getByText('Linha 1, coluna 101 do arquivo').waitFor()
  await expectAccessible(ana, 'refused flow file')
  await choose('fluxo.json', text)
  await dialog().getByText('Tudo foi aproveitado.').waitFor()
  await dialog().getByRole('button', { name: 'Fechar', exact: true }).last().click()
  await until('both flows are listed', async () => (await ana.getByText(/^Pedido de agendamento( 2)?$/).count()) === 2)
})

test('the import of a Typebot export lists what it could not take over, and opens the flow', async () => {
  await openList()
  await button(ana, 'Importar').click()
  await choose('typebot.json', JSON.stringify(typebotFile()))
  await dialog().getByText('Orçamento foi importado como rascunho.').waitFor()
  await dialog().getByText('Boas-vindas: image: https://fotos.test/loja.png').waitFor()
  await expectAccessible(ana, 'notes of an import')
  await dialog().getByRole('button', { name: 'Abrir o fluxo' }).click()
  await ana.getByText('Desenhe seu fluxo').waitFor()
  await ana.getByText('Qual é o seu nome?').first().waitFor()
})
