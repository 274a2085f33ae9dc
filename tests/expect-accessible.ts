import { expect } from 'bun:test'
import axe from 'axe-core'
import type { Page } from 'playwright'

/** Themes and rules of one accessibility check. */
interface AuditOptions {
  /** Themes whose colour contrast is checked; all other rules run once, in the first theme. */
  themes?: ('light' | 'dark')[]
  /** Includes toasts. A toast that fades out has too little contrast, so only screens with a new toast include it. */
  includeToasts?: boolean
  /** Includes violations of impact minor and moderate. */
  includeMinor?: boolean
}

/** Expects no violation of axe's rules of impact serious or critical. */
export async function expectAccessible(page: Page, screen: string, options: AuditOptions = {}) {
  expect({ screen, findViolations: await faults(page, options) }).toEqual({ screen, findViolations: [] })
}

async function faults(
  page: Page,
  { themes = ['light', 'dark'], includeToasts = false, includeMinor = false }: AuditOptions,
) {
  // axe's source is 0.5 MB; it is evaluated once per page, which takes as long as one check.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const exclude = includeToasts ? [] : ['[data-sonner-toaster]']
  await waitForAnimations(page)
  const found = await runAxe(page, exclude, themes.length ? {} : { rules: { 'color-contrast': { enabled: false } } })
  for (const theme of themes.slice(1)) {
    await setTheme(page, theme)
    found.push(...(await runAxe(page, exclude, { runOnly: ['color-contrast'] })))
  }
  if (themes[1]) await setTheme(page, themes[0] as string)
  return found
    .filter(({ impact }) => includeMinor || impact === 'serious' || impact === 'critical')
    .map(({ words }) => words)
}

const runAxe = (page: Page, exclude: string[], options: axe.RunOptions) =>
  page.evaluate(
    async ({ exclude, options }) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') }
      const { violations } = await axe.run({ exclude }, { ...options, resultTypes: ['violations'], preload: false })
      return violations.map(({ id, impact, nodes }) => ({
        impact,
        words: [id, ...nodes.map(({ html, any }) => `${html.slice(0, 160)} ${any[0]?.message ?? ''}`)].join('\n'),
      }))
    },
    { exclude, options },
  )

async function setTheme(page: Page, theme: string) {
  await page.evaluate((theme) => Object.assign(document.documentElement.dataset, { theme }), theme)
  await waitForAnimations(page)
}

/** Waits for finite animations: a fading element has the contrast of neither state. */
const waitForAnimations = (page: Page) =>
  page.evaluate(() => {
    const finite = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations === 1)
    return Promise.all(finite.map(({ finished }) => finished.catch(() => undefined))).then(() => undefined)
  })
