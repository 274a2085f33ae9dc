import type { Page } from 'playwright'
import { said, saidOf } from './said'
import { button, dialog, type Screen } from './screen'

/** Text of a prompt, typed but not saved. */
const instructions =
  'Você atende os clientes da Confeitaria Doce Aurora. Bolos pedem dois dias de antecedência. Nunca prometa descontos.'

/** Opens a new prompt with its text, at one of its tabs. */
async function openPrompt(page: Page, tab: string) {
  await button(page, said('Novo prompt')).first().click()
  await dialog(page).getByLabel(said('Nome')).fill('Primeiras respostas')
  await dialog(page).getByLabel(said('Prompt')).fill(instructions)
  await dialog(page)
    .getByRole('tab', { name: said(tab) })
    .click()
}

/** Opens a new integration of a type. */
async function openIntegration(page: Page, type: string) {
  await button(page, said('Nova integração')).first().click()
  await dialog(page).getByLabel(said('Nome')).first().fill('Robô da loja')
  await dialog(page).getByLabel(said('Tipo')).selectOption(type)
}

/** Opens the flow of the demonstration in the builder. */
async function openFlow(page: Page) {
  await page.getByText('Agendar degustação').first().click()
  await page.getByText(said('Desenhe seu fluxo')).first().waitFor()
}

/** Opens the list of blocks, which a phone shows from the start, and there the first block of a kind. */
async function chooseBlock(page: Page, kind: string) {
  await openFlow(page)
  const rows = page.locator('[data-row]')
  if (!(await rows.first().isVisible())) await page.getByRole('tab', { name: said('Estrutura') }).click()
  await rows
    .filter({ hasText: RegExp(said(kind).source.slice(1), 'u') })
    .first()
    .click()
}

/** Opens the form of the first block of a kind. */
async function openBlock(page: Page, kind: string) {
  await chooseBlock(page, kind)
  await page
    .getByRole('complementary')
    .getByRole('button', { name: said('Editar') })
    .click()
  await inspector(page).waitFor()
}

/** The form of a block: a column on desks, a sheet on phones. */
const inspector = (page: Page) =>
  page
    .getByRole('region', { name: said('Editar: {{kind}}') })
    .or(dialog(page).getByRole('heading'))
    .first()

/** Shows the block menu, which a phone has in a sheet. */
async function openBlocks(page: Page) {
  await openFlow(page)
  const menu = page.getByRole('combobox', { name: said('Buscar bloco') })
  if (!(await menu.isVisible())) await button(page, said('Adicionar')).first().click()
  await menu.waitFor()
}

/** Opens the form of a new block. */
async function addBlock(page: Page, kind: string) {
  await openBlocks(page)
  await page.getByRole('option', { name: said(kind) }).click()
  await inspector(page).waitFor()
}

const openGallery = async (page: Page) => {
  await button(page, said('Fluxos prontos')).click()
  await dialog(page)
    .getByRole('button', { name: said('Usar {{name}}') })
    .first()
    .waitFor()
}

/** Prompts, integrations, flows and their phrases. */
export const automationScreens: Screen[] = [
  { name: 'prompt', path: '/prompts', show: (page) => openPrompt(page, 'Texto') },
  { name: 'prompt-service', path: '/prompts', show: (page) => openPrompt(page, 'Serviço') },
  {
    name: 'prompt-voice',
    path: '/prompts',
    async show(page) {
      await openPrompt(page, 'Voz')
      await dialog(page).getByLabel(said('Voz das respostas')).selectOption({ index: 1 })
    },
  },
  {
    name: 'prompt-try',
    path: '/prompts',
    async show(page) {
      // Without the text, the question is refused before it is sent.
      await button(page, said('Novo prompt')).first().click()
      await dialog(page)
        .getByRole('tab', { name: said('Testar') })
        .click()
      await button(page, said('Perguntar')).click()
      await dialog(page).getByRole('alert').waitFor()
    },
  },
  {
    name: 'prompt-usage',
    path: '/prompts',
    show: (page) => page.getByRole('tab', { name: said('Consumo') }).click(),
  },
  ...(['dialogflow', 'n8n', 'typebot', 'flowbuilder'] as const).map(
    (type): Screen => ({
      name: `integration-${type}`,
      path: '/queue-integration',
      show: (page) => openIntegration(page, type),
    }),
  ),
  {
    name: 'flow-new',
    path: '/flowbuilders',
    async show(page) {
      await button(page, said('Novo fluxo')).first().click()
      await dialog(page).getByRole('textbox').fill('Pedido de orçamento')
    },
  },
  { name: 'flow-gallery', path: '/flowbuilders', show: openGallery },
  {
    name: 'flow-ready',
    path: '/flowbuilders',
    async show(page) {
      await openGallery(page)
      await dialog(page)
        .getByRole('button', { name: said('Usar {{name}}') })
        .first()
        .click()
      await dialog(page).getByLabel(said('Nome do fluxo')).waitFor()
    },
  },
  {
    name: 'flow-import',
    path: '/flowbuilders',
    show: (page) => button(page, said('Importar')).first().click(),
  },
  {
    name: 'flow-add',
    path: '/flowbuilders',
    show: openBlocks,
  },
  { name: 'flow-block', path: '/flowbuilders', show: (page) => chooseBlock(page, 'Menu') },
  { name: 'flow-menu', path: '/flowbuilders', show: (page) => openBlock(page, 'Menu') },
  { name: 'flow-question', path: '/flowbuilders', show: (page) => openBlock(page, 'Pergunta') },
  { name: 'flow-condition', path: '/flowbuilders', show: (page) => addBlock(page, 'Condição') },
  { name: 'flow-request', path: '/flowbuilders', show: (page) => addBlock(page, 'Requisição HTTP') },
  {
    name: 'flow-problems',
    path: '/flowbuilders',
    async show(page) {
      await openFlow(page)
      await page.getByRole('tab', { name: said('Problemas') }).click()
    },
  },
  {
    name: 'flow-cases',
    path: '/flowbuilders',
    async show(page) {
      await openFlow(page)
      await button(page, said('Casos de teste')).click()
    },
  },
  {
    name: 'phrase',
    path: '/phrase-lists',
    async show(page) {
      await button(page, saidOf('Editar {{name}}', 'Agendar degustação'))
        .or(button(page, said('Editar {{name}}')))
        .first()
        .click()
      await dialog(page).getByRole('heading').first().waitFor()
    },
  },
]
