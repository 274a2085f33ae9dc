import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { cleanUp, type Serving, serve } from '../../executable/balcao'
import { expectAccessible } from '../../expect-accessible'
import { type Harness, openHarness, phone } from '../harness'
import { button, horizontalOverflow } from '../screen'

/** The set-up in the browser, and what its question opens or keeps closed for strangers. */

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(async () => {
  await harness.close()
  await cleanUp()
})
afterEach(() => expect(harness.problems.splice(0)).toEqual([]))

/** An installation without a user, and its set-up page. */
async function openSetup(options = {}): Promise<{ serving: Serving; page: Page }> {
  const serving = await serve({
    ...harness.whatsapp,
    BALCAO_SUPER_EMAIL: '',
    BALCAO_SUPER_PASSWORD: '',
    BALCAO_SECOND_FACTOR: '',
  })
  const page = await (await harness.newContext(options)).newPage()
  await page.goto(/http\S+\/setup\?\S+/.exec(serving.stderr())?.[0] ?? '')
  return { serving, page }
}

async function claim(page: Page) {
  await page.getByLabel('Seu nome').fill('Rita Lopes')
  await page.getByLabel('Nome da empresa').fill('Loja da Rita')
  await page.getByLabel('E-mail').fill('rita@loja.test')
  await page.getByLabel('Senha', { exact: true }).fill('nove violoncelos azuis')
  await button(page, 'Criar e entrar').click()
  await button(page, 'Copiar a chave').waitFor()
}

test('an owner who keeps Balcão for their company leaves no sign-up behind', async () => {
  const { serving, page } = await openSetup(phone)
  await page.getByRole('radio', { name: /Só para a minha empresa/ }).waitFor()
  expect(await page.getByRole('radio', { name: /Só para a minha empresa/ }).isChecked()).toBe(true)
  await expectAccessible(page, 'set-up')
  expect(await horizontalOverflow(page)).toBe(0)
  await claim(page)
  const stranger = await (await harness.newContext()).newPage()
  for (const path of ['login', 'forgetpsw']) {
    await stranger.goto(`${serving.url}/${path}`)
    await stranger.getByRole('heading', { level: 1 }).waitFor()
    await stranger.waitForLoadState('networkidle')
    expect([path, await stranger.getByRole('link', { name: 'Cadastre sua empresa' }).count()]).toEqual([path, 0])
  }
  await stranger.goto(`${serving.url}/signup`)
  await stranger.getByText('Esta instalação não aceita cadastros.').waitFor()
  expect(await stranger.getByLabel('Senha').count()).toBe(0)
})

test('an owner who sells Balcão opens the sign-up', async () => {
  const { serving, page } = await openSetup()
  await page.getByRole('radio', { name: /Vendo para outras empresas/ }).check()
  await claim(page)
  const stranger = await (await harness.newContext()).newPage()
  await stranger.goto(`${serving.url}/login`)
  await stranger.getByRole('link', { name: 'Cadastre sua empresa' }).click()
  await button(stranger, 'Criar conta').waitFor()
})
