import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright'
import { type Control, createControl } from '../../emulator/control-client'

/** A browser, and the simulated WhatsApp in a process of its own: what every journey has around the executable. */
export interface Stage {
  control: Control
  /** What the executable's environment must say to reach that WhatsApp. */
  whatsapp: Record<string, string>
  /** A person's browser: its own cookies, Brazilian unless told. Everything that goes wrong in it is in `problems`. */
  visit(options?: BrowserContextOptions): Promise<BrowserContext>
  problems: string[]
  end(): Promise<void>
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
const patience = 15_000

export const desk = { width: 1440, height: 900 }
/** A small telephone, touched. */
export const phone = { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true }

export async function openStage(): Promise<Stage> {
  const emulator = Bun.spawn([process.execPath, 'emulator/serve.ts', '--with-parent'], {
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'ignore',
  })
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const browser = await chromium.launch({ executablePath, args: [...args, ...asRoot] })
  const { value } = await emulator.stdout.getReader().read()
  const told = JSON.parse(new TextDecoder().decode(value))
  const problems: string[] = []
  return {
    control: createControl(told.controlUrl),
    whatsapp: {
      BALCAO_WHATSAPP_URL: told.url,
      BALCAO_WHATSAPP_ROOT_KEY: told.rootKey,
      BALCAO_WHATSAPP_CA: told.caFile,
    },
    problems,
    visit: (options = {}) => newVisit(browser, problems, options),
    async end() {
      await photograph(browser)
      await browser.close()
      emulator.kill()
      await emulator.exited
    },
  }
}

/** What was on every screen at the end, for whoever wonders why a test failed: `E2E_PICTURES=DIR bun test …`. */
async function photograph(browser: Browser) {
  const { E2E_PICTURES } = process.env
  if (!E2E_PICTURES) return
  const pages = browser.contexts().flatMap((context) => context.pages())
  for (const [index, page] of pages.entries()) await page.screenshot({ path: `${E2E_PICTURES}/${index}.png` })
}

async function newVisit(browser: Browser, problems: string[], options: BrowserContextOptions) {
  const usual = { viewport: desk, locale: 'pt-BR', timezoneId: 'America/Sao_Paulo', permissions: ['microphone'] }
  const context = await browser.newContext({ ...usual, ...options })
  context.setDefaultTimeout(patience)
  context.on('page', (page) => watch(page, problems))
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
const expected = /Failed to load resource|net::ERR_|WebSocket connection to/

function watch(page: Page, problems: string[]) {
  page.on('pageerror', (error) => problems.push(`script: ${error.stack ?? error}`))
  page.on('console', (message) => {
    if (message.type() === 'error' && !expected.test(message.text())) problems.push(`console: ${message.text()}`)
  })
  page.on('dialog', (dialog) => {
    problems.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
}

/** Asks until the answer is there; for what happens outside of a page. */
export async function until<R>(what: string, look: () => Promise<R | undefined | false | null | ''>): Promise<R> {
  const end = Date.now() + patience
  for (;;) {
    const found = await look()
    if (found) return found
    if (Date.now() > end) throw new Error(`waited in vain for ${what}`)
    await Bun.sleep(30)
  }
}
