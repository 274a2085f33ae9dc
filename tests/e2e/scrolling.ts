import type { Page } from 'playwright'

/** How long the frames took while somebody scrolled, in milliseconds. */
export interface Frames {
  frames: number[]
  /** Pixels that were scrolled. */
  way: number
}

/** Turns the wheel upwards over the messages, 240 pixels a frame, until the conversation's top or `way` pixels. */
export const scrollUp = (page: Page, way: number): Promise<Frames> =>
  page.evaluate(
    (way) =>
      new Promise<Frames>((resolve) => {
        const log = document.querySelector<HTMLElement>('[role=log]')!
        const frames: number[] = []
        let gone = 0
        let before = performance.now()
        const next = (now: number) => {
          frames.push(now - before)
          before = now
          const top = log.scrollTop
          log.scrollTop = top - 240
          gone += top - log.scrollTop
          if (gone >= way || frames.length > 3000) resolve({ frames: frames.slice(1), way: gone })
          else requestAnimationFrame(next)
        }
        requestAnimationFrame(next)
      }),
    way,
  )

/**
 * The uppermost message that begins in view, and where it stands, once nothing moves any more: right after a jump the
 * rows of the place that was left are still drawn, out of view, and gone with the next frame.
 */
export const topMessage = (page: Page) =>
  page.evaluate(async () => {
    const look = () => {
      const { top: edge, bottom } = document.querySelector('[role=log]')!.getBoundingClientRect()
      const all = [...document.querySelectorAll<HTMLElement>('[data-message]')]
      const places = all.map((one) => ({ id: Number(one.dataset.message), top: one.getBoundingClientRect().top }))
      return places.find(({ top }) => top >= edge && top < bottom)
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

/** Looks at a message in every frame; asked later, says how far from its place it ever was, 20 frames on. */
export async function startWatching(page: Page, id: number): Promise<() => Promise<number>> {
  const watch = await page.evaluateHandle((id) => {
    const top = () => document.querySelector(`[data-message="${id}"]`)?.getBoundingClientRect().top ?? Number.NaN
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
