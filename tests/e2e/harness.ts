import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright'
import type { Control } from '../../emulator/control-client'
import { type SimulatedWhatsApp, startSimulatedWhatsApp } from '../simulated-whatsapp'

/** A browser, and the simulated WhatsApp in a process of its own: what every journey has around the executable. */
export interface Harness {
  control: Control
  /** What the executable's environment must say to reach that WhatsApp. */
  whatsapp: Record<string, string>
  /** A person's browser: its own cookies, Brazilian and without motion unless told. What goes wrong in it is in `problems`. */
  newContext(options?: BrowserContextOptions): Promise<BrowserContext>
  problems: string[]
  close(): Promise<void>
}

const executablePath = process.env.CHROMIUM_PATH || '/usr/bin/chromium'
/** The microphone beeps once a second, and nobody is asked whether it may be used. */
const args = [
  '--disable-gpu',
  '--disable-background-networking',
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream',
  '--autoplay-policy=no-user-gesture-required',
]

/** Milliseconds that anything on screen may take on a busy machine; only a failure waits so long. */
const timeoutMs = 30_000

export const desktop = { width: 1440, height: 900 }
/** A small telephone, touched. */
export const phone = { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true }

/** One browser and one WhatsApp for all files of a run: to start them takes longer than most journeys. */
interface SharedProcesses {
  browser: Browser
  simulated: SimulatedWhatsApp
}
let shared: Promise<SharedProcesses> | undefined

async function startSharedProcesses(): Promise<SharedProcesses> {
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const launched = chromium.launch({ executablePath, args: [...args, ...asRoot] })
  const [browser, simulated] = await Promise.all([launched, startSimulatedWhatsApp()])
  return { browser, simulated }
}

export async function openHarness(): Promise<Harness> {
  shared ??= startSharedProcesses()
  const { browser, simulated } = await shared
  const { control, env: whatsapp } = simulated
  // A file that failed may have left the line cut.
  await control.fault('clear')
  const problems: string[] = []
  const contexts: BrowserContext[] = []
  return {
    control,
    whatsapp,
    problems,
    async newContext(options = {}) {
      const context = await createContext(browser, problems, options)
      contexts.push(context)
      return context
    },
    async close() {
      await saveScreenshots(contexts)
      for (const context of contexts) await context.close()
    },
  }
}

/** What was on every screen at the end, for whoever wonders why a test failed: `E2E_PICTURES=DIR bun test …`. */
async function saveScreenshots(contexts: BrowserContext[]) {
  const { E2E_PICTURES } = process.env
  if (!E2E_PICTURES) return
  const pages = contexts.flatMap((context) => context.pages())
  for (const [index, page] of pages.entries()) await page.screenshot({ path: `${E2E_PICTURES}/${index}.png` })
}

/**
 * A poor machine on a poor line, to find what a test takes for granted: `E2E_SLOW=N bun test …` gives pages an Nth of a
 * processor, and lets every answer of the API come up to N × 100 ms late, in whatever order that makes.
 */
async function slowDown(context: BrowserContext) {
  const rate = Number(process.env.E2E_SLOW ?? 0)
  if (!rate) return
  context.on('page', async (page) => {
    const devtools = await context.newCDPSession(page).catch(() => undefined)
    await devtools?.send('Emulation.setCPUThrottlingRate', { rate }).catch(() => undefined)
  })
  await context.route('**/api/**', async (route) => {
    await Bun.sleep(Math.random() * rate * 100)
    await route.continue().catch(() => undefined)
  })
}

const defaultOptions: BrowserContextOptions = {
  viewport: desktop,
  locale: 'pt-BR',
  timezoneId: 'America/Sao_Paulo',
  permissions: ['microphone'],
  // Fading costs two cores more than all that is tested.
  reducedMotion: 'reduce',
}

async function createContext(browser: Browser, problems: string[], options: BrowserContextOptions) {
  const context = await browser.newContext({ ...defaultOptions, ...options })
  context.setDefaultTimeout(timeoutMs)
  context.on('page', (page) => collectProblems(page, problems))
  await slowDown(context)
  await context.exposeBinding('reportProblem', (_, problem: string) => void problems.push(problem))
  await context.addInitScript(() => {
    const report = (window as unknown as { reportProblem(text: string): void }).reportProblem
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      report(`policy: ${violatedDirective} ${blockedURI}`),
    )
  })
  return context
}

/** A refused or unanswered request is told by the page itself; everything else on the console is a mistake of ours. */
const expectedErrors = /Failed to load resource|net::ERR_|WebSocket connection to/

function collectProblems(page: Page, problems: string[]) {
  page.on('pageerror', (error) => problems.push(`script: ${error.stack ?? error}`))
  page.on('console', (message) => {
    if (message.type() === 'error' && !expectedErrors.test(message.text())) problems.push(`console: ${message.text()}`)
  })
  page.on('dialog', (dialog) => {
    // The page asked before it was left; tests that leave mean it.
    if (dialog.type() === 'beforeunload') return void dialog.accept()
    problems.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
}

/** Asks until the answer is there; for what happens outside of a page. */
export async function until<R>(what: string, look: () => Promise<R | undefined | false | null | ''>): Promise<R> {
  const end = Date.now() + timeoutMs
  for (;;) {
    const found = await look()
    if (found) return found
    if (Date.now() > end) throw new Error(`waited in vain for ${what}`)
    await Bun.sleep(30)
  }
}
