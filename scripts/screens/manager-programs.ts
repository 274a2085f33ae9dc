import type { Page } from 'playwright'
import { showProposal } from './proposal'
import { said, saidOf } from './said'
import { button, type Screen } from './screen'

/** Adds a webhook at the first time; its requests fail, because nothing leaves the demonstration. */
async function addWebhook(page: Page) {
  await button(page, said('Novo webhook')).first().waitFor()
  await page
    .getByText('Painel da cozinha')
    .or(page.getByText(said('Nenhum webhook ainda')))
    .first()
    .waitFor()
  if (await page.getByText('Painel da cozinha').first().isVisible()) return
  await button(page, said('Novo webhook')).first().click()
  await page.getByRole('dialog').getByLabel(said('Nome')).fill('Painel da cozinha')
  await page.getByLabel(said('Endereço')).fill('https://cozinha.example/balcao')
  await button(page, said('Salvar')).click()
  await button(page, said('Já copiei')).click()
}

/** Makes an API key at the first time, which the server has not used yet. */
async function addApiKey(page: Page) {
  await button(page, said('Nova chave')).first().waitFor()
  await page
    .getByText('Loja virtual')
    .or(page.getByText(said('Nenhuma chave ainda')))
    .first()
    .waitFor()
  if (await page.getByText('Loja virtual').first().isVisible()) return
  await fillApiKey(page)
  await button(page, said('Salvar')).click()
  await button(page, said('Já copiei')).click()
}

async function fillApiKey(page: Page) {
  await button(page, said('Nova chave')).first().click()
  await page.getByRole('dialog').getByLabel(said('Nome')).fill('Loja virtual')
  await page.getByLabel(said('Só destes endereços')).fill('203.0.113.0/24')
}

/** Opens the flow of the demonstration in the builder. */
async function openFlow(page: Page) {
  await page.getByText('Agendar degustação').first().click()
  await page.getByText(said('Desenhe seu fluxo')).first().waitFor()
}

/** Flows, prompts, webhooks and API keys, as a company's admin sees them. */
export const programScreens: Screen[] = [
  { name: 'prompts', path: '/prompts', show: (page) => page.getByRole('heading', { level: 1 }).waitFor() },
  {
    name: 'integrations',
    path: '/queue-integration',
    show: (page) => page.getByRole('heading', { level: 1 }).waitFor(),
  },
  {
    name: 'webhook',
    path: '/webhooks',
    async show(page) {
      await button(page, said('Novo webhook')).first().click()
      await page.getByRole('dialog').getByLabel(said('Nome')).fill('Painel da cozinha')
      await page.getByLabel(said('Endereço')).fill('https://cozinha.example/balcao')
      await page.getByLabel(said('Atendimentos: todos os eventos')).uncheck()
    },
  },
  {
    name: 'flows',
    path: '/flowbuilders',
    show: (page) => page.getByRole('heading', { name: said('Fluxos de conversa') }).waitFor(),
  },
  { name: 'flow', path: '/flowbuilders', show: openFlow },
  {
    name: 'flow-try',
    path: '/flowbuilders',
    async show(page) {
      await openFlow(page)
      // The first of two in English: "Test cases" begins with the same word.
      await button(page, said('Testar')).first().click()
      await page.getByRole('textbox').last().waitFor()
    },
  },
  {
    name: 'flow-versions',
    path: '/flowbuilders',
    async show(page) {
      await openFlow(page)
      await button(page, said('Versões')).click()
      await page.getByText(said('Versão {{number}}')).last().waitFor()
    },
  },
  {
    name: 'flow-replay',
    path: '/flowbuilders',
    async show(page) {
      await openFlow(page)
      await button(page, said('Simular com conversas passadas')).click()
      const lead = 'O rascunho é percorrido com o que os clientes escreveram antes. Nada é enviado.'
      await page.getByText(said(lead)).waitFor()
    },
  },
  { name: 'phrases', path: '/phrase-lists', show: (page) => page.getByText('Agendar degustação').first().waitFor() },
  {
    name: 'webhooks',
    path: '/webhooks',
    async show(page) {
      await addWebhook(page)
      await page.getByText('https://cozinha.example').first().waitFor()
    },
  },
  {
    name: 'api-keys',
    path: '/keys',
    async show(page) {
      await addApiKey(page)
      await page.getByText('203.0.113.0/24').first().waitFor()
    },
  },
  { name: 'api-key', path: '/keys', show: fillApiKey },
  {
    name: 'api-key-new',
    path: '/keys',
    async show(page) {
      await fillApiKey(page)
      await button(page, said('Salvar')).click()
      await page.getByText(/^blc_/).first().waitFor()
    },
  },
  { name: 'proposal', path: '/keys', show: showProposal },
  {
    name: 'webhook-log',
    path: '/webhooks',
    async show(page) {
      await addWebhook(page)
      await button(page, saidOf('Envios de {{name}}', 'Painel da cozinha')).first().click()
      await button(page, said('Enviar um teste')).click()
      await button(page, /^webhook\.test/)
        .first()
        .click()
      await page.getByText('"sentBy"').waitFor()
    },
  },
  { name: 'messages-api', path: '/messages-api', show: (page) => page.getByText('Idempotency-Key').first().waitFor() },
]
