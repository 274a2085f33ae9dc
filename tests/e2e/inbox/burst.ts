import type { CDPSession, Page } from 'playwright'

/**
 * Keys faster than frames, as from a fast typist on a busy computer: all are in the browser's queue before the page
 * handles the first one, and the page gets no animation frame.
 */

/** Acts while the page waits in vain for animation frames. */
export async function withoutFrames(page: Page, act: () => Promise<void>) {
  await page.evaluate(() => {
    Object.assign(window, { drawnFrame: window.requestAnimationFrame, requestAnimationFrame: () => 0 })
  })
  await act()
  await page.evaluate(() => {
    Object.assign(window, { requestAnimationFrame: Reflect.get(window, 'drawnFrame') })
  })
}

const sessions = new WeakMap<Page, Promise<CDPSession>>()
function devtoolsOf(page: Page): Promise<CDPSession> {
  const session = sessions.get(page) ?? page.context().newCDPSession(page)
  sessions.set(page, session)
  return session
}

/** Bits of the protocol's modifiers. */
const modifiers: Record<string, number> = { Alt: 1, Control: 2, Meta: 4, Shift: 8 }
const codes: Record<string, number> = {
  Enter: 13,
  Escape: 27,
  Tab: 9,
  ArrowDown: 40,
  ArrowUp: 38,
  ArrowLeft: 37,
  ArrowRight: 39,
}

/** Events of one key, such as `a`, `Enter` or `Alt+t`. */
function eventsOf(name: string) {
  const parts = name.split(/\+(?=.)/)
  const key = parts.pop()!
  const modifier = parts.reduce((sum, each) => sum | (modifiers[each] ?? 0), 0)
  const sign = [...key].length === 1
  const code = codes[key] ?? key.toUpperCase().charCodeAt(0)
  const text = key === 'Enter' ? '\r' : sign && (modifier & ~8) === 0 ? key : undefined
  const common = { key, modifiers: modifier, windowsVirtualKeyCode: code, code: sign ? `Key${key.toUpperCase()}` : key }
  return [
    { ...common, type: text ? ('keyDown' as const) : ('rawKeyDown' as const), text },
    { ...common, type: 'keyUp' as const },
  ]
}

/**
 * Presses the keys without waiting for the page between them, each before the one before is released. A text is typed
 * letter by letter.
 */
export async function burst(page: Page, ...keys: (string | { text: string })[]) {
  const devtools = await devtoolsOf(page)
  const names = keys.flatMap((each) => (typeof each === 'string' ? [each] : [...each.text]))
  const events = names.map(eventsOf)
  const all = [...events.map(([down]) => down!), ...events.map(([, up]) => up!)]
  await Promise.all(all.map((event) => devtools.send('Input.dispatchKeyEvent', event)))
}
