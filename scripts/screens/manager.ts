import type { Page } from 'playwright'
import { button, type Screen } from './screen'

/** Goes through the checkout to the Pix code. The payer's data is filled in at the first time only. */
async function toPix(page: Page) {
  await button(page, /^(Assinar agora|Pagar o próximo período)$/).click()
  const known = page.getByLabel('Nome', { exact: true })
  await known.waitFor()
  if ((await known.inputValue()) === '') {
    const data = { Nome: 'Marina', Sobrenome: 'Duarte', Endereço: 'Rua das Acácias, 215', Cidade: 'São Paulo' }
    for (const [label, text] of Object.entries({ ...data, Estado: 'SP', CEP: '04101000' }))
      await page.getByLabel(label, { exact: true }).fill(text)
  }
  for (let step = 0; step < 2; step++) await button(page, 'Continuar').click()
  await button(page, 'Gerar o Pix').click()
  await page.getByRole('img', { name: 'QR Code do Pix' }).waitFor()
}

/** Clicks an action of a connection's card; on a phone it is in the card's menu. */
async function inCardMenu(page: Page, name: string) {
  await page.getByText('Conectada').first().waitFor()
  const direct = button(page, name).first()
  if (await direct.isVisible()) return direct.click()
  await button(page, /^Ações de/)
    .first()
    .click()
  await page.getByRole('menuitem', { name }).click()
}

/** Adds a webhook at the first time; its requests fail, because nothing leaves the demonstration. */
async function addWebhook(page: Page) {
  await button(page, 'Novo webhook').first().waitFor()
  await page
    .getByText(/Painel da cozinha|Nenhum webhook ainda/)
    .first()
    .waitFor()
  if (await page.getByText('Painel da cozinha').first().isVisible()) return
  await button(page, 'Novo webhook').first().click()
  await page.getByRole('dialog').getByLabel('Nome').fill('Painel da cozinha')
  await page.getByLabel('Endereço').fill('https://cozinha.example/balcao')
  await button(page, 'Salvar').click()
  await button(page, 'Já copiei').click()
}

/** Opens the flow of the demonstration in the builder. */
async function openFlow(page: Page) {
  await page.getByText('Agendar degustação').first().click()
  await page.getByRole('heading', { name: 'Desenhe seu fluxo' }).waitFor()
}

const openLists = (page: Page) => page.getByRole('link', { name: 'Clientes do fim de ano' }).waitFor()

/** Opens the campaign of the demonstration that is scheduled for a later day. */
async function openCampaign(page: Page, tab: string) {
  await button(page, 'Editar Aniversariantes do mês').click()
  await page.getByRole('dialog').getByRole('tab', { name: tab }).click()
}

/** Screens of a company's admin. */
export const managerScreens: Screen[] = [
  { name: 'connections', path: '/connections', show: (page) => page.getByText('Conectada').first().waitFor() },
  {
    name: 'connection',
    path: '/connections',
    async show(page) {
      await inCardMenu(page, 'Editar conexão')
      await page.getByRole('tab', { name: 'Setores e robô' }).click()
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
      await page.getByRole('tab', { name: 'Testar' }).click()
      for (const text of ['Oi', '1', '2']) {
        await page.getByLabel('Mensagem do cliente').fill(text)
        await page.getByLabel('Mensagem do cliente').press('Enter')
      }
      await page.getByText('Resposta ao menu de setores.').first().waitFor()
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
    path: '/settings?tab=hours',
    show: (page) => page.getByRole('heading', { level: 1 }).waitFor(),
  },
  { name: 'opt-outs', path: '/opt-outs', show: (page) => page.getByText('Pediu por telefone').waitFor() },
  {
    name: 'opt-out-removal',
    path: '/opt-outs',
    async show(page) {
      await button(page, /^Remover .* da lista/)
        .first()
        .click()
      await page.getByRole('heading', { name: 'Voltar a enviar campanhas?' }).waitFor()
    },
  },
  { name: 'users', path: '/users', show: (page) => page.getByText('Supervisor').first().waitFor() },
  {
    name: 'user',
    path: '/users',
    async show(page) {
      await button(page, 'Novo usuário').click()
      await page.getByRole('dialog').getByLabel('Nome').fill('Clara Rocha')
    },
  },
  { name: 'profile', path: '/profile', show: (page) => page.getByText('Esta sessão').waitFor() },
  { name: 'queues', path: '/queues', show: (page) => page.getByText('Encomendas').first().waitFor() },
  {
    name: 'queue',
    path: '/queues',
    async show(page) {
      await button(page, 'Editar Encomendas').click()
      await page.getByRole('dialog').getByRole('heading').first().waitFor()
    },
  },
  {
    name: 'queue-menu',
    path: '/queues',
    async show(page) {
      await button(page, 'Menu de Encomendas').click()
      await page.getByRole('dialog').getByText('Fazer uma encomenda').first().waitFor()
    },
  },
  {
    name: 'webhook',
    path: '/webhooks',
    async show(page) {
      await button(page, 'Novo webhook').first().click()
      await page.getByRole('dialog').getByLabel('Nome').fill('Painel da cozinha')
      await page.getByLabel('Endereço').fill('https://cozinha.example/balcao')
      await page.getByLabel('Atendimentos: todos os eventos').uncheck()
    },
  },
  {
    name: 'flows',
    path: '/flowbuilders',
    show: (page) => page.getByRole('heading', { name: 'Fluxos de conversa' }).waitFor(),
  },
  { name: 'flow', path: '/flowbuilders', show: openFlow },
  {
    name: 'flow-try',
    path: '/flowbuilders',
    async show(page) {
      await openFlow(page)
      await button(page, 'Testar').click()
      await page.getByRole('textbox').last().waitFor()
    },
  },
  { name: 'contact-lists', path: '/contact-lists', show: openLists },
  {
    name: 'contact-list',
    path: '/contact-lists',
    async show(page) {
      await openLists(page)
      await page.getByRole('link', { name: 'Clientes do fim de ano' }).click()
      await page.getByText('fora do WhatsApp').first().waitFor()
    },
  },
  { name: 'campaigns', path: '/campaigns', show: (page) => page.getByText('pausou o número').first().waitFor() },
  {
    name: 'campaign',
    path: '/campaigns',
    async show(page) {
      await openCampaign(page, 'Pessoas')
      await page.getByRole('dialog').getByText('Conectada.').waitFor()
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
      await page.getByRole('dialog').getByText('Termina por volta de').waitFor()
    },
  },
  {
    name: 'campaign-report',
    path: '/campaigns',
    async show(page) {
      await button(page, 'Relatório de Panetones de fim de ano').click()
      await page.locator('.recharts-bar-rectangle').first().waitFor()
    },
  },
  {
    name: 'campaign-texts',
    path: '/campaigns',
    async show(page) {
      await button(page, 'Relatório de Panetones de fim de ano').click()
      await page.locator('.recharts-bar-rectangle').first().waitFor()
      await page
        .getByRole('heading', { name: 'Qual texto funciona melhor' })
        .evaluate((title) => title.scrollIntoView())
    },
  },
  {
    name: 'campaigns-config',
    path: '/campaigns-config',
    show: (page) => page.getByText('Todos os valores são seguros.').waitFor(),
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
    name: 'webhook-log',
    path: '/webhooks',
    async show(page) {
      await addWebhook(page)
      await button(page, 'Envios de Painel da cozinha').first().click()
      await button(page, 'Enviar um teste').click()
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
      await button(page, 'Editar Cardápio de festas').click()
      await page.getByRole('dialog').getByText('Docinhos.pdf').first().waitFor()
    },
  },
  { name: 'helps', path: '/helps', show: (page) => page.getByText('Primeiros passos').waitFor() },
  {
    name: 'announcements',
    path: '/contacts',
    async show(page) {
      await button(page, /^Informativos/).click()
      await page.getByText('Áudios mais leves').waitFor()
    },
  },
  { name: 'messages-api', path: '/messages-api', show: (page) => page.getByText('Idempotency-Key').first().waitFor() },
  { name: 'settings', path: '/settings', show: (page) => page.getByLabel('Expediente').waitFor() },
  { name: 'audit', path: '/audit', show: (page) => page.getByText('Avaliação do atendimento').first().waitFor() },
  {
    name: 'privacy',
    path: '/audit',
    show: (page) => page.getByRole('tab', { name: 'Privacidade' }).click(),
  },
  {
    name: 'financeiro',
    path: '/financeiro',
    show: (page) =>
      page
        .getByText(/^Paga em/)
        .first()
        .waitFor(),
  },
  {
    name: 'subscription',
    path: '/subscription',
    show: (page) => page.getByText('Ver as faturas').first().waitFor(),
  },
  { name: 'checkout', path: '/subscription', show: toPix },
]
