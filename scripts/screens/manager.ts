import type { Page } from 'playwright'
import { openAccount } from './around'
import { toCheckoutStep } from './checkout'
import { showProposal } from './proposal'
import { said, saidOf } from './said'
import { button, dialog, type Screen } from './screen'

/** Goes through the checkout to the Pix code. */
async function toPix(page: Page) {
  await toCheckoutStep(page, 2)
  await button(page, said('Gerar o Pix')).click()
  await page.getByRole('img', { name: said('QR Code do Pix') }).waitFor()
}

/** Clicks an action of a connection's card; on a phone it is in the card's menu. */
async function inCardMenu(page: Page, text: string) {
  await page.getByText(said('Conectada')).first().waitFor()
  const direct = button(page, said(text)).first()
  if (await direct.isVisible()) return direct.click()
  await button(page, said('Ações de {{name}}')).first().click()
  await page.getByRole('menuitem', { name: said(text) }).click()
}

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

const openLists = (page: Page) => page.getByRole('link', { name: 'Clientes do fim de ano' }).waitFor()

/** Opens the campaign of the demonstration that is scheduled for a later day. */
async function openCampaign(page: Page, tab: string) {
  await button(page, saidOf('Editar {{name}}', 'Aniversariantes do mês')).click()
  await page
    .getByRole('dialog')
    .getByRole('tab', { name: said(tab) })
    .click()
}

/** Screens of a company's admin. */
export const managerScreens: Screen[] = [
  { name: 'connections', path: '/connections', show: (page) => page.getByText(said('Conectada')).first().waitFor() },
  {
    name: 'connection',
    path: '/connections',
    async show(page) {
      await inCardMenu(page, 'Editar conexão')
      await page.getByRole('tab', { name: said('Setores e robô') }).click()
    },
  },
  {
    name: 'connection-health',
    path: '/connections/1/health',
    show: (page) => page.locator('svg.recharts-surface').first().waitFor(),
  },
  {
    name: 'connection-try',
    path: '/connections',
    async show(page) {
      await inCardMenu(page, 'Editar conexão')
      await page.getByRole('tab', { name: said('Testar') }).click()
      for (const text of ['Oi', '1', '2']) {
        await page.getByLabel(said('Mensagem do cliente')).fill(text)
        await page.getByLabel(said('Mensagem do cliente')).press('Enter')
      }
      await page.getByText(said('Resposta ao menu de setores.')).first().waitFor()
    },
  },
  {
    name: 'dashboard',
    path: '/',
    show: (page) => page.locator('.recharts-bar-rectangle').first().waitFor(),
  },
  {
    name: 'team',
    path: '/team',
    show: (page) => page.getByText('Encomendas').filter({ visible: true }).first().waitFor(),
  },
  { name: 'first-steps', path: '/first-steps', show: (page) => page.getByRole('listitem').first().waitFor() },
  { name: 'prompts', path: '/prompts', show: (page) => page.getByRole('heading', { level: 1 }).waitFor() },
  {
    name: 'integrations',
    path: '/queue-integration',
    show: (page) => page.getByRole('heading', { level: 1 }).waitFor(),
  },
  {
    name: 'connection-hours',
    path: '/connections',
    async show(page) {
      await inCardMenu(page, 'Editar conexão')
      await page.getByRole('tab', { name: said('Horário') }).click()
    },
  },
  { name: 'opt-outs', path: '/opt-outs', show: (page) => page.getByText('Pediu por telefone').waitFor() },
  {
    name: 'opt-out-removal',
    path: '/opt-outs',
    async show(page) {
      await button(page, said('Remover {{name}} da lista')).first().click()
      await page.getByRole('heading', { name: said('Voltar a enviar campanhas?') }).waitFor()
    },
  },
  { name: 'users', path: '/users', show: (page) => page.getByText(said('Supervisor')).first().waitFor() },
  {
    name: 'user',
    path: '/users',
    async show(page) {
      await button(page, said('Novo usuário')).click()
      await page.getByRole('dialog').getByLabel(said('Nome')).fill('Clara Rocha')
    },
  },
  {
    name: 'invitation',
    path: '/users',
    async show(page) {
      await button(page, said('Convidar')).click()
      await page.getByRole('dialog').getByLabel(said('Nome')).fill('Clara Rocha')
    },
  },
  {
    name: 'sessions',
    path: '/users',
    async show(page) {
      await button(page, saidOf('Sessões de {{name}}', 'Marina Duarte')).filter({ visible: true }).click()
      await page.getByRole('dialog').getByText(said('Esta sessão')).waitFor()
    },
  },
  { name: 'profile', path: '/profile', show: (page) => page.getByText(said('Esta sessão')).waitFor() },
  {
    name: 'passkeys',
    path: '/profile',
    async show(page) {
      await page.getByText(said('Esta sessão')).waitFor()
      await page.getByRole('heading', { name: said('Chaves de acesso') }).evaluate((title) => title.scrollIntoView())
    },
  },
  { name: 'queues', path: '/queues', show: (page) => page.getByText('Encomendas').first().waitFor() },
  {
    name: 'queue',
    path: '/queues',
    async show(page) {
      await button(page, saidOf('Editar {{name}}', 'Encomendas')).click()
      await page.getByRole('dialog').getByRole('heading').first().waitFor()
    },
  },
  {
    name: 'queue-menu',
    path: '/queues',
    async show(page) {
      await button(page, saidOf('Menu de {{name}}', 'Encomendas')).click()
      await page.getByRole('dialog').getByText('Fazer uma encomenda').first().waitFor()
    },
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
  { name: 'contact-lists', path: '/contact-lists', show: openLists },
  {
    name: 'contact-list',
    path: '/contact-lists',
    async show(page) {
      await openLists(page)
      await page.getByRole('link', { name: 'Clientes do fim de ano' }).click()
      await page.getByText(said('{{count}} fora do WhatsApp')).first().waitFor()
    },
  },
  {
    name: 'campaigns',
    path: '/campaigns',
    show: (page) => page.getByText(said('Espera: número pausado')).first().waitFor(),
  },
  {
    name: 'campaign',
    path: '/campaigns',
    async show(page) {
      await openCampaign(page, 'Pessoas')
      await page.getByRole('dialog').getByText(said('Conectada.')).waitFor()
    },
  },
  {
    name: 'campaign-messages',
    path: '/campaigns',
    async show(page) {
      await openCampaign(page, 'Mensagens')
      await page.getByRole('dialog').getByText('Feliz aniversário,').last().waitFor()
    },
  },
  {
    name: 'campaign-start',
    path: '/campaigns',
    async show(page) {
      await openCampaign(page, 'Início')
      await page
        .getByRole('dialog')
        .getByText(said('Termina por volta de {{when}}, no ritmo e no horário das configurações.'))
        .waitFor()
    },
  },
  {
    name: 'campaign-report',
    path: '/campaigns',
    async show(page) {
      await button(page, saidOf('Relatório de {{name}}', 'Panetones de fim de ano')).click()
      await page.locator('.recharts-bar-rectangle').first().waitFor()
    },
  },
  {
    name: 'campaign-texts',
    path: '/campaigns',
    async show(page) {
      await button(page, saidOf('Relatório de {{name}}', 'Panetones de fim de ano')).click()
      await page.locator('.recharts-bar-rectangle').first().waitFor()
      await page
        .getByRole('heading', { name: said('Qual texto funciona melhor') })
        .evaluate((title) => title.scrollIntoView())
    },
  },
  {
    name: 'campaigns-config',
    path: '/campaigns-config',
    show: (page) => page.getByText(said('Todos os valores são seguros.')).waitFor(),
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
  { name: 'files', path: '/files', show: (page) => page.getByText('Cardápio de festas').waitFor() },
  {
    name: 'file',
    path: '/files',
    async show(page) {
      await button(page, saidOf('Editar {{name}}', 'Cardápio de festas')).click()
      await page.getByRole('dialog').getByText('Docinhos.pdf').first().waitFor()
    },
  },
  { name: 'helps', path: '/helps', show: (page) => page.getByText('Primeiros passos').waitFor() },
  {
    name: 'announcements',
    path: '/contacts',
    async show(page) {
      await openAccount(page)
      await dialog(page)
        .getByRole('button', {
          name: said('Informativos', 'Informativos: {{count}} novos', 'Informativos: {{count}} novo'),
        })
        .click()
      await page.getByText('Áudios mais leves').waitFor()
    },
  },
  { name: 'messages-api', path: '/messages-api', show: (page) => page.getByText('Idempotency-Key').first().waitFor() },
  { name: 'settings', path: '/settings', show: (page) => page.getByLabel(said('Expediente')).waitFor() },
  { name: 'audit', path: '/audit', show: (page) => page.getByText(said('Avaliação do atendimento')).first().waitFor() },
  {
    name: 'privacy',
    path: '/audit',
    show: (page) => page.getByRole('tab', { name: said('Privacidade') }).click(),
  },
  {
    name: 'financeiro',
    path: '/financeiro',
    show: (page) => page.getByText(said('Paga em {{date}}')).first().waitFor(),
  },
  {
    name: 'subscription',
    path: '/subscription',
    show: (page) => page.getByText(said('Ver as faturas')).first().waitFor(),
  },
  { name: 'checkout', path: '/subscription', show: toPix },
]
