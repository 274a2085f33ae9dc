import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright'
import { provider, staff } from '../src/demo/people'
import { findChromium } from './chromium'
import { root } from './setup'

/**
 * Takes the pictures of docs/screens from the demonstration: each screen at a desk and on a telephone, light and dark.
 * `bun scripts/screens.ts [--to=DIR] [screen…]`, after `bun run build`.
 */

interface Screen {
  name: string
  /** Below the product's address. */
  path: string
  /** Who looks; the administrator unless said. Each login ends the same person's one before. */
  who?: keyof typeof logins
  /** What is done first, until the screen stands as it should be seen. */
  show?(page: Page, phone: boolean): Promise<unknown>
}

const [marina, rafael, bia] = staff
const logins = { marina, rafael, bia, provider }
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const firstRow = (page: Page) => page.locator('[data-ticket]').nth(1)

/** A conversation with the details beside it where there is room. */
async function openTicket(page: Page) {
  await firstRow(page).getByRole('link').click()
  await page.locator('[data-message]').first().waitFor()
}

const hasNeighbours = (page: Page) => page.getByText('Ótica Sol Nascente').waitFor()

/** Through the wizard, by the buttons at its foot; who pays is known from the second time on. */
async function toPix(page: Page) {
  await button(page, 'Assinar agora').click()
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

/** What a telephone keeps in the card's menu. */
async function inCardMenu(page: Page, name: string) {
  await page.getByText('Conectada').first().waitFor()
  const direct = button(page, name).first()
  if (await direct.isVisible()) return direct.click()
  await button(page, /^Ações de/)
    .first()
    .click()
  await page.getByRole('menuitem', { name }).click()
}

const screens: Screen[] = [
  { name: 'tickets', path: '/tickets', show: (page) => firstRow(page).waitFor() },
  { name: 'conversation', path: '/tickets', show: openTicket },
  {
    name: 'waiting',
    path: '/tickets',
    show: (page) => page.getByRole('tab', { name: /^Aguardando/ }).click(),
  },
  {
    name: 'details',
    path: '/tickets',
    async show(page, phone) {
      await openTicket(page)
      if (phone) await button(page, 'Mostrar detalhes do contato').click()
      await page.getByRole('heading', { name: 'Detalhes do contato' }).waitFor()
    },
  },
  {
    name: 'new-ticket',
    path: '/tickets',
    async show(page) {
      await button(page, 'Nova conversa').click()
      await page.getByRole('combobox', { name: 'Contato' }).fill('ana')
      await page.getByRole('option', { name: /^Ana/ }).first().waitFor()
    },
  },
  {
    name: 'transfer',
    path: '/tickets',
    async show(page, phone) {
      await openTicket(page)
      if (!phone) return button(page, 'Transferir atendimento').click()
      await button(page, 'Mais ações').click()
      await page.getByRole('menuitem', { name: 'Transferir' }).click()
    },
  },
  {
    name: 'palette',
    path: '/tickets',
    async show(page) {
      await button(page, 'Buscar tudo').first().click()
      await page.getByRole('combobox', { name: 'Buscar tudo' }).fill('chocolate')
      await page
        .getByRole('option', { name: /chocolate/i })
        .first()
        .waitFor()
    },
  },
  {
    name: 'notifications',
    path: '/contacts',
    show: (page) => button(page, /^Notificações/).click(),
  },
  { name: 'kanban', path: '/kanban', show: (page) => page.locator('[data-card]').first().waitFor() },
  {
    name: 'kanban-card',
    path: '/kanban',
    async show(page) {
      await page.locator('[data-card]', { hasText: marina.name }).first().press('Enter')
      await page.locator('[data-message]').first().waitFor()
    },
  },
  { name: 'quick-messages', path: '/quick-messages', show: (page) => page.getByText('/pix').waitFor() },
  {
    name: 'quick-message',
    path: '/quick-messages',
    async show(page) {
      await button(page, 'Adicionar resposta rápida').first().click()
      await page.getByRole('dialog').getByLabel('Atalho').fill('entrega')
    },
  },
  {
    name: 'todolist',
    path: '/todolist',
    async show(page) {
      for (const task of [
        'Confirmar o bolo de sábado com a Juliana',
        'Pedir nota do fornecedor',
        'Ligar para o Paulo',
      ]) {
        await page.getByLabel('O que falta fazer?').fill(task)
        await page.keyboard.press('Enter')
      }
      await page.getByText('Ligar para o Paulo').waitFor()
    },
  },
  { name: 'contacts', path: '/contacts', show: (page) => page.getByText('+55').first().waitFor() },
  {
    name: 'contact',
    path: '/contacts',
    async show(page, phone) {
      await page.getByText('+55').first().waitFor()
      if (phone)
        await page
          .getByRole('button', { name: /^Ações de/ })
          .first()
          .click()
      await page
        .getByRole(phone ? 'menuitem' : 'button', { name: /^Editar/ })
        .first()
        .click()
      await page.getByRole('dialog').getByRole('heading').first().waitFor()
    },
  },
  {
    name: 'contact-import',
    path: '/contacts',
    async show(page) {
      const direct = button(page, 'Importar planilha')
      await page.getByText('+55').first().waitFor()
      if (await direct.isVisible()) await direct.click()
      else {
        await button(page, 'Importar e exportar').click()
        await page.getByRole('menuitem', { name: 'Importar planilha' }).click()
      }
      await page.getByRole('dialog').getByRole('heading').first().waitFor()
    },
  },
  { name: 'schedules', path: '/schedules', show: (page) => page.getByText('Agendada').first().waitFor() },
  {
    name: 'schedules-week',
    path: '/schedules',
    async show(page, phone) {
      if (!phone) {
        await button(page, 'Semana').click()
        await button(page, 'Próximo período').click()
      }
      await page.getByRole('article').first().waitFor()
    },
  },
  {
    name: 'schedule',
    path: '/schedules?contactId=1',
    show: (page) => page.getByRole('dialog').getByLabel('Mensagem').fill('Oi, {{firstName}}! Tudo certo para sábado?'),
  },
  { name: 'tags', path: '/tags', show: (page) => page.getByText('Cliente fiel').waitFor() },
  {
    name: 'tag',
    path: '/tags',
    async show(page) {
      await button(page, 'Nova etiqueta').first().click()
      await page.getByRole('dialog').getByLabel('Nome').fill('Sem lactose')
    },
  },
  {
    name: 'chats',
    path: '/chats',
    async show(page) {
      await page.getByRole('link', { name: /Cozinha e vitrine/ }).click()
      await page.getByRole('log').getByText('baunilha').waitFor()
    },
  },
  {
    name: 'keys',
    path: '/tickets',
    async show(page) {
      await firstRow(page).waitFor()
      await page.keyboard.press('?')
      await page.getByRole('dialog').getByRole('heading').first().waitFor()
    },
  },
  { name: 'connections', path: '/connections', show: (page) => page.getByText('Conectada').first().waitFor() },
  {
    name: 'connection',
    path: '/connections',
    async show(page) {
      await inCardMenu(page, 'Editar conexão')
      await page.getByRole('tab', { name: 'Setores e bot' }).click()
    },
  },
  {
    name: 'dashboard',
    path: '/',
    show: (page) => page.locator('.recharts-bar-rectangle').first().waitFor(),
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
    show: (page) =>
      button(page, /Assinar|faturas/)
        .first()
        .waitFor(),
  },
  { name: 'checkout', path: '/subscription', show: toPix },
  { name: 'provider-companies', path: '/settings?tab=companies', who: 'provider', show: hasNeighbours },
  {
    name: 'provider-company',
    path: '/settings?tab=companies',
    who: 'provider',
    async show(page) {
      await hasNeighbours(page)
      await button(page, 'Editar Ótica Sol Nascente').click()
    },
  },
  {
    name: 'provider-plans',
    path: '/settings?tab=plans',
    who: 'provider',
    show: (page) => page.getByText('Essencial').waitFor(),
  },
  {
    name: 'provider-helps',
    path: '/settings?tab=helps',
    who: 'provider',
    show: (page) => page.getByText('Primeiros passos').waitFor(),
  },
  {
    name: 'provider-payments',
    path: '/settings?tab=payments',
    who: 'provider',
    show: (page) => page.getByLabel('Chave Pix').waitFor(),
  },
  {
    name: 'provider-announcements',
    path: '/announcements',
    who: 'provider',
    show: (page) => page.getByText('Áudios mais leves').waitFor(),
  },
  {
    name: 'provider-financeiro',
    path: '/financeiro',
    who: 'provider',
    async show(page) {
      await page.getByRole('tab', { name: 'Todas as empresas' }).click()
      await hasNeighbours(page)
    },
  },
]

const looks: [name: string, options: BrowserContextOptions][] = [
  ['desk', { viewport: { width: 1440, height: 900 } }],
  ['phone', { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true }],
]
const themes = ['light', 'dark'] as const

const to = process.argv.find((word) => word.startsWith('--to='))?.slice(5) ?? join(root, 'docs', 'screens')
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const chosen = screens.filter(({ name }) => wanted.length === 0 || wanted.includes(name))

mkdirSync(to, { recursive: true })
const dataDir = mkdtempSync(join(tmpdir(), 'balcao-screens-'))
const demo = await startDemo(dataDir)
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--disable-gpu', ...asRoot] })
try {
  for (const [look, options] of looks) await takeAll(browser, look, options)
  await Bun.write(join(to, 'README.md'), index())
} finally {
  await browser.close()
  demo.kill()
  await demo.exited
  rmSync(dataDir, { recursive: true, force: true })
}

async function startDemo(dataDir: string) {
  const port = String(40_000 + (process.pid % 20_000))
  const child = Bun.spawn([join(root, 'dist', 'balcao'), 'demo'], {
    env: {
      ...process.env,
      BALCAO_SECOND_FACTOR: 'optional',
      BALCAO_DATA_DIR: dataDir,
      BALCAO_PORT: port,
      BALCAO_HOST: '127.0.0.1',
    },
    stdout: 'pipe',
    stderr: 'inherit',
  })
  // It says where it is once the shop is furnished.
  await child.stdout.getReader().read()
  return Object.assign(child, { url: `http://127.0.0.1:${port}` })
}

/** Every chosen screen at one size: one login per person, one load per screen, and the theme changed in place. */
async function takeAll(browser: Browser, look: string, options: BrowserContextOptions) {
  const usual = { locale: 'pt-BR', timezoneId: 'America/Sao_Paulo', reducedMotion: 'reduce' as const }
  for (const who of new Set(chosen.map(({ who = 'marina' }) => who))) {
    const context = await browser.newContext({ ...usual, ...options })
    const page = await context.newPage()
    await signIn(page, who)
    for (const screen of chosen.filter((one) => (one.who ?? 'marina') === who))
      await take(page, screen, look).catch((error) => {
        process.exitCode = 1
        console.error(`${screen.name}, ${look}: ${error}`)
      })
    await context.close()
  }
}

async function signIn(page: Page, who: keyof typeof logins) {
  await page.goto(`${demo.url}/login`)
  await page.getByLabel('E-mail').fill(logins[who].email)
  await page.getByLabel('Senha', { exact: true }).fill(logins[who].password)
  await button(page, 'Entrar').click()
  await page.waitForURL('**/tickets')
}

async function take(page: Page, { name, path, show }: Screen, look: string) {
  page.setDefaultTimeout(8000)
  await page.goto(demo.url + path)
  await show?.(page, look === 'phone')
  await page.waitForLoadState('networkidle')
  for (const theme of themes) {
    await page.evaluate(async (theme) => {
      document.documentElement.dataset.theme = theme
      await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => undefined)))
      await new Promise(requestAnimationFrame)
    }, theme)
    await Bun.write(join(to, `${name}-${look}-${theme}.webp`), await picture(page))
  }
}

/** All of them on one page. */
function index(): string {
  const row = ({ name }: Screen) => {
    const pictures = looks.flatMap(([look]) => themes.map((theme) => `${name}-${look}-${theme}.webp`))
    return `| ${name} | ${pictures.map((file) => `![${file}](${file})`).join(' | ')} |`
  }
  const head = '| | desk, light | desk, dark | telephone, light | telephone, dark |\n| --- | --- | --- | --- | --- |'
  return `# Screens\n\nOf the demonstration, made by \`bun scripts/screens.ts\`.\n\n${head}\n${screens.map(row).join('\n')}\n`
}

/** Playwright itself writes no WebP. */
async function picture(page: Page): Promise<Uint8Array<ArrayBuffer>> {
  const devtools = await page.context().newCDPSession(page)
  const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: 80 })
  await devtools.detach()
  return Uint8Array.from(Buffer.from(data, 'base64'))
}
