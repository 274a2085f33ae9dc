import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import * as en from '../../ui/i18n/en/all'
import * as es from '../../ui/i18n/es/all'
import * as pt from '../../ui/i18n/pt/all'
import { hasTurn } from '../size'
import { openWithoutReload, waitForValue } from './screen'
import { createTicket, emailOf, password } from './shop'
import { harness, setUpShop, shop } from './shop-setup'

/** Every screen has no untranslated key and no text of another language, each day in one of the languages. */

const words = { pt, en, es }
type Language = keyof typeof words

setUpShop()
beforeAll(async () => {
  await createTicket(harness, shop, 'Ana 77', '77')
})

type Tree = { [key: string]: unknown }
/** All texts of a language with their keys. */
function texts(tree: Tree, prefix = ''): [key: string, text: string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value] as [string, string]] : texts(value as Tree, `${prefix}${key}.`),
  )
}

/** Patterns of texts that only other languages have; placeholders match any text. */
function textsOfOtherLanguages(language: Language): RegExp[] {
  const own = new Set(texts(words[language]).map(([, text]) => text))
  return Object.entries(words)
    .filter(([other]) => other !== language)
    .flatMap(([, tree]) => texts(tree))
    .filter(([key, text]) => !own.has(text) && key !== 'common.product' && hasWord(text))
    .map(
      ([, text]) =>
        new RegExp(
          `^${text
            .split(/\{\{\w+\}\}/)
            .map(RegExp.escape)
            .join('.+')}$`,
        ),
    )
}
const hasWord = (text: string) => /[a-zà-ú]{4}/i.test(text.replace(/\{\{\w+\}\}/g, ''))
const foreignTexts = {
  pt: textsOfOtherLanguages('pt'),
  en: textsOfOtherLanguages('en'),
  es: textsOfOtherLanguages('es'),
}

/** Returns title, texts, labels, tooltips and placeholders of the page. */
const visibleTexts = (page: Page) =>
  page.evaluate(() => {
    const hints = [...document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')].flatMap((element) =>
      ['aria-label', 'title', 'placeholder', 'alt'].map((name) => element.getAttribute(name) ?? ''),
    )
    // Options and elements with a language of their own are skipped: each language is named in itself.
    const parts = [...document.querySelectorAll('body :not(option, script, style, [lang])')].flatMap((element) =>
      [...element.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ textContent }) => textContent ?? ''),
    )
    return [document.title, ...hints, ...parts].map((text) => text.trim()).filter(Boolean)
  })

/** Matches the key of a text without translation, and not the second line of an e-mail address, which ends in `.test`. */
const bareKey = /^(?!.*\.test$)[a-z]+(\.[a-zA-Z_]+)+$/
/** Matches an unfilled placeholder; help texts name these three for use in messages. */
const unfilledPlaceholder = /\{\{(?!(greeting|user|queue)\}\})/

async function expectLanguage(page: Page, language: Language, screen: string) {
  const found = await visibleTexts(page)
  const strange = foreignTexts[language]
  const keys = found.filter((text) => bareKey.test(text) || unfilledPlaceholder.test(text))
  const lang = await page.evaluate(() => document.documentElement.lang)
  const leftovers = found.filter((text) => strange.some((pattern) => pattern.test(text)))
  expect({ screen, lang: lang.slice(0, 2), keys, leftovers }).toEqual({
    screen,
    lang: language,
    keys: [],
    leftovers: [],
  })
}

/** Checks the admin pages one after the other without reloading. */
async function visitConsole(page: Page, language: Language) {
  const screens = [
    'all-settings',
    'users',
    'queues',
    'prompts',
    'queue-integration',
    'webhooks',
    'keys',
    'tags',
    'opt-outs',
    'files',
    'settings',
    'audit',
    'team',
    'financeiro',
    'subscription',
  ]
  for (const screen of [...screens, 'messages-api', 'helps', 'quick-messages', 'profile']) {
    await openWithoutReload(page, screen)
    await expectLanguage(page, language, screen)
  }
}

const languages = (['pt', 'en', 'es'] as const).filter((_, position) => hasTurn(position))
for (const language of languages)
  test(`every screen is in ${language} only`, async () => {
    const t = words[language]
    const locale = { pt: 'pt-BR', en: 'en-GB', es: 'es-AR' }[language]
    const page = await (await harness.newContext({ locale })).newPage()
    for (const path of ['signup', 'setup', 'login']) {
      await page.goto(`${shop.url}/${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await expectLanguage(page, language, path)
    }
    await page.getByLabel(t.auth.email).fill(emailOf('ana'))
    await page.getByLabel(t.auth.password, { exact: true }).fill('wrong one')
    await page.getByRole('button', { name: t.auth.login }).click()
    await page.getByText(t.errors.ERR_INVALID_CREDENTIALS).waitFor()
    await expectLanguage(page, language, 'refused login')
    await page.getByLabel(t.auth.password, { exact: true }).fill(password)
    await page.getByRole('button', { name: t.auth.login }).click()
    await page.getByRole('region', { name: t.tickets.list }).waitFor()
    await expectLanguage(page, language, 'tickets')

    await page.getByRole('tab', { name: new RegExp(`^${t.lists.waiting}`) }).click()
    await page.locator('[data-ticket]').first().waitFor()
    await expectLanguage(page, language, 'waiting')
    await page.getByRole('tab', { name: t.lists.closed }).click()
    await expectLanguage(page, language, 'closed')
    await page.getByRole('tab', { name: t.lists.mine }).click()
    await page.getByRole('tab', { name: new RegExp(`^${t.lists.waiting}`) }).click()
    await page
      .getByRole('button', { name: new RegExp(t.tickets.acceptOf.replace('{{name}}', '.*')) })
      .first()
      .click()
    const composer = page.getByRole('textbox', { name: t.tickets.composer, exact: true })
    await composer.fill('77')
    await composer.press('Enter')
    const ours = page.locator('[data-message]').nth(1)
    // A message has a menu once the server has confirmed it.
    await ours.getByRole('img', { name: new RegExp(`${t.tickets.ackSent}|${t.tickets.ackDelivered}`) }).waitFor()
    await ours.hover()
    await ours.getByRole('button', { name: t.tickets.actions }).click()
    await page.getByRole('menu').waitFor()
    await expectLanguage(page, language, 'conversation')
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: t.inbox.moreActions, exact: true }).click()
    await page.getByRole('menuitem', { name: t.tickets.return }).waitFor()
    await expectLanguage(page, language, 'more actions')
    await page.getByRole('menuitem', { name: t.tickets.return }).click()
    await page.getByText(t.tickets.returned).waitFor()

    await page.goto(`${shop.url}/connections`)
    await page.getByText(t.connections.status.CONNECTED, { exact: true }).waitFor()
    await expectLanguage(page, language, 'connections')
    await page.getByRole('button', { name: t.connections.add }).click()
    await page.getByRole('dialog').getByRole('heading').first().waitFor()
    await expectLanguage(page, language, 'connection form')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: t.shell.profile }).click()
    await page.getByRole('slider').waitFor()
    await expectLanguage(page, language, 'profile')
    await page.keyboard.press('Escape')
    await page.goto(`${shop.url}/nowhere`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expectLanguage(page, language, 'not found')
    if (language !== 'pt') await visitConsole(page, language)
    await page.context().close()
  })

test('a chosen language is kept over a reload; one that fails to load is not applied', async () => {
  const context = await harness.newContext({ locale: 'en-GB' })
  const page = await context.newPage()
  await page.goto(`${shop.url}/login`)
  await page.getByLabel(en.shell.language).selectOption('es')
  await page.getByRole('heading', { name: es.auth.loginTitle }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: es.auth.loginTitle }).waitFor()
  expect(await page.evaluate(() => localStorage.getItem('i18nextLng'))).toBe('es')

  // When a language fails to load, the previous one stays and an error is shown.
  await page.locator(`section[aria-label^="${es.common.notifications}"]`).waitFor({ state: 'attached' })
  await page.route('**/chunk-*.js', (route) => route.abort())
  await page.getByLabel(es.shell.language).selectOption('en')
  await page.getByText(es.errors.ERR_UNREACHABLE).waitFor()
  await page.getByRole('heading', { name: es.auth.loginTitle }).waitFor()
  await waitForValue(page.getByLabel(es.shell.language), 'es')
  expect(await page.evaluate(() => localStorage.getItem('i18nextLng'))).toBe('es')
  await context.close()
  harness.problems.splice(0)
})
