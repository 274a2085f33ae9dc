import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright'
import type { Control } from '../../emulator/control-client'
import { type SimulatedWhatsApp, startSimulatedWhatsApp } from '../simulated-whatsapp'
import { delayResponses } from './response-latency'

/** A browser, and the simulated WhatsApp in a process of its own; shared by all files of a run. */
export interface Harness {
  control: Control
  /** Address of the simulator's page with the customers' phones. */
  phonesUrl: string
  /** Environment of an executable that uses this WhatsApp. */
  whatsapp: Record<string, string>
  /** Opens a browser context with own cookies, by default in Portuguese and with reduced motion. */
  newContext(options?: BrowserContextOptions): Promise<BrowserContext>
  /** Address from which the executable sees the browsers of this file; its limits per address do not add up over files. */
  address: string
  /** Script errors, console errors, dialogs and policy violations of all pages; tests expect none. */
  problems: string[]
  close(): Promise<void>
}

const executablePath = process.env.CHROMIUM_PATH || '/usr/bin/chromium'
/** A name of this machine that is no localhost: pages there without https are no secure context. */
export const plainHost = 'balcao.test'
/**
 * Features of the browser that are off. The first ones are Playwright's own list (1.65), which another switch of this
 * name replaces. The others belong to the desktop window, which is never drawn here: each window would load two pages
 * for its address bar, and each page would start a spare process, 1 s of CPU time for each context. With the last one,
 * from Chromium 150 on, requests that outlive their page leave from the browser's own process, past a test's routes.
 */
const disabledFeatures = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades', 'LensOverlay'],
  ...['HttpsFirstBalancedModeAutoEnable', 'MediaRouter', 'PaintHolding', 'ThirdPartyStoragePartitioning'],
  ...['AvoidCorsURLLoaderRestartOnRedirect', 'OptimizationHints', 'NetworkTimeServiceQuerying', 'AimEnabled'],
  'PreconnectToSearch',
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup', 'PreloadTopChromeWebUI'],
  'SpareRendererForSitePerProcess',
  'KeepAliveInBrowserMigration',
]
/** The fake microphone beeps once a second; its permission is granted without a prompt. */
const args = [
  `--disable-features=${disabledFeatures}`,
  `--host-resolver-rules=MAP ${plainHost} 127.0.0.1`,
  '--disable-gpu',
  '--disable-background-networking',
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream',
  '--autoplay-policy=no-user-gesture-required',
]

/** Timeout of a step on the page in ms, long enough for a busy machine. */
const timeoutMs = 150_000

export const desktop = { width: 1440, height: 900 }
/** A small phone with a touch screen. */
export const phone = { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true }

/** Started once per run, because starting them takes longer than most tests. */
interface SharedProcesses {
  browser: Browser
  simulated: SimulatedWhatsApp
}
let shared: Promise<SharedProcesses> | undefined
let files = 0

async function startSharedProcesses(): Promise<SharedProcesses> {
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const launched = chromium.launch({ executablePath, args: [...args, ...asRoot] })
  const [browser, simulated] = await Promise.all([launched, startSimulatedWhatsApp()])
  return { browser, simulated }
}

/** True until a test that exceeded its time limit: all processes of the run are killed then. */
async function areRunning(processes: Promise<SharedProcesses>): Promise<boolean> {
  const { browser, simulated } = await processes
  return browser.isConnected() && simulated.child.exitCode === null && simulated.child.signalCode === null
}

export async function openHarness(): Promise<Harness> {
  if (!shared || !(await areRunning(shared))) shared = startSharedProcesses()
  const { browser, simulated } = await shared
  const { control, pageUrl: phonesUrl, env: whatsapp } = simulated
  // A file that failed may have left faults switched on.
  await control.fault('clear')
  const problems: string[] = []
  const contexts: BrowserContext[] = []
  // A network for tests (RFC 2544). The executable believes the header of a proxy on this machine.
  const address = `198.18.0.${++files}`
  const extraHTTPHeaders = { 'x-forwarded-for': address }
  return {
    control,
    phonesUrl,
    whatsapp,
    address,
    problems,
    async newContext(options = {}) {
      const context = await createContext(browser, problems, { extraHTTPHeaders, ...options })
      contexts.push(context)
      return context
    },
    async close() {
      await saveScreenshots(contexts)
      for (const context of contexts) await context.close()
    },
  }
}

/** Saves a screenshot of every open page to explain a failure: `E2E_PICTURES=DIR bun test …`. */
async function saveScreenshots(contexts: BrowserContext[]) {
  const { E2E_PICTURES } = process.env
  if (!E2E_PICTURES) return
  const pages = contexts.flatMap((context) => context.pages())
  for (const [index, page] of pages.entries()) await page.screenshot({ path: `${E2E_PICTURES}/${index}.png` })
}

/**
 * Simulates a slow machine and network to find races in tests: `E2E_SLOW=N bun test …` gives pages an Nth of the CPU
 * and delays every API request by up to N × 100 ms, which also changes their order. `E2E_LATENCY` delays responses.
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
  // Animations would use more CPU than the tests.
  reducedMotion: 'reduce',
}

async function createContext(browser: Browser, problems: string[], options: BrowserContextOptions) {
  const context = await browser.newContext({ ...defaultOptions, ...options })
  context.setDefaultTimeout(timeoutMs)
  context.on('page', (page) => collectProblems(page, problems))
  await slowDown(context)
  delayResponses(context)
  await context.exposeBinding('reportProblem', (_, problem: string) => void problems.push(problem))
  await context.addInitScript(() => {
    const report = (window as unknown as { reportProblem(text: string): void }).reportProblem
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      report(`policy: ${violatedDirective} ${blockedURI}`),
    )
  })
  return context
}

/**
 * Errors the browser logs for failed requests, which tests cause on purpose, and for a header that has no effect without
 * https; every other console error is a defect. A script requested without a network has the type "".
 */
const expectedErrors =
  /Failed to load resource|net::ERR_|WebSocket connection to|Cross-Origin-Opener-Policy header has been ignored|MIME type of ""|fetching the script/

function collectProblems(page: Page, problems: string[]) {
  page.on('pageerror', (error) => problems.push(`script: ${error.stack ?? error}`))
  page.on('console', (message) => {
    if (message.type() === 'error' && !expectedErrors.test(message.text())) problems.push(`console: ${message.text()}`)
  })
  page.on('dialog', (dialog) => {
    // Tests that leave a page with unsent messages confirm the dialog.
    if (dialog.type() === 'beforeunload') return void dialog.accept()
    problems.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
}

/** Describes the server of the current test file, to explain a wait that failed. */
let describeServer = async () => ''

export function explainFailuresBy(describe: () => Promise<string>) {
  describeServer = describe
}

/** Polls until the result is truthy and returns it. @throws Error with the state of the server after the timeout */
export async function until<R>(what: string, look: () => Promise<R | undefined | false | null | ''>): Promise<R> {
  const end = Date.now() + timeoutMs
  for (;;) {
    const found = await look()
    if (found) return found
    if (Date.now() > end) throw new Error(`waited in vain for ${what}\n${await describeServer()}`)
    await Bun.sleep(30)
  }
}
