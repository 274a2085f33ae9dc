import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import type { FlowWithContent } from '../../../src/features/automation/flows/model'
import { expectAccessible } from '../../expect-accessible'
import { mp3 } from '../../sample-files'
import { phone, until } from '../harness'
import { button, horizontalOverflow, openPage, signIn } from '../screen'
import { nextNumber } from '../shop'
import { harness, setUpShop, shop } from '../shop-setup'

/** Lists of flows and phrases, files and versions of a flow, and two editors of the same one. */

let ana: Page

setUpShop()
beforeAll(async () => {
  ana = await signIn(await harness.newContext(), shop.url, 'ana')
})

const dialog = (page = ana) => page.getByRole('dialog')
const go = (path: string) => ana.goto(`${shop.url}${path}`)
const readRow = async (id: number) =>
  (await shop.request<{ flow: FlowWithContent }>('GET', `/flowbuilder/flow/${id}`)).flow
const findFlow = async (name: string) => {
  const { flows } = await shop.request<{ flows: { id: number; name: string }[] }>('GET', '/flowbuilder')
  return flows.find((flow) => flow.name === name)
}
async function chooseAction(name: string, action: string) {
  await button(ana, `Ações de ${name}`).click()
  await ana.getByRole('menuitem', { name: action }).click()
}

const node = (id: string, type: string, data: object, x: number) => ({ id, type, position: { x, y: 0 }, data })
const edge = (source: string, target: string) => ({ id: `${source}-${target}`, source, sourceHandle: 'a', target })
/** A flow that says a text and ends. */
const saying = (label: string) => ({
  nodes: [node('1', 'start', {}, 0), node('hi', 'message', { label }, 300), node('end', 'end', { closes: false }, 600)],
  connections: [edge('1', 'hi'), edge('hi', 'end')],
})

test('a new flow opens in the editor; the list, which the menu leads to, renames, copies and switches it off', async () => {
  await go('/tickets')
  await openPage(ana, 'Fluxos de conversa')
  await button(ana, 'Novo fluxo').first().click()
  const name = dialog().getByLabel('Nome')
  await button(dialog(), 'Salvar').click()
  await dialog().getByText('Digite um nome!').waitFor()
  await name.fill('a')
  await dialog().getByText('Muito curto!').waitFor()
  await name.fill('x'.repeat(51))
  await dialog().getByText('Muito longo!').waitFor()
  await expectAccessible(ana, 'flow name')
  await name.fill('Recepção')
  await ana.keyboard.press('Enter')
  await ana.getByText('Fluxo salvo com sucesso').waitFor()
  await ana.waitForURL(`**/flowbuilder/${(await findFlow('Recepção'))?.id}`)
  await go('/flowbuilders')
  await chooseAction('Recepção', 'Duplicar')
  await ana.getByText('Fluxo duplicado com sucesso').waitFor()
  await chooseAction('Recepção - cópia', 'Editar nome')
  await name.fill('recepcao')
  await ana.keyboard.press('Enter')
  await dialog().getByText('Já existe um fluxo com este nome.').waitFor()
  await name.fill('Triagem')
  await ana.keyboard.press('Enter')
  await dialog().waitFor({ state: 'detached' })
  await chooseAction('Triagem', 'Desativar')
  await ana.getByRole('listitem').filter({ hasText: 'Triagem' }).getByText('Desativado').waitFor()
  await expectAccessible(ana, 'flows')
  await ana.getByLabel('Buscar fluxos por nome').fill('recepcao')
  await ana.getByText('Triagem').waitFor({ state: 'detached' })
  await ana.getByRole('link', { name: 'Recepção' }).click()
  await ana.waitForURL(`**/flowbuilder/${(await findFlow('Recepção'))?.id}`)
})

test('a phrase starts its flow for a customer, and keeps the flow from being deleted', async () => {
  const { id } = (await findFlow('Recepção')) as { id: number }
  await shop.request('POST', '/flowbuilder/flow', { idFlow: id, ...saying('Bem-vinda!') })
  await go('/phrase-lists')
  await button(ana, 'Nova frase').first().click()
  await button(dialog(), 'Salvar').click()
  await dialog().getByText('Escolha uma opção.').waitFor()
  await dialog().getByLabel('Nome').fill('Anúncio')
  await dialog().getByLabel('Fluxo').selectOption({ label: 'Recepção' })
  await dialog().getByLabel('Frase', { exact: true }).fill('Quero a promoção')
  await expectAccessible(ana, 'phrase')
  await button(dialog(), 'Salvar').click()
  await ana.getByText('Frase criada com sucesso!').waitFor()
  const { number } = await harness.control.addCustomer({ number: nextNumber(), name: 'Lia' })
  await harness.control.send({ from: number, to: shop.owner, content: ' quero a PROMOCAO ' })
  await until('the flow', async () =>
    (await harness.control.thread({ phone: number })).some(({ mine, text }) => !mine && text === 'Bem-vinda!'),
  )
  await button(ana, 'Nova frase').first().click()
  await dialog().getByLabel('Frase', { exact: true }).fill('QUERO A PROMOÇÃO')
  await dialog().getByText('Anúncio já tem esta frase na mesma conexão e inicia Recepção.').waitFor()
  await button(dialog(), 'Cancelar').click()
  await button(ana.getByRole('dialog', { name: 'Descartar as alterações?' }), 'Descartar').click()
  await button(ana, 'Editar Anúncio').click()
  await dialog().getByRole('switch').click()
  await button(dialog(), 'Salvar').click()
  await ana.getByText('Frase alterada com sucesso!').waitFor()
  await ana.getByRole('listitem').filter({ hasText: 'Anúncio' }).getByText('Desativada').waitFor()
  await expectAccessible(ana, 'phrases')
  await go('/flowbuilders')
  await chooseAction('Recepção', 'Excluir')
  await button(dialog(), 'Excluir').click()
  await dialog().getByText('Anúncio').waitFor()
  await expectAccessible(ana, 'flow in use')
  await dialog().getByRole('link', { name: 'Frases' }).click()
  await button(ana, 'Excluir Anúncio').click()
  await button(dialog(), 'Excluir').click()
  await ana.getByText('Frase excluída com sucesso!').waitFor()
  await ana.getByText('Nenhuma frase ainda').waitFor()
  await go('/flowbuilders')
  await chooseAction('Triagem', 'Excluir')
  await button(dialog(), 'Excluir').click()
  await ana.getByText('Fluxo excluído com sucesso').waitFor()
  expect(await findFlow('Triagem')).toBeUndefined()
})

test('files are uploaded for a node within their limits, and an MP3 becomes a voice message', async () => {
  const { id } = (await findFlow('Recepção')) as { id: number }
  const start = [node('1', 'start', {}, 0), node('a', 'audio', {}, 300), node('i', 'img', {}, 600)]
  await shop.request('PUT', `/flowbuilder/flow/${id}/draft`, {
    nodes: start,
    connections: [edge('1', 'a'), edge('a', 'i')],
  })
  await go(`/flowbuilder/${id}`)
  const fields = ana.getByRole('region', { name: 'Editar: Áudio' })
  const file = fields.locator('input[type=file]')
  const audio = (name: string, bytes: number) => ({ name, mimeType: 'audio/mpeg', buffer: Buffer.from(mp3(bytes)) })
  await ana.locator('.react-flow__node[data-id="a"]').click()
  await file.setInputFiles(audio('grande.mp3', 5_300_000))
  await fields.getByText('Arquivo é muito grande! 5MB máximo').waitFor()
  await file.setInputFiles(audio('aviso.mp3', 60_000))
  await ana.getByText('Áudio adicionado com sucesso!').waitFor()
  await fields.getByRole('switch').click()
  await button(fields, 'Converter').click()
  await fields.getByText('aviso.ogg').waitFor()
  await expectAccessible(ana, 'audio')
  await button(ana, 'Salvar').click()
  await ana.getByText('Fluxo salvo com sucesso').waitFor()
  const { flow, files } = await readRow(id)
  const data = flow?.nodes.find((one) => one.id === 'a')?.data
  expect(data).toMatchObject({ record: true })
  expect(files).toMatchObject([{ id: String(data?.url), mime: expect.stringMatching(/^audio\/ogg/) }])
  expect((await fetch(`${shop.url}${files[0]?.path}`)).status).toBe(200)
})

test('a version is published with a note, compared in words, and taken back', async () => {
  const { id } = await shop.request<{ id: number }>('POST', '/flowbuilder', { name: 'Versões' })
  await shop.request('POST', '/flowbuilder/flow', { idFlow: id, ...saying('Olá!') })
  const [start, hi] = saying('Bom dia!').nodes
  const draft = { nodes: [start, hi], connections: [edge('1', 'hi')] }
  await shop.request('PUT', `/flowbuilder/flow/${id}/draft`, draft)
  await go(`/flowbuilder/${id}`)
  await button(ana, 'Publicar').click()
  await dialog()
    .getByLabel(/O que mudou/)
    .fill('Nova saudação')
  await expectAccessible(ana, 'publication')
  await button(dialog(), 'Publicar').click()
  await button(ana, 'Versões').click()
  await ana.getByText('Nova saudação').waitFor()
  await button(ana, 'Comparar a versão 1').click()
  await ana.getByText('1 bloco mudou').waitFor()
  await ana.locator('del', { hasText: 'Mensagem: Olá!' }).waitFor()
  await ana.locator('ins', { hasText: 'Mensagem: Bom dia!' }).waitFor()
  await ana.locator('.react-flow__node', { hasText: 'removido' }).getByText('Encerrar').waitFor()
  await expectAccessible(ana, 'comparison')
  await button(ana, 'Todas as versões').click()
  await button(ana, 'Voltar à versão 1').click()
  await button(dialog(), 'Voltar à versão').click()
  await ana.getByText('Restaurada da versão 1').waitFor()
  expect(await readRow(id)).toMatchObject({ version: 3, hasChanges: false, flow: saying('Olá!') })
})

test('two editors of a flow see each other’s names, also on a phone', async () => {
  const { id } = (await findFlow('Recepção')) as { id: number }
  await go(`/flowbuilder/${id}`)
  const duda = await signIn(await harness.newContext(phone), shop.url, 'duda')
  await duda.goto(`${shop.url}/flowbuilder/${id}`)
  await ana.getByText('Duda Reis está editando').waitFor()
  await duda.getByText('Ana Prado está editando').waitFor()
  expect(await horizontalOverflow(duda)).toBeLessThanOrEqual(0)
  await duda.goto(`${shop.url}/flowbuilders`)
  await ana.getByText('Duda Reis está editando').waitFor({ state: 'detached' })
  await duda.getByRole('link', { name: 'Recepção' }).waitFor()
  expect(await horizontalOverflow(duda)).toBeLessThanOrEqual(0)
  await duda.goto(`${shop.url}/phrase-lists`)
  await duda.getByText('Nenhuma frase ainda').waitFor()
  expect(await horizontalOverflow(duda)).toBeLessThanOrEqual(0)
})

test.each(['/flowbuilder', '/flowbuilder/none'])('the address %s without a flow leads to the list', async (path) => {
  await go(path)
  await ana.getByRole('heading', { name: 'Fluxos de conversa' }).waitFor()
  expect(new URL(ana.url()).pathname).toBe('/flowbuilders')
})
