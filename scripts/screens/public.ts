import type { Page } from 'playwright'
import { appCode } from '../../tests/authenticator-app'
import { openAccount } from './around'
import { said } from './said'
import { button, logins, type Screen } from './screen'

const owner = {
  name: 'Rita Lopes',
  company: 'Loja da Rita',
  email: 'rita@loja.example',
  password: 'nove violoncelos azuis',
}
const newCompany = { name: 'Padaria Estrela', email: 'olga@estrela.example', password: 'goiabada cascao 7' }

/** Screens for people who are not signed in, on the demonstration. */
export const publicScreens: Screen[] = [
  { name: 'login', path: '/login', show: (page) => page.getByLabel(said('E-mail')).waitFor() },
  {
    name: 'signup',
    path: '/signup',
    async show(page) {
      const texts = { 'Seu nome': owner.name, 'Nome da empresa': owner.company, 'E-mail': owner.email }
      await fill(page, { ...texts, Telefone: '11987654321', Senha: owner.password })
      await page.getByRole('combobox', { name: said('Plano') }).selectOption({ index: 1 })
    },
  },
  { name: 'forgotten-no-mail', path: '/forgetpsw', show: (page) => page.getByRole('heading').first().waitFor() },
  {
    name: 'invited',
    path: '/login',
    async show(page, phone, { url }) {
      await page.goto(await invite(page, url, phone ? 'clara.rocha' : 'clara'))
      await page.getByLabel(said('Senha')).fill(owner.password)
    },
  },
  {
    name: 'expired',
    path: '/login',
    async show(page, _phone, { url }) {
      await letLicenceEnd(page, url)
      await signIn(page, newCompany)
      await page.getByRole('link', { name: said('Renovar agora') }).waitFor()
    },
  },
  {
    name: 'renew',
    path: '/login',
    async show(page) {
      await signIn(page, newCompany)
      await page.getByRole('link', { name: said('Renovar agora') }).click()
      await button(page, said('Continuar')).waitFor()
    },
  },
]

/** Screens of a new installation in the order of a first day: each one starts where the one before has ended. */
export const firstDayScreens: Screen[] = [
  {
    name: 'setup',
    path: '/setup',
    async show(page, _phone, { printed }) {
      await page.goto(linkIn(printed))
      await fill(page, { 'Seu nome': owner.name, 'Nome da empresa': owner.company })
      await fill(page, { 'E-mail': owner.email, Senha: owner.password })
    },
  },
  {
    name: 'enrol',
    path: '/setup',
    async show(page, phone, server) {
      await firstDayScreens[0]!.show!(page, phone, server)
      await button(page, said('Criar e entrar')).click()
      await page.getByLabel(said('Código do aplicativo')).waitFor()
    },
  },
  {
    name: 'recovery-codes',
    path: '/',
    async show(page) {
      const [password, code] = [
        page.getByLabel(said('Confirme sua senha')),
        page.getByLabel(said('Código do aplicativo')),
      ]
      await password.or(code).first().waitFor()
      // A page that was loaded anew does not know the password typed before.
      if (await password.isVisible()) {
        await password.fill(owner.password)
        await button(page, said('Continuar')).click()
      }
      const key = (await button(page, said('Copiar a chave')).textContent()) ?? ''
      await code.fill(appCode(key.replaceAll(' ', '')))
      await button(page, said('Ativar')).click()
      await page.getByRole('list', { name: said('Códigos de recuperação') }).waitFor()
    },
  },
  { name: 'new-installation', path: '/first-steps', show: (page) => page.getByRole('listitem').first().waitFor() },
  {
    name: 'first-number',
    path: '/first-steps',
    async show(page) {
      await button(page, said('Serviços')).click()
      await page.getByText(said('Conectar o WhatsApp')).waitFor()
      await button(page, said('Conectar')).first().click()
      await page.getByRole('dialog').getByLabel(said('Nome')).fill('Loja')
    },
  },
  ...['/users', '/first-steps'].map((path) => ({
    name: `not-connected${path.replace('/', '-')}`,
    path,
    async show(page: Page) {
      await addAgentWithoutQueue(page)
      await page.goto(new URL(path, page.url()).href)
      await page
        .getByRole('region', { name: said('Há clientes que a equipe não vê') })
        .first()
        .waitFor()
    },
  })),
  {
    name: 'hours-source',
    path: '/settings?tab=schedules',
    show: (page) => page.getByRole('combobox').first().waitFor(),
  },
  {
    name: 'second-step',
    path: '/',
    async show(page) {
      await openAccount(page)
      await page
        .getByRole('dialog')
        .getByRole('button', { name: said('Sair') })
        .click()
      await signIn(page, owner)
      await page.getByLabel(said('Código do aplicativo')).waitFor()
    },
  },
  {
    name: 'forgotten',
    path: '/forgetpsw',
    show: (page) => page.getByLabel(said('E-mail')).fill(owner.email),
  },
  {
    name: 'new-password',
    path: '/forgetpsw',
    async show(page) {
      await page.getByLabel(said('E-mail')).fill(owner.email)
      await button(page, said('Enviar código')).click()
      // In English, the label of the repeated password begins with the same words.
      await page.getByLabel(said('Nova senha')).first().fill(owner.password)
    },
  },
]

/** Adds an agent who sees no new customer, at the first time. */
const addAgentWithoutQueue = (page: Page) =>
  page.evaluate(async () => {
    const { token } = await (await fetch('/api/auth/refresh_token', { method: 'POST' })).json()
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    const nina = { name: 'Nina Reis', email: 'nina@loja.example', profile: 'user', queueIds: [] }
    const body = JSON.stringify({ ...nina, password: 'goiabada cascao 7' })
    await fetch('/api/users', { method: 'POST', headers, body })
  })

async function fill(page: Page, texts: Record<string, string>) {
  for (const [label, text] of Object.entries(texts)) await page.getByLabel(said(label)).fill(text)
}

async function signIn(page: Page, { email, password }: { email: string; password: string }) {
  await fill(page, { 'E-mail': email, Senha: password })
  await button(page, said('Entrar')).first().click()
}

/** Returns the set-up link that a new installation has printed. */
const linkIn = (printed: string) => /http\S+\/setup\?token=[\w-]+/.exec(printed)![0]

type Call = (path: string, data: object, method?: 'post' | 'put') => Promise<Record<string, unknown>>

/** Returns requests to the demonstration's API, signed in as one of its people. */
async function callsAs(page: Page, url: string, who: keyof typeof logins): Promise<Call> {
  const headers: Record<string, string> = { origin: url }
  const call: Call = async (path, data, method = 'post') => {
    const response = await page.request[method](`${url}/api${path}`, { data, headers })
    if (!response.ok()) throw new Error(`${path}: ${await response.text()}`)
    return response.json()
  }
  const { email, password } = logins[who]
  const { token } = await call('/auth/login', { email, password })
  headers.authorization = `Bearer ${token}`
  // The page stays signed out.
  await page.context().clearCookies()
  return call
}

/** Creates an invitation to the demonstration's company; returns its link. */
async function invite(page: Page, url: string, mailbox: string): Promise<string> {
  const call = await callsAs(page, url, 'marina')
  const email = `${mailbox}@doceaurora.example`
  return String((await call('/invitations', { name: 'Clara Rocha', email, profile: 'user', queueIds: [1] })).link)
}

/** Creates a company whose licence has ended, at the first time. */
async function letLicenceEnd(page: Page, url: string) {
  const call = await callsAs(page, url, 'provider')
  const phone = '1132014455'
  const { plans } = (await (await page.request.get(`${url}/api/plans/list`)).json()) as { plans: { id: number }[] }
  const planId = plans[0]!.id
  const company = { ...newCompany, adminName: 'Olga Reis', phone, planId, consent: true }
  const made = await call('/companies/cadastro', company).catch(() => null)
  if (made) await call(`/companies/${made.id}`, { dueDate: '2026-01-31' }, 'put')
}
