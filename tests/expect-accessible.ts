import { expect } from 'bun:test'
import axe from 'axe-core'
import type { Page } from 'playwright'

/** What a screen is looked at for, and in which clothes. */
export interface Look {
  /** A theme changes nothing but colours; without any, colours are not looked at. */
  themes?: ('light' | 'dark')[]
  /** A toast fades whenever its time has come: it is looked at only where it is new. */
  toasts?: boolean
  /** Slight faults count, too. */
  slight?: boolean
}

/** Nothing serious or critical by axe's rules. */
export async function expectAccessible(page: Page, screen: string, look: Look = {}) {
  expect({ screen, faults: await faults(page, look) }).toEqual({ screen, faults: [] })
}

async function faults(page: Page, { themes = ['light', 'dark'], toasts = false, slight = false }: Look) {
  // Its half megabyte is read once per page: that takes as long as to look.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const exclude = toasts ? [] : ['[data-sonner-toaster]']
  await stillness(page)
  const found = await violations(
    page,
    exclude,
    themes.length ? {} : { rules: { 'color-contrast': { enabled: false } } },
  )
  for (const theme of themes.slice(1)) {
    await wear(page, theme)
    found.push(...(await violations(page, exclude, { runOnly: ['color-contrast'] })))
  }
  if (themes[1]) await wear(page, themes[0] as string)
  return found.filter(({ impact }) => slight || impact === 'serious' || impact === 'critical').map(({ words }) => words)
}

const violations = (page: Page, exclude: string[], options: axe.RunOptions) =>
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

async function wear(page: Page, theme: string) {
  await page.evaluate((theme) => Object.assign(document.documentElement.dataset, { theme }), theme)
  await stillness(page)
}

/** What is still fading has the contrast of neither state. */
const stillness = (page: Page) =>
  page.evaluate(() => {
    const once = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations === 1)
    return Promise.all(once.map(({ finished }) => finished.catch(() => undefined))).then(() => undefined)
  })
