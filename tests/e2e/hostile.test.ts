import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import type { WireContent } from '../../emulator/control/control-api'
import { paths } from '../../ui/lib/paths'
import { until } from './harness'
import { payloads } from './payloads'
import {
  acceptTicket,
  bubble,
  openWithoutReload,
  row,
  searchField,
  searchResults,
  signIn,
  tab,
  waitForTitle,
} from './screen'
import { createTicket, nextNumber } from './shop'
import { harness, setUpShop, shop } from './shop-setup'

/** Messages, names and file names of a customer are always displayed as text. */

let page: Page
let number: string

setUpShop()
beforeAll(async () => {
  const context = await harness.newContext()
  // An injected script calls `hostile`; an injected URL is requested from one of these hosts.
  await context.addInitScript(() => {
    const report = (window as unknown as { reportProblem(text: string): void }).reportProblem
    Object.assign(window, { hostile: () => report('a script of a stranger ran') })
  })
  await context.route(/evil\.test|a\.test/, (route) => {
    harness.problems.push(`asked ${route.request().url()}`)
    return route.abort()
  })
  page = await signIn(context, shop.url, 'bia')
  ;({ number } = await createTicket(harness, shop, payloads[1]!))
})

const write = (content: WireContent) => harness.control.send({ from: number, to: shop.owner, content })
/** Number of elements in messages, rows and header that the interface itself never creates. */
const countForbiddenElements = () =>
  page.evaluate(() => {
    const strange =
      'script, iframe, object, embed, base, meta[http-equiv], form, marquee, [onerror], [onload], x, template'
    return [
      ...document.querySelectorAll(
        `[data-message] :is(${strange}), [data-ticket] :is(${strange}), header :is(${strange})`,
      ),
    ].length
  })

test('a payload as the name of a contact is displayed as text', async () => {
  await acceptTicket(page, payloads[1]!)
  await page.getByRole('heading', { name: payloads[1] }).waitFor()
  await waitForTitle(page, new RegExp(RegExp.escape(payloads[1]!)))
  expect(await countForbiddenElements()).toBe(0)
})

test('payloads as messages are displayed as text', async () => {
  for (const payload of payloads) await write(payload)
  await bubble(page, /<div><div>/).waitFor()
  const wanted = new Set(payloads.map(withoutFormatting))
  await page.getByRole('log').hover()
  await until('all of them on screen', async () => {
    for (const text of await page.locator('[data-message]').allTextContents()) {
      const found = withoutFormatting(text.replace(/\d\d:\d\d$/, ''))
      wanted.delete(found)
    }
    await page.mouse.wheel(0, -350)
    return wanted.size === 0
  }).catch(() => undefined)
  expect([...wanted]).toEqual([])
  expect(await countForbiddenElements()).toBe(0)
})

/** Removes spaces and WhatsApp's formatting marks, which are displayed as formatting. */
const withoutFormatting = (text: string) => text.replace(/[*_~`>\s•\-\u200b]/g, '')

test('links in messages have only the schemes http, https, mailto and tel, and rel=noopener', async () => {
  const hrefs = await page
    .locator('[data-message] a')
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href))
  for (const href of hrefs) expect(href).toMatch(/^(https?|mailto|tel):/)
  for (const rel of await page
    .locator('[data-message] a')
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).rel)))
    expect(rel).toContain('noopener')
})

test('payloads as file name, caption, contact card and location are displayed as text', async () => {
  await page.getByRole('button', { name: 'Ir para a última mensagem' }).click()
  const name = `"><img src=x onerror=hostile()>.pdf`
  await write({
    document: { sample: 'document' },
    fileName: name,
    mimetype: 'application/pdf',
    caption: payloads[0],
  })
  await bubble(page, name).waitFor()
  const vcard = `BEGIN:VCARD\nVERSION:3.0\nFN:${payloads[5]}\nTEL;waid=5511900000000:javascript:hostile()\nEND:VCARD`
  await write({ raw: { contactMessage: { displayName: payloads[5]!, vcard } } })
  await bubble(page, payloads[5]!).waitFor()
  await write({ location: { latitude: -23.5, longitude: -46.6, name: payloads[2]! } })
  await bubble(page, payloads[2]!).waitFor()
  await write({ image: { sample: 'photo' }, caption: payloads[4]! })
  await bubble(page, payloads[4]!).locator('img').waitFor()
  await bubble(page, payloads[4]!).getByRole('button', { name: 'Abrir a imagem' }).click()
  await page.getByRole('dialog').getByText(payloads[4]!).waitFor()
  await page.keyboard.press('Escape')
  expect(await countForbiddenElements()).toBe(0)
})

test('files of executable types (HTML, SVG, XML) are served as attachments', async () => {
  for (const [fileName, mimetype] of [
    ['pagina.html', 'text/html'],
    ['desenho.svg', 'image/svg+xml'],
    ['nota.xml', 'application/xml'],
  ] as const) {
    const document = Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg"><script>top.hostile()</script></svg>`,
    ).toString('base64')
    await write({ document, fileName, mimetype })
    const link = bubble(page, fileName).getByRole('link')
    await link.waitFor()
    const answer = await page.request.get(new URL((await link.getAttribute('href'))!, shop.url).href)
    expect(answer.headers()['content-disposition']).toStartWith('attachment')
    expect(answer.headers()['x-content-type-options']).toBe('nosniff')
  }
})

test('payloads in list rows and search results are displayed as text', async () => {
  for (const payload of [payloads[0]!, payloads[3]!, payloads[8]!]) {
    const { number: other } = await harness.control.addCustomer({ number: nextNumber(), name: payload })
    await harness.control.send({ from: other, to: shop.owner, content: payload })
  }
  await tab(page, 'Aguardando').click()
  for (const payload of [payloads[0]!, payloads[3]!, payloads[8]!]) await row(page, payload).first().waitFor()
  await searchField(page).fill(payloads[0]!)
  await searchResults(page).getByRole('listitem').or(page.getByText('Nada encontrado')).first().waitFor()
  expect(await countForbiddenElements()).toBe(0)
})

test('the content policy refuses text as markup, and style elements and attributes', async () => {
  const outcome = await page.evaluate(() => {
    const element = document.createElement('div')
    let refused = ''
    try {
      element.innerHTML = '<b>bold</b>'
    } catch (error) {
      refused = (error as Error).name
    }
    element.setAttribute('style', 'position: fixed')
    const styles = document.createElement('style')
    styles.append('body { color: red }')
    document.body.append(element, styles)
    const outcome = { refused, position: getComputedStyle(element).position, rules: styles.sheet?.cssRules.length ?? 0 }
    element.remove()
    styles.remove()
    return outcome
  })
  expect(outcome).toEqual({ refused: 'TypeError', position: 'static', rules: 0 })
  // Each refusal is reported once as an event and once on the console.
  await until('all reports', async () => harness.problems.length >= 6)
  const reports = harness.problems.splice(0).filter((problem) => problem.startsWith('policy: '))
  expect(reports.map((report) => report.split(' ')[1]).sort()).toEqual([
    'require-trusted-types-for',
    'style-src-attr',
    'style-src-elem',
  ])
})

const publicPages = [paths.login, paths.signup, paths.forgetpsw, paths.setup, paths.invite]
test('every page that a stranger may open follows the content policy', async () => {
  const context = await harness.newContext()
  const stranger = await context.newPage()
  for (const path of publicPages) {
    await stranger.goto(shop.url + path)
    await stranger.locator('#root h1, #root h2, #root main').first().waitFor()
    await stranger.waitForLoadState('networkidle')
  }
  await context.close()
})

test('every page that an admin may open follows the content policy', async () => {
  const context = await harness.newContext()
  const admin = await signIn(context, shop.url, 'ana')
  for (const path of Object.values(paths).filter((path) => !publicPages.includes(path as never)))
    await openWithoutReload(
      admin,
      path
        .slice(1)
        .replace(/\/:\w+\?/, '')
        .replace(/:\w+/, '1'),
    )
  await context.close()
})
