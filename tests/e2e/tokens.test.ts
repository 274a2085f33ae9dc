import { expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { contrast } from '../../src/shared/palette'
import { list, openWithoutReload, signIn } from './screen'
import { createTicket } from './shop'
import { harness, setUpShop, shop } from './shop-setup'

/** Tokens and font of docs/design.md, as the browser computes them. */

setUpShop()

const pages = ['contacts', 'tags', 'kanban', 'schedules', 'chats', '', 'team', 'users', 'settings', 'tickets']

/** Opens the tickets with a font file that arrives only when `release` is called. */
async function openWithHeldFont() {
  const context = await harness.newContext()
  const page = await signIn(context, shop.url, 'ana')
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/*.woff2', async (route) => {
    await held
    await route.continue()
  })
  await page.addInitScript(() => {
    const shifts = { sum: 0 }
    Object.assign(window, { shifts })
    new PerformanceObserver((seen) => {
      for (const entry of seen.getEntries()) shifts.sum += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  // The preloaded file holds back the event `load`.
  await page.goto(`${shop.url}/tickets`, { waitUntil: 'commit' })
  await list(page).waitFor()
  return { page, release }
}

const sumOfShifts = (page: Page) => page.evaluate(() => (window as never as { shifts: { sum: number } }).shifts.sum)
/** The sum once a page that loads moves no more. */
async function sumAtRest(page: Page): Promise<number> {
  const sum = await sumOfShifts(page)
  await Bun.sleep(500)
  return (await sumOfShifts(page)) === sum ? sum : sumAtRest(page)
}
/** Resolves when the page has drawn its last change. */
const drawn = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))

test('the pages are in Geist, of which one file of at most 30 kB is loaded for Portuguese', async () => {
  const context = await harness.newContext()
  const files: Promise<{ url: string; bytes: number; caching: string | undefined }>[] = []
  context.on('response', (response) => {
    if (!response.url().endsWith('.woff2')) return
    files.push(
      response.body().then((body) => ({
        url: response.url(),
        bytes: body.length,
        caching: response.headers()['cache-control'],
      })),
    )
  })
  const page = await signIn(context, shop.url, 'ana')
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  const loaded = await Promise.all(files)
  expect(loaded.length).toBeGreaterThan(0)
  expect(new Set(loaded.map(({ url }) => url)).size).toBe(1)
  expect(loaded[0]?.bytes).toBeLessThanOrEqual(30_000)
  expect(loaded[0]?.caching).toContain('immutable')
  const preloaded = await page.locator('link[rel="preload"][as="font"]').getAttribute('href')
  expect(new URL(loaded[0]?.url as string).pathname).toBe(preloaded as string)
  expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toStartWith('Geist')
  expect(await page.evaluate(() => [...document.fonts].filter(({ status }) => status === 'loaded').length)).toBe(1)
  // A letter of the other file, as in a Polish name, loads that one.
  const answered = page.waitForResponse(/latin-ext.*\.woff2$/)
  await page.evaluate(() => document.body.append('Łódź'))
  await answered
  // A body still being read when the page closes would be an error of its own.
  await Promise.all(files)
  await context.close()
})

test('the arrival of the font moves nothing', async () => {
  await createTicket(harness, shop, 'Rita Fonseca')
  const { page, release } = await openWithHeldFont()
  await page
    .getByText(/^\d+ pessoas? est/)
    .first()
    .waitFor()
  const before = await sumAtRest(page)
  expect(await page.evaluate(() => document.fonts.status)).toBe('loading')
  release()
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  await drawn(page)
  expect(await page.evaluate(() => [...document.fonts].some(({ status }) => status === 'loaded'))).toBe(true)
  expect((await sumOfShifts(page)) - before).toBeLessThanOrEqual(0.005)
  await page.context().close()
})

const framed = ['contacts', 'tags', 'users', '', 'team', 'connections', 'queues', 'prompts', 'webhooks', 'files']
const forms = ['profile', 'todolist', 'settings?part=company']

test('every page is 1120 px wide with content of 1056 px, and forms are columns of 720 px', async () => {
  const page = await signIn(await harness.newContext(), shop.url, 'ana')
  const widthsOf = () =>
    page.evaluate(() => {
      const frame = document.querySelector<HTMLElement>('#content .page')
      if (!frame) return null
      const { paddingLeft, paddingRight } = getComputedStyle(frame)
      const parts = [...frame.children].map((part) => part.getBoundingClientRect().width)
      return {
        outer: frame.getBoundingClientRect().width,
        content: frame.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight),
        widest: Math.max(...parts),
      }
    })
  for (const path of [...framed, ...forms]) {
    await openWithoutReload(page, path)
    await page.locator('#content .page h1').waitFor()
    const widest = forms.includes(path) ? 720 : 1056
    expect({ path, ...(await widthsOf()) }).toEqual({ path, outer: 1120, content: 1056, widest })
  }
  await page.context().close()
})

/** Computed text sizes, weights, figures and shadows of all visible elements with text. */
const collectStyles = (page: Page) =>
  page.evaluate(() => {
    const shadowOf = (token: string) => {
      const probe = document.createElement('i')
      probe.style.boxShadow = `var(--${token})`
      document.body.append(probe)
      const { boxShadow } = getComputedStyle(probe)
      probe.remove()
      return boxShadow
    }
    const elevations = { [shadowOf('e1')]: 'e1', [shadowOf('e2')]: 'e2' }
    const nameShadow = (shadow: string) => {
      const drawn = shadow.replaceAll('rgba(0, 0, 0, 0) 0px 0px 0px 0px, ', '')
      return elevations[drawn] ?? drawn
    }
    const all = [...document.querySelectorAll<HTMLElement>('body *')].filter(
      (element) => element.checkVisibility() && !element.closest('[data-sonner-toaster]'),
    )
    const worded = all.filter((element) =>
      [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim()),
    )
    const styles = worded.map((element) => getComputedStyle(element))
    const different = (values: string[]) => [...new Set(values)].sort()
    return {
      sizes: different(styles.map(({ fontSize }) => fontSize)),
      weights: different(styles.map(({ fontWeight }) => fontWeight)),
      figures: different(styles.map(({ fontVariantNumeric }) => fontVariantNumeric)),
      shadows: different(all.map((element) => nameShadow(getComputedStyle(element).boxShadow))),
    }
  })

test('all pages have the text sizes, weights, figures and shadows of the tokens only', async () => {
  const page = await signIn(await harness.newContext(), shop.url, 'ana')
  for (const path of pages) {
    await openWithoutReload(page, path)
    const { sizes, weights, figures, shadows } = await collectStyles(page)
    const beyond = (values: string[], allowed: string[]) => values.filter((value) => !allowed.includes(value))
    expect({
      path,
      sizes: beyond(sizes, ['11px', '12px', '13px', '14px', '15px', '16px', '20px', '24px']),
      weights: beyond(weights, ['400', '500', '600']),
      figures,
      shadows: beyond(shadows, ['none', 'e1', 'e2']),
    }).toEqual({ path, sizes: [], weights: [], figures: ['tabular-nums'], shadows: [] })
  }
  await page.context().close()
})

const tokens = ['accent', 'accent-hover', 'accent-ink', 'accent-soft', 'selected', 'bubble-out', 'focus', 'brand-shown']
const texts = ['ink', 'muted', 'faint', 'on-accent', 'surface']

/** Colours of tokens as `#rrggbb`, with a brand and in a theme, as the browser draws them. */
const colorsWith = (page: Page, brand: string, theme: 'light' | 'dark') =>
  page.evaluate(
    ({ brand, theme, names }) => {
      document.documentElement.dataset.theme = theme
      document.documentElement.style.setProperty('--brand', brand)
      const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!
      const probe = document.createElement('i')
      document.body.append(probe)
      const drawn = names.map((name) => {
        probe.style.color = `var(--${name})`
        canvas.fillStyle = getComputedStyle(probe).color
        canvas.fillRect(0, 0, 1, 1)
        const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data
        return [name, `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`]
      })
      probe.remove()
      return Object.fromEntries(drawn) as Record<string, string>
    },
    { brand, theme, names: [...tokens, ...texts] },
  )

const defaultBrand = '#0b7a4b'
const brands = [defaultBrand, '#4338ca', '#bd2b2b', '#7d4e00', '#000000', '#ffffff', '#ffd500', '#00e5ff', '#ff7ab6']

test('one brand value changes accent, selected, bubble, focus and logo, and stays readable', async () => {
  const page = await signIn(await harness.newContext(), shop.url, 'ana')
  const own = await colorsWith(page, defaultBrand, 'light')
  const logos = new Set<string>()
  for (const brand of brands) {
    const light = await colorsWith(page, brand, 'light')
    const ratio = (one: string, other: string) => contrast(light[one] as string, light[other] as string)
    expect({ brand, white: ratio('accent', 'on-accent') >= 4.5 }).toEqual({ brand, white: true })
    expect({ brand, hover: ratio('accent-hover', 'on-accent') >= 4.5 }).toEqual({ brand, hover: true })
    expect({ brand, soft: ratio('accent-ink', 'accent-soft') >= 4.5 }).toEqual({ brand, soft: true })
    // Faint text is muted on own messages.
    for (const [ground, text] of [
      ['selected', 'faint'],
      ['bubble-out', 'muted'],
    ] as const)
      expect({ brand, ground, text, reads: ratio(text, ground) >= 4.5 }).toEqual({ brand, ground, text, reads: true })
    if (brand !== defaultBrand) for (const token of tokens) expect(light[token]).not.toBe(own[token])
    const logo = await page
      .locator('svg rect.fill-brand')
      .first()
      .evaluate((rect) => getComputedStyle(rect).fill)
    logos.add(logo)
    const dark = await colorsWith(page, brand, 'dark')
    expect(dark.accent).toBe('#ffffff')
    expect(contrast(dark['bubble-out'] as string, dark.muted as string)).toBeGreaterThanOrEqual(4.5)
  }
  expect(logos.size).toBe(brands.length)
  await page.context().close()
})

/** Largest difference of two `#rrggbb` in one of their parts, 0 to 255. */
const distance = (one: string, other: string) =>
  Math.max(
    ...[1, 3, 5].map((at) =>
      Math.abs(Number.parseInt(one.slice(at, at + 2), 16) - Number.parseInt(other.slice(at, at + 2), 16)),
    ),
  )

test('the default brand makes the default colours', async () => {
  const page = await signIn(await harness.newContext(), shop.url, 'ana')
  const light = await colorsWith(page, defaultBrand, 'light')
  const dark = await colorsWith(page, defaultBrand, 'dark')
  const expected: [is: string | undefined, designed: string][] = [
    [light.accent, '#0b7a4b'],
    [light['accent-hover'], '#09663e'],
    [light['accent-ink'], '#0a6840'],
    [light['accent-soft'], '#e2f2e9'],
    [light.selected, '#e6f2eb'],
    [light['bubble-out'], '#dcf1e5'],
    [dark['bubble-out'], '#1b3d2d'],
  ]
  for (const [is, designed] of expected)
    expect({ is, near: distance(is as string, designed) <= 3 }).toEqual({ is, near: true })
  await page.context().close()
})
