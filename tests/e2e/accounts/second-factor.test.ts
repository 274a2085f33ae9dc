import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import type { BrowserContext, Page } from 'playwright'
import { codeAt, stepAt } from '../../../src/features/accounts/users/second-factor/totp'
import { secretOf } from '../../authenticator-app'
import { cleanUp, type Serving, serve, superUser } from '../../executable/balcao'
import { expectAccessible } from '../../expect-accessible'
import { type Harness, openHarness } from '../harness'
import { button, fillLogin } from '../screen'

/** A required second factor: enrolment at the first login of a super user, then logins with a code or a passkey. */

let harness: Harness
let serving: Serving

beforeAll(async () => {
  harness = await openHarness()
  serving = await serve({ ...harness.whatsapp, BALCAO_SECOND_FACTOR: 'required' })
})
afterAll(async () => {
  await harness.close()
  await cleanUp()
})
afterEach(() => expect(harness.problems.splice(0)).toEqual([]))

const code = (page: Page) => page.getByLabel('Código do aplicativo')

test('a super user enrols at the first login, then logs in with a code or a recovery code', async () => {
  const page = await (await harness.newContext()).newPage()
  await page.goto(`${serving.url}/tickets`)
  await fillLogin(page, superUser.email, superUser.password)
  await page.getByRole('heading', { name: 'Proteja esta conta' }).waitFor()
  // The password was typed a moment ago; a reload forgets it.
  await button(page, 'Copiar a chave').waitFor()
  expect(await page.getByLabel('Confirme sua senha').count()).toBe(0)
  await page.reload()
  await page.getByLabel('Confirme sua senha').and(page.locator(':focus')).waitFor()
  await page.keyboard.type(superUser.password)
  await button(page, 'Continuar').click()
  const key = await button(page, 'Copiar a chave').textContent()
  const secret = secretOf((key ?? '').replaceAll(' ', ''))
  await code(page).fill(codeAt(secret, stepAt(Date.now())))
  await button(page, 'Ativar').click()
  const codes = page.getByRole('list', { name: 'Códigos de recuperação' }).getByRole('listitem')
  await codes.first().waitFor()
  const recoveryCodes = await codes.allTextContents()
  expect(recoveryCodes.length).toBe(10)
  await page.getByRole('heading', { name: 'Conta protegida' }).waitFor()
  expect(await button(page, 'Usar uma chave de acesso').count()).toBe(0)
  await button(page, 'Guardei os códigos').click()
  await button(page, 'Sua conta').click()
  await button(page.getByRole('dialog'), 'Sair').click()

  await fillLogin(page, superUser.email, superUser.password)
  await code(page).fill('000000')
  await button(page, 'Entrar').click()
  await page.getByText('Código inválido').waitFor()
  // The next code, because the current one may have been used for the enrolment.
  await code(page).fill(codeAt(secret, stepAt(Date.now()) + 1))
  await button(page, 'Entrar').click()
  await button(page, 'Sua conta').click()
  await page.getByRole('dialog').getByRole('link', { name: 'Meu perfil' }).click()
  await page.getByText('Ativada', { exact: true }).waitFor()
  await page.getByText('Esta sessão').waitFor()

  const other = await (await harness.newContext()).newPage()
  await other.goto(`${serving.url}/login`)
  await fillLogin(other, superUser.email, superUser.password)
  await code(other).fill(recoveryCodes[0] ?? '')
  await button(other, 'Entrar').click()
  await button(other, 'Sua conta').waitFor()
})

/** Opens a page in a context whose device has a fingerprint reader (Chromium's virtual authenticator). */
async function openWithFingerprint(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('WebAuthn.enable')
  const device = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true } as const
  const options = { ...device, isUserVerified: true, automaticPresenceSimulation: true }
  await session.send('WebAuthn.addVirtualAuthenticator', { options })
  return page
}

async function logOut(page: Page) {
  await button(page, 'Sua conta').click()
  await button(page.getByRole('dialog'), 'Sair').click()
}

test('a super user enrols with a passkey, then signs in with it, alone and after the password', async () => {
  const own = await serve({ ...harness.whatsapp, BALCAO_SECOND_FACTOR: 'required' })
  const url = own.url.replace('127.0.0.1', 'localhost') // passkeys do not work at an IP address
  const page = await openWithFingerprint(await harness.newContext())
  await page.goto(`${url}/tickets`)
  await fillLogin(page, superUser.email, superUser.password)
  await page.getByRole('heading', { name: 'Proteja esta conta' }).waitFor()
  await button(page, 'Usar uma chave de acesso').click()
  await page.getByLabel('Nome da chave').fill('Notebook')
  await button(page, 'Continuar').click()
  await button(page, 'Guardei os códigos').click()
  await logOut(page)

  await button(page, 'Entrar com chave de acesso').click()
  await button(page, 'Sua conta').waitFor()
  await logOut(page)

  await fillLogin(page, superUser.email, superUser.password)
  await page.getByRole('heading', { name: 'Digite o código' }).waitFor()
  await button(page, 'Entrar com chave de acesso').click()
  await button(page, 'Sua conta').click()
  await page.getByRole('dialog').getByRole('link', { name: 'Meu perfil' }).click()
  const passkeys = page.getByRole('list', { name: 'Chaves de acesso' })
  await passkeys.getByText(/usada em/).waitFor()
  await expectAccessible(page, 'passkeys', { includeMinor: true })
  await button(page, 'Renomear Notebook').click()
  await page.getByLabel('Nome da chave').fill('Caixa')
  await expectAccessible(page, 'name of a passkey', { includeMinor: true })
  await button(page, 'Salvar').last().click()
  await passkeys.getByText('Caixa').waitFor()
  await button(page, 'Excluir Caixa').click()
  await page.getByLabel('Sua senha').fill(superUser.password)
  await page.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click()
  await page.getByText('é obrigatória nesta conta').waitFor()
})

test('a page at an IP address says that passkeys need another address', async () => {
  const own = await serve({ ...harness.whatsapp, BALCAO_SECOND_FACTOR: 'optional' })
  const page = await openWithFingerprint(await harness.newContext())
  await page.goto(`${own.url.replace('localhost', '127.0.0.1')}/profile`)
  expect(await button(page, 'Entrar com chave de acesso').count()).toBe(0)
  await fillLogin(page, superUser.email, superUser.password)
  await button(page, 'Sua conta').click()
  await page.getByRole('dialog').getByRole('link', { name: 'Meu perfil' }).click()
  await page.getByText(/só funcionam em um endereço https com nome/).waitFor()
  expect(await button(page, 'Criar chave de acesso').count()).toBe(0)
})
