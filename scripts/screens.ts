import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import axe from 'axe-core'
import { type BrowserContextOptions, chromium, type Page } from 'playwright'
import { findChromium } from './chromium'
import { docsScreens, privateScreens } from './screens/all'
import { firstDayScreens, publicScreens } from './screens/public'
import { language } from './screens/said'
import { logins, type Screen } from './screens/screen'
import { type Server, startDemo, startUnclaimed } from './screens/servers'
import { root } from './setup'

/**
 * Takes screenshots of the demonstration to `screens/`, which git ignores: `bun run screens [screen…]`. Each screen with
 * its dialogs and states, the pages without a login and those of a new installation, on a desktop and a phone, light and
 * dark. `--docs` takes the few that docs/screens shows, and writes its README. `--to=DIR` takes all to another directory;
 * `--language=en` or `es` in another language. `--zoom` checks all of them at 200 % with axe instead, in both themes, and
 * fails for a violation of any impact; with it, pictures go to DIR only if it is named.
 */

const words = process.argv.slice(2)
const valueAfter = (name: string) => words.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3)
const isZoomed = words.includes('--zoom')
const isPortuguese = language === 'pt'

type Look = [name: string, options: BrowserContextOptions]
/** A desktop of 1280 × 900 at 200 % has 640 × 450 CSS pixels. */
const zoom: Look = ['zoom', { viewport: { width: 640, height: 450 }, deviceScaleFactor: 2 }]
const sizes: Look[] = [
  ['desk', { viewport: { width: 1440, height: 900 } }],
  ['phone', { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true }],
]
const looks = isZoomed ? [zoom] : sizes
const themes = ['light', 'dark'] as const

const isForDocs = words.includes('--docs')
const inDocs = join(root, 'docs', 'screens')
const to = isForDocs ? inDocs : (valueAfter('to') ?? (isZoomed ? null : join(root, 'screens')))
const named = words.filter((word) => !word.startsWith('--'))
/** docs/screens shows both sizes and both themes with two pictures of a screen. */
const docsPictures = ['desk-light', 'phone-dark']

if (to) mkdirSync(to, { recursive: true })
/** Number of checks by axe, one per screen and theme. */
let checked = 0
const demo = await startDemo()
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--disable-gpu', ...asRoot] })
try {
  for (const [look, options] of looks) await takePrivate(look, options)
  // After all others: these screens create a company and invitations.
  for (const [look, options] of looks) await takePublic(look, options)
  if (isForDocs && named.length === 0 && isPortuguese) await Bun.write(join(inDocs, 'README.md'), index())
  if (isZoomed) process.stdout.write(`axe ran ${checked} times\n`)
} finally {
  await browser.close()
  await demo.stop()
}

/** Takes all chosen screens behind a login at one size: one login per person, one page load per screen. */
async function takePrivate(look: string, options: BrowserContextOptions) {
  const signedIn = chosenOf(privateScreens)
  for (const who of new Set(signedIn.map(({ who = 'marina' }) => who))) {
    const page = await openPage(options)
    await signIn(page, who)
    const own = signedIn.filter((one) => (one.who ?? 'marina') === who)
    await takeAll(page, own, look, demo)
    await page.context().close()
  }
}

/** Takes all chosen screens without a login, and those of a new installation. */
async function takePublic(look: string, options: BrowserContextOptions) {
  for (const screen of chosenOf(publicScreens)) {
    const page = await openPage(options)
    await takeAll(page, [screen], look, demo)
    await page.context().close()
  }
  if (chosenOf(firstDayScreens).length === 0) return
  const unclaimed = await startUnclaimed()
  const page = await openPage(options)
  await takeAll(page, firstDayScreens, look, unclaimed)
  await page.context().close()
  await unclaimed.stop()
}

function chosenOf(screens: Screen[]): Screen[] {
  if (named.length > 0) return screens.filter(({ name }) => named.includes(name))
  return isForDocs ? screens.filter(({ name }) => docsScreens.includes(name)) : screens
}

async function openPage(options: BrowserContextOptions): Promise<Page> {
  const usual = {
    locale: isPortuguese ? 'pt-BR' : language,
    timezoneId: 'America/Sao_Paulo',
    reducedMotion: 'reduce' as const,
  }
  const page = await (await browser.newContext({ ...usual, ...options })).newPage()
  // A slow machine that takes several sets at once needs more than half a minute for a page.
  page.setDefaultTimeout(60_000)
  await page.addInitScript((chosen) => localStorage.setItem('i18nextLng', chosen), language)
  return page
}

/** Takes screens one after the other in one page, both themes of each; one that fails is named and left out. */
async function takeAll(page: Page, screens: Screen[], look: string, server: Server) {
  for (const screen of screens)
    await take(page, screen, look, server).catch((error) => {
      process.exitCode = 1
      console.error(`${screen.name}, ${look}: ${error}`)
    })
}

async function signIn(page: Page, who: keyof typeof logins) {
  await page.goto(`${demo.url}/login`)
  await page.locator('input[type=email]').fill(logins[who].email)
  await page.locator('input[type=password]').fill(logins[who].password)
  await page.locator('button[type=submit]').click()
  await page.waitForURL((url) => url.pathname !== '/login')
}

async function take(page: Page, { name, path, show, tidy }: Screen, look: string, server: Server) {
  await page.goto(server.url + path)
  await show?.(page, look !== 'desk', server)
  await page.waitForLoadState('networkidle')
  // The bar of the selected tickets is busy while its dialog asks.
  await page.waitForFunction(() => !document.querySelector('.skeleton, [aria-busy="true"]:not([role=toolbar])'))
  for (const theme of themes) {
    if (isForDocs && !docsPictures.includes(`${look}-${theme}`)) continue
    // Sets the icon and the words of the button that changes the theme, too.
    await page.emulateMedia({ colorScheme: theme })
    await page.evaluate(async (theme) => {
      document.documentElement.dataset.theme = theme
      await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => undefined)))
      await new Promise(requestAnimationFrame)
    }, theme)
    if (isZoomed) await check(page, `${name}, ${theme}`)
    if (to) await Bun.write(join(to, `${name}-${look}-${theme}.webp`), await picture(page))
  }
  await tidy?.(page)
}

/** Prints violations of axe's rules of any impact, and fails the run. */
async function check(page: Page, screen: string) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const found = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') }
    const { violations } = await axe.run({ exclude: ['[data-sonner-toaster]'] }, { preload: false })
    return violations.map(({ id, impact, nodes }) => `${impact} ${id}: ${nodes.map(({ html }) => html.slice(0, 200))}`)
  })
  checked++
  for (const violation of found) console.error(`${screen}: ${violation}`)
  if (found.length > 0) process.exitCode = 1
}

/** Returns the README of docs/screens. */
function index(): string {
  const row = (name: string) => {
    const pictures = docsPictures.map((look) => `${name}-${look}.webp`)
    return `| ${name} | ${pictures.map((file) => `![${file}](${file})`).join(' | ')} |`
  }
  const lines = [
    '# Screens\n',
    'Screenshots of the demonstration, taken by `bun run screens --docs`. `bun run screens` takes all screens with their dialogs and states to `screens/`, which git ignores.\n',
    '| | desk, light | phone, dark |\n| --- | --- | --- |',
  ]
  return `${[...lines, ...docsScreens.map(row)].join('\n')}\n`
}

/** Takes a screenshot as WebP by the DevTools protocol, because Playwright does not write WebP. */
async function picture(page: Page): Promise<Uint8Array<ArrayBuffer>> {
  const devtools = await page.context().newCDPSession(page)
  const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: 80 })
  await devtools.detach()
  return Uint8Array.from(Buffer.from(data, 'base64'))
}
