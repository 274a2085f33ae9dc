import type { Page } from 'playwright'

/**
 * Turns the wheel upwards over the messages, 240 pixels a frame, for `way` pixels or 3000 frames; answers the pixels
 * that were scrolled.
 */
export const scrollUp = (page: Page, way: number): Promise<number> =>
  page.evaluate(async (way) => {
    const log = document.querySelector<HTMLElement>('[role=log]')!
    let gone = 0
    for (let frame = 0; gone < way && frame < 3000; frame++) {
      await new Promise(requestAnimationFrame)
      const top = log.scrollTop
      log.scrollTop = top - 240
      gone += top - log.scrollTop
    }
    return gone
  }, way)

/**
 * The uppermost message that begins in view, and where it stands below the edge, once nothing moves any more: right after
 * a jump the rows of the place that was left are still drawn, out of view, and gone with the next frame.
 */
export const topMessage = (page: Page) =>
  page.evaluate(async () => {
    const look = () => {
      const { top: edge, bottom } = document.querySelector('[role=log]')!.getBoundingClientRect()
      const all = [...document.querySelectorAll<HTMLElement>('[data-message]')]
      const places = all.map((one) => ({
        id: Number(one.dataset.message),
        top: one.getBoundingClientRect().top - edge,
      }))
      return places.find(({ top }) => top >= 0 && top < bottom - edge)
    }
    let seen = look()
    for (let still = 0; still < 5 || !seen; ) {
      await new Promise(requestAnimationFrame)
      const now = look()
      still = now?.id === seen?.id && now?.top === seen?.top ? still + 1 : 0
      seen = now
    }
    return seen
  })

/**
 * Looks at a message in every frame; asked later, says how far from its place it ever was, 20 frames on. A notice above the
 * messages, as of a line that is cut, moves them all: that is not meant.
 */
export async function trackPosition(page: Page, id: number): Promise<() => Promise<number>> {
  const watch = await page.evaluateHandle((id) => {
    const edge = () => document.querySelector('[role=log]')?.getBoundingClientRect().top ?? Number.NaN
    const top = () =>
      (document.querySelector(`[data-message="${id}"]`)?.getBoundingClientRect().top ?? Number.NaN) - edge()
    const place = top()
    const state = { furthest: 0, frames: 0 }
    const look = () => {
      const off = top() - place
      if (!(Math.abs(off) <= Math.abs(state.furthest))) state.furthest = off
      state.frames++
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
    return state
  }, id)
  return () =>
    watch.evaluate(async (state) => {
      const enough = state.frames + 20
      while (state.frames < enough) await new Promise(requestAnimationFrame)
      return state.furthest
    })
}
