import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright'
import { findChromium } from './chromium'
import { agentScreens } from './screens/agent'
import { managerScreens } from './screens/manager'
import { providerScreens } from './screens/provider'
import { button, logins, type Screen } from './screens/screen'
import { root } from './setup'

/**
 * Takes the screenshots in docs/screens from the demonstration: each screen on a desktop and a phone, light and dark.
 * `bun scripts/screens.ts [--to=DIR] [screen…]`, after `bun run build`.
 */

const looks: [name: string, options: BrowserContextOptions][] = [
  ['desk', { viewport: { width: 1440, height: 900 } }],
  ['phone', { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true }],
]
const themes = ['light', 'dark'] as const

const to = process.argv.find((word) => word.startsWith('--to='))?.slice(5) ?? join(root, 'docs', 'screens')
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const all = [...agentScreens, ...managerScreens, ...providerScreens]
const chosen = all.filter(({ name }) => wanted.length === 0 || wanted.includes(name))

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
  // The demonstration prints its address when its sample company is complete.
  await child.stdout.getReader().read()
  return Object.assign(child, { url: `http://127.0.0.1:${port}` })
}

/** Takes all chosen screens at one size: one login per person, one page load per screen, both themes in that page. */
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

/** Returns the README with all screenshots. */
function index(): string {
  const row = ({ name }: Screen) => {
    const pictures = looks.flatMap(([look]) => themes.map((theme) => `${name}-${look}-${theme}.webp`))
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
