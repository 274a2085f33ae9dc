import type { BrowserContext, CDPSession, Page } from 'playwright'

const maxMs = Number(process.env.E2E_LATENCY ?? 0)
const seed = Number(process.env.E2E_SEED ?? Date.now() % 100_000)
const counts = new Map<string, number>()
if (maxMs) process.stderr.write(`E2E_LATENCY=${maxMs} E2E_SEED=${seed}\n`)

/**
 * Simulates slow responses to find races of the interface: `E2E_LATENCY=MS bun test …` holds back every API response by
 * up to MS, so that events of the websocket overtake responses and responses overtake each other. `E2E_SEED=N` repeats
 * the delays of a run; the seed is printed. Requests, uploads and the websocket are not delayed.
 */
export function delayResponses(context: BrowserContext) {
  if (maxMs) context.on('page', (page) => void delayResponsesOf(page).catch(ignoreClosedPage))
}

/** Intercepts on the response stage of DevTools: Playwright's own routes would hold back requests, not responses. */
async function delayResponsesOf(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  devtools.on('Fetch.requestPaused', ({ requestId, request }) => {
    void releaseLater(devtools, requestId, delayOf(request)).catch(ignoreClosedPage)
  })
  await devtools.send('Fetch.enable', { patterns: [{ urlPattern: '*/api/*', requestStage: 'Response' }] })
}

async function releaseLater(devtools: CDPSession, requestId: string, delayMs: number) {
  await Bun.sleep(delayMs)
  await devtools.send('Fetch.continueResponse', { requestId })
}

/** Delay by the hash of seed, method, path and how often these were requested, so that other requests do not change it. */
function delayOf({ method, url }: { method: string; url: string }): number {
  const key = `${method} ${new URL(url).pathname}`
  const count = (counts.get(key) ?? 0) + 1
  counts.set(key, count)
  return Number(Bun.hash(`${seed} ${key} ${count}`) % BigInt(maxMs))
}

/** Pages are closed, and requests aborted, while their responses are held back. */
function ignoreClosedPage() {}
