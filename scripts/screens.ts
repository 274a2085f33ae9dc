import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import axe from 'axe-core'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright'
import { findChromium } from './chromium'
import { agentScreens } from './screens/agent'
import { aroundScreens } from './screens/around'
import { contactScreens } from './screens/contact'
import { conversationScreens } from './screens/conversation'
import { managerScreens } from './screens/manager'
import { automationScreens } from './screens/manager-automation'
import { managerForms } from './screens/manager-forms'
import { reportScreens } from './screens/manager-reports'
import { settingsScreens } from './screens/manager-settings'
import { messageScreens } from './screens/messages'
import { providerScreens } from './screens/provider'
import { providerForms } from './screens/provider-forms'
import { language } from './screens/said'
import { logins, type Screen } from './screens/screen'
import { ticketListScreens } from './screens/ticket-list'
import { writingScreens } from './screens/writing'
import { root } from './setup'

/**
 * Takes the screenshots in docs/screens from the demonstration: each screen on a desktop and a phone, light and dark.
 * `bun scripts/screens.ts [--to=DIR] [screen…]`, after `bun run build`. `--language=en` or `es` takes them in another
 * language. `--zoom` checks each screen at 200 % with axe instead, in both themes, and fails
 * for a violation of any impact; with it, pictures go to DIR only if it is named.
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

const to = valueAfter('to') ?? (isZoomed ? null : join(root, 'docs', 'screens'))
const wanted = words.filter((word) => !word.startsWith('--'))
const all = [
  ...agentScreens,
  ...ticketListScreens,
  ...conversationScreens,
  ...messageScreens,
  ...writingScreens,
  ...contactScreens,
  ...aroundScreens,
  ...managerScreens,
  ...managerForms,
  ...automationScreens,
  ...settingsScreens,
  ...reportScreens,
  ...providerScreens,
  ...providerForms,
]
const chosen = all.filter(({ name }) => wanted.length === 0 || wanted.includes(name))

if (to) mkdirSync(to, { recursive: true })
/** Number of checks by axe, one per screen and theme. */
let checked = 0
const dataDir = mkdtempSync(join(tmpdir(), 'balcao-screens-'))
const demo = await startDemo(dataDir)
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--disable-gpu', ...asRoot] })
try {
  for (const [look, options] of looks) await takeAll(browser, look, options)
  if (to && wanted.length === 0 && isPortuguese) await Bun.write(join(to, 'README.md'), index())
  if (isZoomed) process.stdout.write(`axe ran ${checked} times\n`)
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
  // The demonstration prints its address when its sample company is complete.
  await child.stdout.getReader().read()
  return Object.assign(child, { url: `http://127.0.0.1:${port}` })
}

/** Takes all chosen screens at one size: one login per person, one page load per screen, both themes in that page. */
async function takeAll(browser: Browser, look: string, options: BrowserContextOptions) {
  const usual = {
    locale: isPortuguese ? 'pt-BR' : language,
    timezoneId: 'America/Sao_Paulo',
    reducedMotion: 'reduce' as const,
  }
  for (const who of new Set(chosen.map(({ who = 'marina' }) => who))) {
    const context = await browser.newContext({ ...usual, ...options })
    const page = await context.newPage()
    // A slow machine that takes several sets at once needs more than half a minute for a page.
    page.setDefaultTimeout(60_000)
    await page.addInitScript((chosen) => localStorage.setItem('i18nextLng', chosen), language)
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
  await page.locator('input[type=email]').fill(logins[who].email)
  await page.locator('input[type=password]').fill(logins[who].password)
  await page.locator('button[type=submit]').click()
  await page.waitForURL((url) => url.pathname !== '/login')
}

async function take(page: Page, { name, path, show, tidy }: Screen, look: string) {
  await page.goto(demo.url + path)
  await show?.(page, look !== 'desk')
  await page.waitForLoadState('networkidle')
  // The bar of the selected tickets is busy while its dialog asks.
  await page.waitForFunction(() => !document.querySelector('.skeleton, [aria-busy="true"]:not([role=toolbar])'))
  for (const theme of themes) {
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

/** Returns the README with all screenshots. */
function index(): string {
  const row = ({ name }: Screen) => {
    const pictures = sizes.flatMap(([look]) => themes.map((theme) => `${name}-${look}-${theme}.webp`))
    return `| ${name} | ${pictures.map((file) => `![${file}](${file})`).join(' | ')} |`
  }
  const head = '| | desk, light | desk, dark | telephone, light | telephone, dark |\n| --- | --- | --- | --- | --- |'
  return `# Screens\n\nScreenshots of the demonstration, taken by \`bun scripts/screens.ts\`.\n\n${head}\n${all.map(row).join('\n')}\n`
}

/** Takes a screenshot as WebP by the DevTools protocol, because Playwright does not write WebP. */
async function picture(page: Page): Promise<Uint8Array<ArrayBuffer>> {
  const devtools = await page.context().newCDPSession(page)
  const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: 80 })
  await devtools.detach()
  return Uint8Array.from(Buffer.from(data, 'base64'))
}
