import type { Page } from 'playwright'

/**
 * Scrolls the messages up by 240 px per frame, for `way` px or 3000 frames; returns the px scrolled.
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
 * Returns the first message that begins in view and its distance from the upper edge in px, once it has been still for
 * five frames: after a jump, the rows of the previous position remain in the document until the next frame.
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
 * Tracks the position of a message in every frame. The returned function waits 20 frames and returns the largest
 * distance from the first position in px. Positions are relative to the list, because a notice above moves it as a whole.
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
