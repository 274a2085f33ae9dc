import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { codeAt, stepAt } from '../../src/features/users/totp'
import { cleanUp, type Serving, serve, superUser } from '../executable/balcao'
import { type Harness, openHarness } from './harness'
import { button, fillLogin } from './screen'

/** A required second factor: enrolment at the first login of a super user, then logins with a code. */

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

const base32Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
/** Decodes the Base32 key on the screen into the secret. */
function secretOf(key: string): Uint8Array {
  const bits = [...key].map((letter) => base32Alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2))
}

const code = (page: Page) => page.getByLabel('Código do aplicativo')

test('a super user enrols at the first login, then logs in with a code or a recovery code', async () => {
  const page = await (await harness.newContext()).newPage()
  await page.goto(`${serving.url}/tickets`)
  await fillLogin(page, superUser.email, superUser.password)
  await page.getByRole('heading', { name: 'Proteja esta conta' }).waitFor()
  await page.getByLabel('Confirme sua senha').fill(superUser.password)
  await button(page, 'Continuar').click()
  const key = await button(page, 'Copiar a chave').textContent()
  const secret = secretOf((key ?? '').replaceAll(' ', ''))
  await code(page).fill(codeAt(secret, stepAt(Date.now())))
  await button(page, 'Ativar').click()
  const codes = page.getByRole('list', { name: 'Códigos de recuperação' }).getByRole('listitem')
  await codes.first().waitFor()
  const recoveryCodes = await codes.allTextContents()
  expect(recoveryCodes.length).toBe(10)
  await button(page, 'Guardei os códigos').click()
  await button(page, 'Sua conta').click()
  await page.getByRole('menuitem', { name: 'Sair' }).click()

  await fillLogin(page, superUser.email, superUser.password)
  await code(page).fill('000000')
  await button(page, 'Entrar').click()
  await page.getByText('Este código não vale').waitFor()
  // The next code, because the current one may have been used for the enrolment.
  await code(page).fill(codeAt(secret, stepAt(Date.now()) + 1))
  await button(page, 'Entrar').click()
  await button(page, 'Sua conta').click()
  await page.getByRole('menuitem', { name: 'Meu perfil' }).click()
  await page.getByText('Ativada', { exact: true }).waitFor()
  await page.getByText('Esta sessão').waitFor()

  const other = await (await harness.newContext()).newPage()
  await other.goto(`${serving.url}/login`)
  await fillLogin(other, superUser.email, superUser.password)
  await code(other).fill(recoveryCodes[0] ?? '')
  await button(other, 'Entrar').click()
  await button(other, 'Sua conta').waitFor()
})
